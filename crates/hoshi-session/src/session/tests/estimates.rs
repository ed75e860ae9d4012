//! The judge of the terms estimates dead stones if no player does, and nothing waits for it.

use super::*;

/// Two passes on a board with a dead stone; the judge has not answered.
fn asked() -> Table {
    let mut table = Table::new(board(CORNER, "chinese"), people(), recorded());
    table.is_slow = true;
    table.play("pass pass");
    assert!(table.estimating.is_some());
    table
}

#[test]
fn commands_work_while_the_judge_runs() {
    let mut table = asked();
    assert_eq!(table.event_names(), ["played", "marking"]);
    assert!(table.marking().waiting);
    assert_eq!(table.dead(), "");
    table.both(Command::Comment { text: "hm".into(), on: None }).unwrap();
    assert_eq!(table.accept(Actor::Both), Err(Refused::Estimating));
    assert_eq!(table.both(Command::Demonstrate), Err(Refused::Estimating));
    table.estimated();
    assert_eq!(table.event_names(), ["marking"]);
    assert!(!table.marking().waiting);
    assert_eq!(table.dead(), "A1");
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
}

#[test]
fn a_person_who_marked_first_is_not_overruled() {
    let mut table = asked();
    table.mark(Actor::Both, "E1", Status::Dead).unwrap_err();
    table.mark(Actor::Both, "C3", Status::Dead).unwrap();
    let marked = table.dead();
    table.estimated();
    assert_eq!(table.dead(), marked);
    assert!(!table.marking().waiting && !marked.contains("A1"), "{marked}");
}

#[test]
fn outdated_requests_are_stopped() {
    for command in [Command::Resume { color: Some(Side::Black) }, UNDO, Command::Review] {
        let mut table = asked();
        let (job, game, judge) = table.estimating.clone().unwrap();
        table.both(command.clone()).unwrap();
        assert!(table.estimating.is_none(), "{command:?}");
        let before = table.view.clone();
        let marks = judge.marks(&game);
        assert!(table.session.estimated(job, Some(marks), table.now).is_empty());
        assert_eq!(Some(before), table.session.snapshot(), "{command:?}");
    }
    // After the review it is asked again.
    let mut table = asked();
    table.both(Command::Review).unwrap();
    table.both(Command::PlayOn).unwrap();
    table.estimated();
    assert_eq!(table.dead(), "A1");
}

#[test]
fn a_judge_that_fails_leaves_it_to_the_players() {
    let mut table = asked();
    let (job, ..) = table.estimating.take().unwrap();
    let effects = table.session.estimated(job, None, table.now);
    table.take(effects);
    assert_eq!(table.event_names(), ["note", "marking"]);
    assert_eq!((table.dead().as_str(), table.marking().waiting), ("", false));
    table.mark(Actor::Both, "A1", Status::Dead).unwrap();
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
}

/// The program is asked first; if it has no opinion, the judge is.
#[test]
fn a_program_without_an_opinion_leaves_it_to_the_judge() {
    let mut table = Table::new(board(CORNER, "chinese"), against_program(), recorded());
    table.is_slow = true;
    table.ready(Color::White, profile(true));
    table.play("pass");
    table.chooses(Color::White, "pass");
    assert!(table.estimating.is_none());
    assert_eq!(table.accept(Actor::Black), Err(Refused::Judging(Side::White)));
    table.report(Color::White, Ok(Answered::Judged(None)));
    assert_eq!(table.accept(Actor::Black), Err(Refused::Estimating));
    table.estimated();
    assert_eq!(table.dead(), "A1");
    assert_eq!(table.marking().source, "unconditional life and playouts");
}

#[test]
fn a_resumed_game_asks_the_judge() {
    let left = asked().disk().to_owned();
    let mut table = Table::resume(&left, people(), recorded());
    assert_eq!(table.dead(), "A1");
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
}
