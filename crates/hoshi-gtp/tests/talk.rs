//! The dialogue with an engine, without an engine and without a clock.

use std::time::Duration;

use hoshi_gtp::{Answer, Talk};

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn yes(text: &str) -> Option<Answer> {
    Some(Answer::Yes(text.to_owned()))
}

#[test]
fn commands_are_numbered_from_one() {
    let mut talk = Talk::default();
    for number in 1..=3 {
        let (id, bytes) = talk.ask("name", None);
        assert_eq!((id, bytes), (number, format!("{number} name\n").into_bytes()));
    }
    assert_eq!((talk.deadline(), talk.strays()), (None, 0));
}

#[test]
fn an_answer_is_returned_once() {
    let mut talk = Talk::default();
    let (id, _) = talk.ask("name", None);
    talk.hear(b"=1 a\n\n=1 b\n\n");
    assert_eq!(talk.answer(id), yes("a"));
    assert_eq!(talk.answer(id), None);
    assert_eq!(talk.strays(), 1);
}

#[test]
fn every_command_has_its_own_deadline() {
    let mut talk = Talk::default();
    let (first, _) = talk.ask("one", Some(at(9)));
    let (second, _) = talk.ask("two", Some(at(5)));
    let (third, _) = talk.ask("three", None);
    assert_eq!(talk.deadline(), Some(at(5)));
    talk.pass_time(at(4));
    assert_eq!(talk.answer(second), None);
    talk.pass_time(at(5));
    assert_eq!(talk.answer(second), Some(Answer::TooLate));
    assert_eq!(talk.answer(second), None);
    assert_eq!(talk.deadline(), Some(at(9)));
    talk.hear(b"=1 in time\n\n");
    talk.pass_time(at(1_000_000));
    assert_eq!(talk.answer(first), yes("in time"));
    assert_eq!((talk.answer(third), talk.deadline()), (None, None));
}

/// An answer that came before the time was checked has come in time.
#[test]
fn an_answer_that_came_is_not_too_late() {
    let mut talk = Talk::default();
    let (id, _) = talk.ask("name", Some(at(1)));
    talk.hear(b"=1 a\n\n");
    talk.pass_time(at(2));
    assert_eq!(talk.answer(id), yes("a"));
    assert_eq!(talk.answer(id), None);
}

#[test]
fn a_late_answer_is_ignored() {
    for late in ["=1 old\n\n", "= old\n\n", "? old\n\n"] {
        let mut talk = Talk::default();
        let (first, _) = talk.ask("genmove black", Some(at(1)));
        talk.pass_time(at(1));
        assert_eq!(talk.answer(first), Some(Answer::TooLate));
        let (second, _) = talk.ask("name", Some(at(2)));
        talk.hear(late.as_bytes());
        assert_eq!((talk.answer(first), talk.answer(second)), (None, None), "{late}");
        assert_eq!(talk.strays(), 1);
        talk.hear(b"= new\n\n");
        assert_eq!(talk.answer(second), yes("new"), "{late}");
    }
}

/// A command without an answer does not block later ones, if the answers have numbers.
#[test]
fn an_engine_may_skip_a_command() {
    let mut talk = Talk::default();
    talk.ask("lost", Some(at(1)));
    talk.pass_time(at(1));
    let (second, _) = talk.ask("two", None);
    talk.hear(b"=2 two\n\n");
    assert_eq!(talk.answer(second), yes("two"));
    let (third, _) = talk.ask("three", None);
    talk.hear(b"= three\n\n");
    assert_eq!(talk.answer(third), yes("three"));
}

#[test]
fn answers_without_numbers_are_taken_in_order() {
    let mut talk = Talk::default();
    let (first, _) = talk.ask("one", None);
    let (second, _) = talk.ask("two", None);
    talk.hear(b"= 1\n\n? 2\n\n= 3\n\n");
    assert_eq!(talk.answer(second), Some(Answer::No("2".to_owned())));
    assert_eq!(talk.answer(first), yes("1"));
    assert_eq!(talk.strays(), 1);
}

#[test]
fn answers_with_numbers_may_come_in_any_order() {
    let mut talk = Talk::default();
    let (first, _) = talk.ask("one", None);
    let (second, _) = talk.ask("two", None);
    talk.hear(b"=2 b\n\n=1 a\n\n=99 c\n\n");
    assert_eq!((talk.answer(first), talk.answer(second)), (yes("a"), yes("b")));
    assert_eq!(talk.strays(), 1);
}

#[test]
fn lines_outside_the_protocol_are_counted() {
    let mut talk = Talk::default();
    talk.hear(b"Welcome\nto Go\n\n# a comment\n\n= unasked\n\n");
    assert_eq!(talk.strays(), 3);
    let (id, _) = talk.ask("name", None);
    talk.hear(b"hm\n=1 a\n\n");
    assert_eq!((talk.answer(id), talk.strays()), (yes("a"), 4));
}

#[test]
fn lines_belong_to_the_last_command() {
    let mut talk = Talk::default();
    for (first, second) in [("=1\n", "=2\n"), ("=\n", "=\n")] {
        talk = Talk::default();
        talk.ask("analyze", None);
        talk.hear(first.as_bytes());
        talk.hear(b"a\nb\n");
        assert_eq!(talk.lines().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(talk.lines().count(), 0);
        talk.hear(b"c\n");
        talk.ask("analyze", None);
        talk.hear(b"d\n");
        assert_eq!(talk.lines().count(), 0, "lines of the first analysis are late");
        talk.hear(format!("\n{second}e\n").as_bytes());
        assert_eq!(talk.lines().collect::<Vec<_>>(), ["e"]);
    }
    talk.hear(b"f\n\n");
    assert_eq!(talk.lines().count(), 0, "the complete answer has them");
    assert_eq!(talk.answer(1), yes("a\nb\nc\nd"));
    assert_eq!(talk.answer(2), yes("e\nf"));
}

/// An endless answer that nobody reads does not fill the memory.
#[test]
fn unread_lines_are_limited() {
    let mut talk = Talk::default();
    talk.ask("analyze", None);
    talk.hear(b"=1\n");
    for _ in 0..20_000 {
        talk.hear(b"short\n");
    }
    assert_eq!(talk.lines().count(), 4096);
    let long = format!("{}\n", "x".repeat(1 << 18));
    for _ in 0..40 {
        talk.hear(long.as_bytes());
    }
    let held: usize = talk.lines().map(|line| line.len()).sum();
    assert_eq!(held, 1 << 20);
}
