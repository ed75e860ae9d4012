//! Review and editing.

use super::*;
use crate::{Markup, MarkupKind};

const VARIATIONS: &str =
    "(;SZ[5]RE[B+R];B[cc]C[centre](;W[bb];B[dd])(;W[dd]TR[cc]LB[aa:x];B[bb](;W[aa])(;W[ab])))";

fn reviewed(text: &str) -> Table {
    Table::of(Session::review(kifu(text), recorded()).session, false)
}

fn walk(table: &mut Table, step: Step) -> Result<(), Refused> {
    table.both(Command::Walk { step })
}

fn path(text: &str) -> Step {
    Step::Path { path: text.into() }
}

const NEXT: Step = Step::Next { variation: 0 };

#[test]
fn every_step() {
    let mut table = reviewed(VARIATIONS);
    assert_eq!((table.view.mode, table.view.node.path.as_str()), (Mode::Review, ""));
    let mut go = |step: Step, path: &str, moves: &str| {
        walk(&mut table, step.clone()).unwrap();
        assert_eq!(
            (table.view.node.path.as_str(), table.moves().as_str()),
            (path, moves),
            "{step:?}"
        );
        assert_eq!(table.event_names(), ["moved"]);
    };
    go(NEXT, "0", "C3");
    go(Step::Next { variation: 1 }, "0.1", "C3 D2");
    go(Step::Last, "0.1.0.0", "C3 D2 B4 A5");
    go(Step::Sibling { by: 1 }, "0.1.0.1", "C3 D2 B4 A4");
    go(Step::Sibling { by: -1 }, "0.1.0.0", "C3 D2 B4 A5");
    go(Step::Back, "0.1.0", "C3 D2 B4");
    go(Step::Number { number: 1 }, "0", "C3");
    go(Step::Number { number: 3 }, "0.0.0", "C3 B4 D2");
    go(Step::Number { number: 0 }, "", "");
    go(path("0.1.0.1"), "0.1.0.1", "C3 D2 B4 A4");
    go(Step::First, "", "");
    go(path(""), "", "");
    for step in [
        Step::Back,
        Step::Next { variation: 1 },
        Step::Sibling { by: 1 },
        Step::Number { number: 4 },
        path("0.7"),
        path("x"),
        path("1"),
    ] {
        assert_eq!(walk(&mut table, step), Err(Refused::NoSuchNode));
    }
}

#[test]
fn what_the_record_says_is_shown() {
    let mut table = reviewed(VARIATIONS);
    walk(&mut table, NEXT).unwrap();
    let node = &table.view.node;
    assert_eq!(node.comment, "centre");
    let next: Vec<_> = node.next.iter().map(|stone| stone.unwrap().at.to_string()).collect();
    assert_eq!(next, ["B4", "D2"]);
    walk(&mut table, Step::Next { variation: 1 }).unwrap();
    let marks: Vec<_> = table
        .view
        .node
        .markup
        .iter()
        .map(|m| (m.at.to_string(), m.kind, m.text.as_str()))
        .collect();
    let triangle = ("C3".to_owned(), MarkupKind::Triangle, "");
    assert_eq!(marks, [triangle, ("A5".to_owned(), MarkupKind::Label, "x")]);
    // The result is shown where the game ended, and only there.
    assert_eq!(table.result(), None);
    walk(&mut table, Step::Last).unwrap();
    assert_eq!(table.result(), None);
    walk(&mut table, path("0.0.0")).unwrap();
    assert_eq!(table.result(), Some("B+R"));
}

#[test]
fn a_move_goes_to_its_variation_or_makes_one() {
    let mut table = reviewed(VARIATIONS);
    table.play("C3 D2");
    assert_eq!((table.view.node.path.as_str(), table.disk.is_none()), ("0.1", true));
    table.play("E5");
    assert_eq!(table.view.node.path, "0.1.1");
    assert!(table.disk().ends_with("(;B[ea])))\n"), "{}", table.disk());
    let refused = table.both(play("E5")).unwrap_err();
    assert_eq!(refused.code(), "illegal_move");
    table.play("pass pass");
    assert_eq!(table.view.phase, Phase::Marking);
    // A variation may continue after two passes.
    table.play("A1");
    assert_eq!(table.view.node.path, "0.1.1.0.0.0");
}

