//! The examples of a specification's text.

/// One example.
pub(crate) struct Example {
    /// From 1, as the specification's own pages number them.
    pub(crate) number: usize,
    /// The heading it stands under.
    pub(crate) section: String,
    pub(crate) markdown: String,
    pub(crate) html: String,
}

const FENCE: &str = "````````````````````````````````";

/// Reads them all. An example is a fence of 32 backticks, a line of one `.` between markdown and HTML; `→` is a tab.
pub(crate) fn examples(spec: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let mut section = String::new();
    let mut lines = spec.lines();
    while let Some(line) = lines.next() {
        if line.starts_with(&format!("{FENCE} example")) {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != FENCE).collect();
            let middle = body
                .iter()
                .position(|line| *line == ".")
                .expect("an example has two parts");
            let text = |lines: &[&str]| {
                lines
                    .iter()
                    .map(|line| line.replace('→', "\t") + "\n")
                    .collect::<String>()
            };
            found.push(Example {
                number: found.len() + 1,
                section: section.clone(),
                markdown: text(&body[..middle]),
                html: text(&body[middle + 1..]),
            });
        } else if let Some(heading) = line.strip_prefix('#') {
            heading
                .trim_start_matches('#')
                .trim()
                .clone_into(&mut section);
        }
    }
    found
}
