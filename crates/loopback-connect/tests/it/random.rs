//! Settings that no person wrote: whatever JSON and TOML look like, nothing of them is lost.

use loopback_connect::{Change, Part, Scope, find, plan, undo};
use proptest::prelude::*;

/// Blanks and comments, as they may stand between any two tokens.
fn gap() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just(String::new()),
        4 => Just(" ".to_owned()),
        2 => Just("\n  ".to_owned()),
        1 => Just("\r\n\t".to_owned()),
        1 => Just(" // a, \"b\": {\n".to_owned()),
        1 => Just("/* }, \n */".to_owned()),
    ];
    prop::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

/// An object with keys that clients know among others.
fn object() -> impl Strategy<Value = String> {
    let plain = prop_oneof![
        Just("1e3".to_owned()),
        Just("null".to_owned()),
        Just("\"a \\\" {é\"".to_owned()),
        Just("[1, [ ], {}]".to_owned()),
    ];
    plain
        .prop_recursive(3, 24, 4, |inner| {
            let key = prop_oneof![Just("a"), Just("b"), Just("other"), Just("loopbacks")];
            let entry = (gap(), key, gap(), inner, gap());
            (prop::collection::vec(entry, 0..4), gap(), any::<bool>()).prop_map(
                |(entries, end, trailing)| {
                    let count = entries.len();
                    let mut written = vec!["{".to_owned()];
                    for (index, (before, key, between, value, after)) in
                        entries.into_iter().enumerate()
                    {
                        let comma = if index + 1 < count || trailing {
                            ","
                        } else {
                            ""
                        };
                        written.push(format!(
                            "{before}\"{key}{index}\"{between}:{between}{value}{after}{comma}"
                        ));
                    }
                    written.concat() + &end + "}"
                },
            )
        })
        .prop_filter("settings are an object", |text| text.starts_with('{'))
}

proptest! {
    #[test]
    fn what_was_put_into_any_settings_is_taken_out_without_a_trace(
        outer in gap(), servers in object(), other in object(), around in any::<bool>(), mark in any::<bool>(),
    ) {
        let mark = if mark { "\u{feff}" } else { "" };
        let text = if around {
            format!("{mark}{outer}{{ \"x\": {other},{outer}\"mcpServers\":{servers}}}{outer}")
        } else {
            format!("{mark}{outer}{other}{outer}")
        };
        let wish = super::everything(Scope::User, super::door());
        let client = find("gemini-cli").unwrap();
        let Change::Write(connected) = plan(client, Part::Server, &wish, Some(&text)).unwrap() else {
            panic!("nothing was done to {text}");
        };
        prop_assert_eq!(plan(client, Part::Server, &wish, Some(&connected)), Ok(Change::Nothing));
        let undone = undo(client, Part::Server, Scope::User, Some(&connected), Some(&text));
        prop_assert_eq!(undone, Ok(Change::Write(text)), "{}", connected);
    }
}