#[test]
fn comments_markup_and_setups() {
    let mut table = reviewed("(;SZ[5];B[cc])");
    table.both(Command::Comment { text: "start".into(), on: None }).unwrap();
    assert_eq!(table.disk(), "(;SZ[5]C[start];B[cc])\n");
    walk(&mut table, NEXT).unwrap();
    let mark = |name, kind, text: &str| Markup { at: at(name), kind, text: text.into() };
    let marks = vec![
        mark("A1", MarkupKind::Circle, ""),
        mark("A2", MarkupKind::Square, ""),
        mark("A3", MarkupKind::Triangle, ""),
        mark("A4", MarkupKind::Cross, ""),
        mark("A5", MarkupKind::Selected, ""),
        mark("C3", MarkupKind::Label, "]:"),
    ];
    table.both(Command::Markup { marks: marks.clone() }).unwrap();
    assert_eq!((table.event_names(), &table.view.node.markup), (vec!["node"], &marks));
    let text = ";B[cc]CR[ae]SQ[ad]TR[ac]MA[ab]SL[aa]LB[cc:\\]\\:])\n";
    assert!(table.disk().ends_with(text), "{}", table.disk());
    let off = Command::Markup { marks: vec![mark("F6", MarkupKind::Circle, "")] };
    assert_eq!(table.both(off).unwrap_err().code(), "no_such_point");
    table.both(Command::Markup { marks: Vec::new() }).unwrap();
    assert!(table.disk().ends_with(";B[cc])\n"), "{}", table.disk());

    let stone = Stone { color: Side::White, at: at("B2") };
    let set_up =
        Command::SetUp { stones: vec![stone], empty: vec![at("C3")], turn: Some(Side::White) };
    table.both(set_up).unwrap();
    assert_eq!(table.view.position.rows, [".....", ".....", ".....", ".O...", "....."]);
    assert_eq!(table.view.position.turn, Some(Side::White));
    assert!(table.disk().ends_with(";B[cc];AW[bd]AE[cc]PL[W])\n"), "{}", table.disk());
    let off = Command::SetUp { stones: vec![], empty: vec![at("F6")], turn: None };
    assert_eq!(table.both(off).unwrap_err().code(), "no_such_point");
}

#[test]
fn nodes_are_corrected_removed_and_promoted() {
    let mut table = reviewed(VARIATIONS);
    walk(&mut table, path("0.1.0.1")).unwrap();
    table.both(Command::Correct { number: 4, at: at("E5") }).unwrap();
    assert_eq!((table.moves().as_str(), table.view.node.path.as_str()), ("C3 D2 B4 E5", "0.1.0.1"));
    table.both(Command::Promote).unwrap();
    assert_eq!(table.view.node.path, "0.0.0.0");
    table.both(Command::Remove).unwrap();
    assert_eq!((table.moves().as_str(), table.view.node.path.as_str()), ("C3 D2 B4", "0.0.0"));
    assert_eq!(
        table.disk(),
        "(;SZ[5]RE[B+R];B[cc]C[centre]\n(;W[dd]TR[cc]LB[aa:x];B[bb];W[aa])\n(;W[bb];B[dd]))\n"
    );
    walk(&mut table, Step::First).unwrap();
    assert_eq!(table.both(Command::Remove).unwrap_err().code(), "record");
}

#[test]
fn a_counted_game_can_be_corrected_in_review() {
    let mut table = reviewed("(;SZ[5]RE[B+17.5]RU[Chinese]KM[7.5];B[cc];W[];B[])");
    walk(&mut table, Step::Last).unwrap();
    assert_eq!(table.result(), Some("B+17.5"));
    table.both(Command::Correct { number: 1, at: at("B2") }).unwrap();
    assert_eq!((table.moves().as_str(), table.result()), ("B2 pass pass", Some("B+17.5")));
}

#[test]
fn an_empty_node_of_somebody_else_is_a_place_too() {
    let mut table = reviewed("(;SZ[5];B[cc];;)");
    walk(&mut table, Step::Last).unwrap();
    assert_eq!(table.view.node.path, "0.0.0");
    table.both(Command::Comment { text: "here".into(), on: None }).unwrap();
    assert_eq!(table.disk(), "(;SZ[5];B[cc];;C[here])\n");
    assert_eq!(
        (table.view.node.path.as_str(), table.view.node.comment.as_str()),
        ("0.0.0", "here")
    );
    // A comment on another node, wherever the review is.
    let on = Some(Step::Path { path: "0".into() });
    table.both(Command::Comment { text: "there".into(), on }).unwrap();
    assert_eq!(table.view.node.comment, "here");
    assert_eq!(table.disk(), "(;SZ[5];B[cc]C[there];;C[here])\n");
}

#[test]
fn only_what_belongs_to_review() {
    let mut table = reviewed(VARIATIONS);
    for command in [
        UNDO,
        Command::Redo,
        Command::Resign { color: Some(Side::Black) },
        Command::Accept { revision: 0 },
        Command::Result { result: "Void".into() },
        Command::Stop,
        Command::Ask,
        Command::Pause,
        Command::Review,
        Command::Demonstrate,
    ] {
        assert_eq!(table.both(command), Err(Refused::Reviewing));
    }
}

