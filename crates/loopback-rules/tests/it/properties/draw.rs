//! Asks and moves drawn at random.

use loopback_rules::HandedOver;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

use super::moves::{Given, Move, Opening, PRIVATE, Said, Which, Words};

/// An opening, and moves of which most are for an ask of that kind.
pub(crate) fn any_life() -> impl Strategy<Value = (Opening, Vec<Move>)> {
    let choices = prop_oneof![Just(0), 2..=6_usize];
    let question = (choices, any::<bool>())
        .prop_map(|(choices, multiple)| Opening::Question { choices, multiple });
    let sections = prop_oneof![6 => vec(1..=3_usize, 1..=3), 1 => vec(10..=12_usize, 4)];
    let briefing = sections.prop_map(|sections| Opening::Briefing { sections });
    prop_oneof![
        1 => (question, moves(questions_move())),
        1 => (Just(Opening::Review), moves(reviews_move())),
        4 => (briefing, moves(briefings_move())),
    ]
}

fn moves(own: impl Strategy<Value = Move> + 'static) -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        24 => own,
        1 => questions_move(),
        1 => reviews_move(),
        1 => briefings_move(),
        1 => anyones_move(),
        4 => prop_oneof![Just(Move::Undo), Just(Move::Send)],
    ];
    vec(one, 1..40)
}

/// A reply, given at once or held.
fn given(reply: impl Strategy<Value = Move>) -> impl Strategy<Value = Move> {
    (reply, prop::bool::weighted(0.06)).prop_map(|(reply, held)| {
        if held {
            Move::Hold(Box::new(reply))
        } else {
            reply
        }
    })
}

fn questions_move() -> impl Strategy<Value = Move> {
    let answered = (vec(any::<Index>(), 0..3), rarely(), option::of(any_words()))
        .prop_map(|(picks, stray, text)| Move::Answered { picks, stray, text });
    prop_oneof![
        1 => given(answered),
        5 => given(any_words().prop_map(Move::AskBack)),
        5 => any_words().prop_map(Move::AnswerFollowUp),
    ]
}

fn reviews_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        1 => given(option::of(any_words()).prop_map(|note| Move::Approved { note })),
        1 => given(any_words().prop_map(Move::ChangesRequested)),
        8 => given(any_words().prop_map(Move::AskBack)),
        8 => any_words().prop_map(Move::AnswerFollowUp),
    ]
}

fn briefings_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        40 => given(
            (mostly(), vec(any_said(), 1..6))
                .prop_map(|(tidy, said)| Move::Round { tidy, said }),
        ),
        40 => (mostly(), vec(any_given(), 0..4))
            .prop_map(|(tidy, given)| Move::AnswerPoints { tidy, given }),
        1 => given(Just(Move::ResolveAll)),
    ]
}

fn anyones_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        given(Just(Move::Dismiss)),
        any_words().prop_map(Move::Withdraw),
        Just(Move::Close),
        prop_oneof![Just(HandedOver::NotYet), Just(HandedOver::Already)].prop_map(Move::TakeBack),
    ]
}

fn any_said() -> impl Strategy<Value = Said> {
    let text =
        prop_oneof![2 => Just(None), 4 => Just(Some(Words::Some)), 1 => Just(Some(Words::Blank))];
    let resolved = prop_oneof![4 => Just(None), 3 => Just(Some(true)), 1 => Just(Some(false))];
    (any_point(), text, resolved).prop_map(|(point, text, resolved)| Said {
        point,
        text,
        resolved,
    })
}

fn any_given() -> impl Strategy<Value = Given> {
    let adds = prop_oneof![4 => Just(0), 6 => 1..4_usize, 1 => 60..160_usize];
    (any_point(), adds, any_words()).prop_map(|(point, adds, words)| Given { point, adds, words })
}

fn any_point() -> impl Strategy<Value = Which> {
    prop_oneof![
        30 => any::<Index>().prop_map(Which::OneOfThem),
        1 => prop::sample::select(vec!["0", "01", "1.", "99", "1.1.1.1", PRIVATE])
            .prop_map(Which::NoneOfThem),
    ]
}

fn any_words() -> impl Strategy<Value = Words> {
    prop_oneof![12 => Just(Words::Some), 1 => Just(Words::Blank)]
}

fn rarely() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.1)
}

fn mostly() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.8)
}
