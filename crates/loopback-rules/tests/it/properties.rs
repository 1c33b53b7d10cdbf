//! What holds after any sequence of moves, sensible or not.
//!
//! A move is drawn without knowing the ask, and made to fit it loosely when its time comes: point 7 of
//! a briefing with three points becomes one of the three, or stays a point that is not there. So most
//! moves are nearly right, and many are right.

mod draw;
mod laws;
mod moves;
mod oracle;

use std::collections::BTreeSet;

use loopback_rules::{Code, Standing, standing};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use self::draw::any_life;
use self::laws::check_laws;
use self::moves::{Move, Opening, play};

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_after_every_move((opening, moves) in any_life()) {
        check_life(&opening, &moves)?;
    }
}

/// Laws that are checked on dull lives say little. These lives are the same on every run.
#[test]
fn the_moves_drawn_come_to_every_end_and_meet_every_refusal() {
    let mut runner = TestRunner::deterministic();
    let mut met = BTreeSet::new();
    for _ in 0..600 {
        let life = any_life().new_tree(&mut runner).expect("a life");
        let (opening, moves) = life.current();
        let mut ask = opening.open();
        for attempt in &moves {
            match play(&ask, attempt, ask.updated_at().plus_ms(1)) {
                Err(refusal) => met.insert(refusal.code),
                Ok(None) => met.insert("already over"),
                Ok(Some(after)) => {
                    ask = after;
                    true
                }
            };
        }
        met.insert(match standing(&ask) {
            Standing::Waiting => "waiting",
            Standing::Replied(turn) => turn.reply.tag(),
            Standing::Withdrawn(_) => "withdrawn",
        });
    }
    let ends = [
        "already over",
        "waiting",
        "withdrawn",
        "answered",
        "approved",
    ];
    let more = ["changes_requested", "follow_up", "dismissed", "responded"];
    // These are met only before there is an ask, or not by a move.
    let elsewhere = [
        Code::AskUnknown,
        Code::AskChoiceCount,
        Code::AskChoiceRepeated,
        Code::AskReadClaimed,
        Code::AskAttachUnreachable,
        Code::AskNotRevisable,
        Code::AskTooLarge,
        Code::InboxFull,
        Code::UploadUnknown,
        Code::ReplyTooLarge,
        Code::ReplyCommentPlace,
        Code::ReplyCommentLines,
    ];
    let codes = Code::ALL
        .into_iter()
        .filter(|code| !elsewhere.contains(code));
    let expected = ends.into_iter().chain(more).chain(codes.map(Code::as_str));
    assert_eq!(met, expected.collect());
}

/// Opens an ask and makes the moves one after the other, checking all laws after each.
fn check_life(opening: &Opening, moves: &[Move]) -> Result<(), TestCaseError> {
    let mut ask = opening.open();
    laws::check_ask(&ask)?;
    for (i, attempt) in moves.iter().enumerate() {
        let now = ask
            .updated_at()
            .plus_ms(1 + i64::try_from(i).expect("few moves"));
        let result = play(&ask, attempt, now);
        check_laws(&ask, attempt, &result, now)?;
        if let Ok(Some(after)) = result {
            ask = after;
        }
    }
    Ok(())
}
