//! Renders one document of a kind and a size and prints what that took, as JSON: `rendering SHAPE KIB plain|full`.
//! `cargo xtask bench` runs this for many; each in a process of its own, so that its peak memory is its own.
//! Without arguments (as `cargo test` and `cargo bench` run it) it lists the shapes.

mod clock;
mod documents;
mod renderers;
mod shapes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use loopback_render::{Budget, Colour, code};

use clock::{Clock, resident};
use renderers::rust;
use shapes::{SHAPES, Shape};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let [name, kib, colour] = arguments.as_slice() else {
        for shape in SHAPES {
            println!("{} {}", shape.name, shape.ordinary);
        }
        return;
    };
    let shape = SHAPES
        .iter()
        .find(|shape| shape.name == name)
        .expect("a shape of the list");
    let size = kib.parse::<usize>().expect("a size in KiB") * 1024;
    let colour = match colour.as_str() {
        "plain" => Colour::Plain,
        "full" => Colour::Full,
        other => panic!("{other} is no colour"),
    };
    measure(shape, size, colour);
}

/// As often as this, or as long as this, a document is rendered; what is told is the mean.
const RUNS: u128 = 500;
const PATIENCE: Duration = Duration::from_secs(1);

fn measure(shape: &Shape, size: usize, colour: Colour) {
    let text = (shape.make)(size);
    // The grammars are loaded once per process, when it starts; that is not what is measured.
    let _ = black_box(code("fn a() {}", &rust(colour), &mut Budget::default()));
    let before = resident("VmRSS:");
    let mut runs = 0;
    let mut spent = Duration::ZERO;
    let mut rendered = None;
    let begun = Instant::now();
    while runs < RUNS && (runs == 0 || begun.elapsed() < PATIENCE) {
        // Long enough that it is the work that is measured, not where it is stopped.
        let mut budget = Budget::new(Duration::from_mins(1));
        let start = Clock::now();
        let result = (shape.render)(black_box(&text), colour, &mut budget);
        spent += start.elapsed();
        runs += 1;
        rendered.get_or_insert((result, resident("VmHWM:")));
    }
    let (rendered, peak) = rendered.expect("it was rendered at least once");
    println!(
        "{{\"micros\":{},\"input\":{},\"html\":{},\"peakKib\":{}}}",
        spent.as_micros() / runs,
        text.len(),
        rendered.html.as_str().len(),
        peak.zip(before)
            .map_or("null".to_owned(), |(peak, before)| peak
                .saturating_sub(before)
                .to_string())
    );
}