#[test]
fn a_game_is_reviewed_when_it_is_over() {
    let mut table = Table::plain(5, "chinese");
    table.play("C3 B2");
    assert_eq!(table.tell(Actor::Black, Command::Review), Err(Refused::NotYet));
    table.tell(Actor::Black, Command::Resign { color: None }).unwrap();
    table.tell(Actor::White, Command::Review).unwrap();
    assert_eq!(table.view.mode, Mode::Review);
    // Against a program, or with both seats, a review is always possible.
    let mut table = Table::new(start(5, "chinese"), against_program(), recorded());
    table.tell(Actor::Black, Command::Review).unwrap();
    let mut table = Table::plain(5, "chinese");
    table.both(Command::Review).unwrap();
}

/// While a game is played, its main line is what was played, so that a crash does not change the game.
#[test]
fn a_variation_is_not_made_the_main_line_of_a_running_game() {
    let mut table = Table::plain(5, "chinese");
    table.play("C3 B2 D4");
    table.both(Command::Review).unwrap();
    walk(&mut table, Step::First).unwrap();
    table.play("E5");
    let before = table.disk().to_owned();
    let refused = table.both(Command::Promote).unwrap_err();
    assert_eq!(refused.code(), "running");
    assert_eq!(table.disk(), before);
    table.both(Command::PlayOn).unwrap();
    table.both(Command::Resign { color: Some(Side::White) }).unwrap();
    table.both(Command::Review).unwrap();
    walk(&mut table, path("1")).unwrap();
    table.both(Command::Promote).unwrap();
    assert!(table.disk().contains("\n(;B[ea])\n(;B[cc]"), "{}", table.disk());
}

#[test]
fn play_continues_at_the_same_position() {
    let mut table = Table::plain(5, "japanese");
    table.play("C3 B2 D4");
    table.both(UNDO).unwrap();
    let (before, record) = (table.view.clone(), table.disk().to_owned());
    table.both(Command::Review).unwrap();
    walk(&mut table, Step::First).unwrap();
    table.play("E5");
    table.both(Command::PlayOn).unwrap();
    assert_eq!(table.view.position, before.position);
    // Main line first, then what was taken back, then what was tried.
    let text = ";B[cc];W[dd]";
    assert!(!table.disk().contains(text));
    assert!(
        table.disk().ends_with("\n(;B[cc];W[bd]\n(;)\n(;B[db]))\n(;B[ea]))\n"),
        "{}",
        table.disk()
    );
    assert_ne!(table.disk(), record);
    table.play("A1");
    assert!(
        table.disk().ends_with("\n(;B[cc];W[bd]\n(;B[ae])\n(;B[db]))\n(;B[ea]))\n"),
        "{}",
        table.disk()
    );
}

#[test]
fn a_review_that_changes_nothing_leaves_everything() {
    // The end of a game that was taken back to, its count, and who asked to play on.
    let mut over = Table::plain(5, "chinese");
    over.play("C3 B2 D4");
    over.both(UNDO).unwrap();
    over.both(Command::Resign { color: Some(Side::White) }).unwrap();
    let mut counted = Table::new(board(CORNER, "chinese"), people(), recorded());
    counted.play("pass pass");
    counted.accept(Actor::Both).unwrap();
    let mut resumed = Table::new(board(CORNER, "japanese"), people(), recorded());
    resumed.play("pass pass");
    resumed.tell(Actor::Black, Command::Resume { color: None }).unwrap();
    for mut table in [over, counted, resumed] {
        let (before, record) = (table.view.clone(), table.disk().to_owned());
        table.both(Command::Review).unwrap();
        walk(&mut table, Step::First).unwrap();
        walk(&mut table, Step::Last).unwrap();
        table.both(Command::PlayOn).unwrap();
        assert_eq!(Snapshot { seq: before.seq, ..table.view.clone() }, before);
        assert_eq!(table.disk(), record);
    }
}

#[test]
fn a_game_whose_end_was_removed_continues() {
    let mut table = Table::plain(5, "chinese");
    table.play("C3 B2 D4");
    table.both(Command::Resign { color: Some(Side::White) }).unwrap();
    table.both(Command::Review).unwrap();
    table.both(Command::Remove).unwrap();
    table.both(Command::PlayOn).unwrap();
    assert_eq!((table.view.phase, table.moves().as_str()), (Phase::Playing, "C3 B2"));
    assert!(!table.disk().contains("RE["), "{}", table.disk());
    table.play("A1");
}

#[test]
fn a_review_of_marks_returns_to_them() {
    let mut table = Table::new(board(CORNER, "chinese"), people(), recorded());
    table.play("pass pass");
    table.mark(Actor::Both, "D4", Status::Dead).unwrap();
    let dead = table.dead();
    table.both(Command::Review).unwrap();
    assert_eq!((table.view.phase, &table.view.marking), (Phase::Marking, &None));
    table.both(Command::PlayOn).unwrap();
    assert_eq!(table.dead(), dead);
}
