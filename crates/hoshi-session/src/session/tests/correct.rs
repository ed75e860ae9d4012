//! Corrections of earlier moves.

use super::*;

fn correct(number: u32, name: &str) -> Command {
    Command::Correct { number, at: at(name) }
}

#[test]
fn a_correction_plays_the_rest_again() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4 E5 F6");
    table.both(correct(2, "G7")).unwrap();
    assert_eq!(table.moves(), "D4 G7 F6");
    assert!(table.disk().ends_with(";B[df];W[gc];B[fd])\n"), "{}", table.disk());
    let refused = table.both(correct(2, "F6")).unwrap_err();
    assert!(refused.to_string().starts_with("then move 3, Black F6, would be illegal"));
    let no_such_move = Refused::NoSuchMove { number: 4, last: 3 };
    assert_eq!(table.both(correct(4, "G7")), Err(no_such_move));
    assert_eq!(table.both(correct(0, "G7")).unwrap_err().code(), "no_such_move");
    // One player alone cannot change what was played.
    assert_eq!(table.tell(Actor::Black, correct(1, "A1")), Err(Refused::Alone));
}

#[test]
fn a_correction_changes_a_result_that_the_rules_made() {
    let text = "(;SZ[5]RU[Tromp-Taylor]KM[7.5];B[bb];W[])";
    let mut table = Table::resume(text, people(), recorded());
    table.play("pass");
    assert!(table.result().is_some());
    table.both(correct(3, "C3")).unwrap();
    assert_eq!((table.view.phase, table.result()), (Phase::Playing, None));
    table.both(correct(3, "pass")).unwrap();
    assert_eq!(table.event_names(), ["moved", "ended"]);
    table.both(correct(1, "C3")).unwrap();
    assert_eq!(table.event_names(), ["moved", "ended"]);
    assert_eq!(table.result(), Some("B+17.5"));
}

#[test]
fn a_correction_keeps_an_agreed_result() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4 E5");
    table.both(Command::Resign { color: Some(Side::White) }).unwrap();
    table.both(correct(1, "C3")).unwrap();
    assert_eq!((table.moves().as_str(), table.result()), ("C3 E5", Some("B+R")));

    // A count does not survive it.
    let mut table = Table::plain(5, "chinese");
    table.play("C3 pass pass");
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.both(correct(1, "B2")), Err(Refused::BeforeSetup));
}

#[test]
fn a_correction_while_marking_restarts_it() {
    let mut table = Table::new(board(CORNER, "chinese"), people(), recorded());
    table.play("C5 pass pass");
    let revision = table.marking().revision;
    assert_eq!(table.dead(), "A1");
    assert!(table.disk().contains("HOSHID[ae]"), "{}", table.disk());
    // Black takes the stone instead.
    table.both(correct(1, "B1")).unwrap();
    assert_eq!(table.dead(), "");
    assert!(table.marking().revision > revision);
    assert!(!table.disk().contains("HOSHID"), "{}", table.disk());
    table.both(correct(3, "C5")).unwrap();
    assert_eq!((table.view.phase, &table.view.marking), (Phase::Playing, &None));
    assert!(!table.disk().contains("HOSHID"), "{}", table.disk());
}

#[test]
fn a_strange_record_and_its_game_stay_in_step() {
    for text in [
        "(;SZ[9];AB[aa]W[bb])",
        "(;SZ[9];B[cc];AB[aa]W[bb]C[both];B[dd])",
        "(;SZ[9];B[aa];W[zz])",
        "(;SZ[9];B[zz];W[aa];B[bb])",
        "(;SZ[9]B[aa];B[bb];B[cc])",
        "(;SZ[9]AB[aa]B[bb]W[cc];B[dd])",
        "(;SZ[9];B[aa]W[bb];B[aa];C[x];;)",
        "(;SZ[9]HA[2];B[aa];B[bb];W[cc])",
        "(;SZ[9];B[];W[];B[aa];AE[aa];PL[B])",
    ] {
        for keep_undone in [false, true] {
            let terms = Terms { keep_undone, ..recorded() };
            let session = Session::resume(kifu(text), people(), terms).session;
            let mut table = Table::of(session, true);
            let mut done = 0;
            for command in
                [UNDO, correct(1, "H8"), play("G7"), UNDO, UNDO, Command::Redo, play("H7")]
            {
                // The helper checks that they are in step.
                done += u32::from(table.both(command).is_ok());
            }
            assert!(done >= 3, "{text}: {done}");
        }
    }
}
