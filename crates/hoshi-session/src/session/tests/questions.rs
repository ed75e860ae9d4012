//! Questions that change nothing.

use super::*;
use crate::{Answer, Question};

fn ask(table: &Table, question: Question) -> Answer {
    let answer = table.session.ask(&question);
    assert_eq!(table.session.snapshot().as_ref(), Some(&table.view));
    answer
}

fn table() -> Table {
    let text = "
        . X O .
        X O . O
        . X O .
        . . . .
    ";
    Table::new(board(text, "chinese"), people(), recorded())
}

#[test]
fn is_a_move_valid() {
    let mut table = table();
    let is_valid = |table: &Table, name: &str| match ask(table, Question::IsValid { at: at(name) })
    {
        Answer::Valid => "valid".to_owned(),
        Answer::Invalid { rule, .. } => rule,
        Answer::Refused { text } => text,
        other => panic!("{other:?}"),
    };
    for (name, answer) in [
        ("A1", "valid"),
        ("pass", "valid"),
        ("B3", "occupied"),
        ("Z9", "`Z9` is not a point of a 4x4 board"),
    ] {
        assert_eq!(is_valid(&table, name), answer);
    }
    table.play("C3");
    assert_eq!(is_valid(&table, "B3"), "ko");
    assert_eq!(is_valid(&table, "A4"), "suicide");
    table.both(Command::Resign { color: Some(Side::White) }).unwrap();
    assert_eq!(is_valid(&table, "A1"), "game-over");
}

#[test]
fn what_would_a_stone_do() {
    let table = table();
    let answer = ask(&table, Question::DryRun { at: at("C3") });
    let expected = Answer::DryRun { captured: vec![at("B3")], liberties: 1, ko: Some(at("B3")) };
    assert_eq!(answer, expected);
    let pass = Answer::DryRun { captured: vec![], liberties: 0, ko: None };
    assert_eq!(ask(&table, Question::DryRun { at: Vertex::PASS }), pass);
    let taken = ask(&table, Question::DryRun { at: at("B3") });
    assert!(matches!(taken, Answer::Invalid { .. }));
    assert!(matches!(ask(&table, Question::DryRun { at: at("A9") }), Answer::Refused { .. }));
}

#[test]
fn which_liberties_does_a_block_have() {
    let table = table();
    let Answer::Liberties { blocks } = ask(&table, Question::Liberties { at: Some(at("B3")) })
    else {
        panic!()
    };
    assert_eq!(blocks.len(), 1);
    assert_eq!((blocks[0].color, names(&blocks[0].liberties)), (Side::White, "C3".into()));
    let Answer::Liberties { blocks } = ask(&table, Question::Liberties { at: None }) else {
        panic!()
    };
    assert_eq!(blocks.len(), 7);
    let none = ask(&table, Question::Liberties { at: Some(at("A1")) });
    assert_eq!(none, Answer::Refused { text: "there is no stone on A1".into() });
}

#[test]
fn stones_the_end_the_score_and_the_record() {
    let mut table = Table::plain(3, "chinese");
    table.play("B2 A1");
    let Answer::Stones { stones } = ask(&table, Question::Stones) else { panic!() };
    let black = Stone { color: Side::Black, at: at("B2") };
    assert_eq!(stones, [black, Stone { color: Side::White, at: at("A1") }]);
    assert_eq!(ask(&table, Question::IsOver), Answer::Over { result: None });
    let Answer::Score { score } = ask(&table, Question::Score) else { panic!() };
    assert_eq!((score.result.as_str(), score.area), ("W+7.5", true));
    let Answer::Record { sgf } = ask(&table, Question::Record) else { panic!() };
    assert_eq!(sgf, table.disk());
    table.both(Command::Resign { color: Some(Side::Black) }).unwrap();
    let over = Answer::Over { result: Some("W+R".into()) };
    assert_eq!(ask(&table, Question::IsOver), over);
    let table = Table::new(start(53, "chinese"), people(), recorded());
    assert!(matches!(ask(&table, Question::Record), Answer::Refused { .. }));
}
