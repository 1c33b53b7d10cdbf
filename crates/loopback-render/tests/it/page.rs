//! Rendered diffs and code in a form people read: what a page shows, row by row.

use std::fmt::Write as _;

use scraper::{ElementRef, Html};

/// Files with their attributes and remarks, rows with their numbers, signs and text.
pub(crate) fn page(html: &str) -> String {
    let mut out = String::new();
    push_children(&mut out, Html::parse_fragment(html).root_element());
    out
}

fn push_children(out: &mut String, element: ElementRef<'_>) {
    for child in element.children().filter_map(ElementRef::wrap) {
        push(out, child);
    }
}

fn push(out: &mut String, element: ElementRef<'_>) {
    let is = |class: &str| element.value().classes().any(|known| known == class);
    let attribute = |name: &str| element.attr(name).unwrap_or_default();
    if is("lb-row") {
        let _ = writeln!(out, "{}", row(element).trim_end());
    } else if is("lb-pair") {
        let cells: Vec<String> = element
            .children()
            .filter_map(ElementRef::wrap)
            .map(row)
            .collect();
        let _ = writeln!(out, "{:<40}‖{}", cells[0], cells[1].trim_end());
    } else if is("lb-file") {
        let open = if element.attr("open").is_some() {
            ""
        } else {
            " folded"
        };
        let _ = writeln!(out, "# {}{open}", attribute("data-change"));
        push_children(out, element);
    } else if is("lb-file-head") || is("lb-note") || is("lb-total") || is("lb-code-head") {
        let _ = writeln!(out, "{}", words(element));
    } else if is("lb-hunk-head") {
        let _ = writeln!(out, "  {}", words(element));
    } else if is("lb-text") {
        for line in element.text().collect::<String>().lines() {
            let _ = writeln!(out, "{}", format!("  : {line}").trim_end());
        }
    } else if !is("lb-file-header") && !is("lb-files") {
        push_children(out, element);
    }
}

fn words(element: ElementRef<'_>) -> String {
    element.text().collect()
}

fn row(element: ElementRef<'_>) -> String {
    let is = |class: &str| element.value().classes().any(|known| known == class);
    if is("lb-none") {
        return String::new();
    }
    let number = |name: &str| element.attr(name).unwrap_or(".").to_owned();
    let sign = match () {
        () if is("lb-add") => "+",
        () if is("lb-del") => "-",
        () if is("lb-remark") => "!",
        () => " ",
    };
    let text: String = words(element);
    format!(
        "{:>3} {:>3} {sign}|{}",
        number("data-old"),
        number("data-new"),
        text.trim_end_matches('\n')
    )
}
