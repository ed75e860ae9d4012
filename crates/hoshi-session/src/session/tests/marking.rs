//! Dead stones: proposed, marked, disputed, accepted.

use super::*;

fn corner() -> Table {
    let mut table = Table::new(board(CORNER, "chinese"), people(), recorded());
    table.play("pass pass");
    table
}

/// A person with Black, a program with White that has opinions.
fn with_judge() -> Table {
    let mut table = Table::new(board(CORNER, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(true));
    table.play("pass");
    table.chooses(Color::White, "pass");
    table
}

#[test]
fn two_passes_lead_to_a_proposal() {
    let table = corner();
    assert_eq!(table.event_names(), ["played", "marking", "marking"]);
    let Event::Marking { by, changed, .. } = &table.events[2].event else { panic!() };
    assert_eq!((*by, names(changed)), (None, "A1".into()));
    let marking = table.marking();
    assert_eq!(marking.source, "unconditional life and playouts");
    assert_eq!((marking.waiting, marking.accepted.black), (false, false));
    assert_eq!(marking.result, "W+5.5");
    assert_eq!(table.view.phase, Phase::Marking);
    assert!(table.disk().contains(";W[]HOSHID[ae]"), "{}", table.disk());
    assert_eq!(table.view.position.forbidden, []);
}

#[test]
fn an_acceptance_names_what_was_seen() {
    let mut table = corner();
    let old = table.marking().revision;
    table.tell(Actor::Black, Command::Accept { revision: old }).unwrap();
    assert!(table.marking().accepted.black && !table.marking().accepted.white);
    // White changes something: Black has not accepted that.
    table.mark(Actor::White, "C4", Status::Dead).unwrap();
    let Event::Marking { by, changed, .. } = &table.events[0].event else { panic!() };
    assert_eq!((*by, names(changed)), (Some(Side::White), "B5 A4 B4 C4 B3 A2 B2 C2 C1".into()));
    assert_eq!(table.marking().source, "White");
    assert!(!table.marking().accepted.black);
    let now = table.marking().revision;
    let refused = table.tell(Actor::Black, Command::Accept { revision: old }).unwrap_err();
    assert_eq!(refused, Refused::OldRevision { now });
    table.mark(Actor::Black, "B4", Status::Alive).unwrap();
    assert_eq!((table.dead().as_str(), table.marking().source.as_str()), ("A1", "Black"));
    table.accept(Actor::White).unwrap();
    assert_eq!(table.result(), None);
    table.accept(Actor::Black).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
    assert_eq!(table.event_names()[0], "ended");
}

#[test]
fn revisions_of_another_count_are_never_valid_again() {
    let mut table = corner();
    let old = table.marking().revision;
    table.tell(Actor::Black, Command::Resume { color: None }).unwrap();
    table.play("pass pass");
    assert_ne!(table.marking().revision, old);
    assert_eq!(
        table.tell(Actor::Black, Command::Accept { revision: old }).unwrap_err().code(),
        "old_revision"
    );
}

#[test]
fn the_count_reaches_the_record() {
    let mut table = Table::plain(3, "chinese");
    table.play("B2 A1 pass pass");
    if !table.dead().is_empty() {
        table.mark(Actor::Both, &table.dead(), Status::Alive).unwrap();
    }
    table.mark(Actor::Both, "A1", Status::Dead).unwrap();
    assert_eq!(table.marking().source, "the players");
    // One keyboard accepts for both.
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.result(), Some("B+1.5"));
    let score = table.view.result.as_ref().unwrap().score.as_ref().unwrap();
    assert_eq!((score.sides.black.territory, score.sides.black.stones), (8, 1));
    assert_eq!(score.owners, ["xxx", "xXx", "xxx"]);
    let last = "TB[aa][ba][ca][ab][cb][ac][bc][cc])\n";
    assert!(table.disk().ends_with(last), "{}", table.disk());
    // After the end is taken back, the marks are those that were agreed on.
    table.both(UNDO).unwrap();
    assert_eq!((table.view.phase, table.dead().as_str()), (Phase::Marking, "A1"));
    assert!(!table.disk().contains("TB["), "{}", table.disk());
    table.both(Command::Resume { color: Some(Side::Black) }).unwrap();
    assert_eq!(table.view.phase, Phase::Playing);
    table.play("C3");
    assert!(!table.disk().contains("HOSHID"), "{}", table.disk());
}

#[test]
fn what_cannot_be_marked() {
    let mut table = corner();
    for (points, code) in [
        ("A3", "cannot_mark"),
        ("C4 Z9", "no_such_point"),
        ("C4 A5", "cannot_mark"),
        ("C4 pass", "no_such_point"),
    ] {
        let refused = table.mark(Actor::Black, points, Status::Dead).unwrap_err();
        assert_eq!(refused.code(), code, "{points}");
        assert_eq!(table.dead(), "A1");
    }
    // Marking a stone with its current status changes nothing, not even the revision.
    let before = table.view.clone();
    table.mark(Actor::Black, "A1", Status::Dead).unwrap();
    table.mark(Actor::Black, "C4", Status::Alive).unwrap();
    assert_eq!(table.view, before);
}

#[test]
fn seki_is_proposed_under_territory_rules() {
    let text = "
        . O O O O O O .
        O O X X X X O O
        O X X O O X X O
        O X . O O . X O
    ";
    let mut table = Table::new(board(text, "japanese"), people(), recorded());
    table.play("pass pass");
    if !table.dead().is_empty() {
        table.mark(Actor::Both, &table.dead(), Status::Alive).unwrap();
    }
    let seki = "C3 D3 E3 F3 B2 C2 D2 E2 F2 G2 B1 D1 E1 G1";
    assert_eq!(names(&table.marking().seki), seki);
    table.mark(Actor::White, "D2", Status::Alive).unwrap();
    assert_eq!(names(&table.marking().seki), "C3 D3 E3 F3 B2 C2 F2 G2 B1 G1");
    table.mark(Actor::White, "D2", Status::Seki).unwrap();
    assert_eq!(names(&table.marking().seki), seki);
    assert!(table.disk().contains("HOSHIS["), "{}", table.disk());
}

#[test]
fn marks_survive_in_the_record() {
    let mut table = corner();
    table.mark(Actor::Black, "E5", Status::Dead).unwrap_err();
    table.mark(Actor::Black, "D4", Status::Dead).unwrap();
    let (dead, text) = (table.dead(), table.disk().to_owned());
    let again = Table::resume(&text, people(), recorded());
    assert_eq!(again.view.phase, Phase::Marking);
    assert_eq!((again.dead(), again.marking().source.as_str()), (dead, "the record"));
}

/// A person who says that all stones live is not asked again.
#[test]
fn an_empty_set_of_marks_survives_too() {
    let mut table = corner();
    table.mark(Actor::Both, "A1", Status::Alive).unwrap();
    assert!(table.disk().contains(";W[]HOSHID[]"), "{}", table.disk());
    for players in [people(), against_program()] {
        let mut again = Table::resume(table.disk(), players, recorded());
        assert_eq!((again.dead(), again.marking().source.as_str()), (String::new(), "the record"));
        again.ready(Color::White, profile(false));
        again.accept(Actor::Both).unwrap();
        assert!(!again.disk().contains("HOSHID"), "{}", again.disk());
    }
}

/// The marks are those of the record, and the program objects to them.
#[test]
fn a_program_may_dispute_marks_of_the_record() {
    let mut table = corner();
    table.mark(Actor::Both, "D4", Status::Dead).unwrap();
    let (dead, text) = (table.dead(), table.disk().to_owned());
    let mut table = Table::resume(&text, against_program(), recorded());
    assert!(table.marking().waiting);
    table.ready(Color::White, profile(true));
    assert_eq!(table.asked, [(Color::White, Wish::Judge)]);
    table.judges(Color::White, "A1");
    assert_eq!((table.dead(), table.marking().source.as_str()), (dead, "the record"));
    table.accept(Actor::Both).unwrap();
    let dispute = table.marking().dispute.as_ref().expect("a dispute");
    assert!(names(&dispute.alive).contains("D4") && dispute.dead.is_empty());
    table.accept(Actor::Both).unwrap();
    assert_eq!(table.view.phase, Phase::Over);
}

/// Two passes, and the game was closed before anybody marked a stone.
fn left_in_marking() -> Table {
    let text = "(;SZ[3]RU[Chinese]KM[7.5];B[bb];W[aa];B[];W[])";
    Table::resume(text, against_program(), recorded())
}

#[test]
fn a_program_that_is_still_to_start_is_asked_when_it_has() {
    let mut table = left_in_marking();
    assert_eq!(table.asked, [(Color::White, Wish::Start)]);
    assert!(table.marking().waiting);
    assert_eq!(table.accept(Actor::Both), Err(Refused::Judging(Side::White)));
    table.ready(Color::White, profile(true));
    assert_eq!(table.asked, [(Color::White, Wish::Judge)]);
    assert!(table.marking().waiting);
    table.judges(Color::White, "B2");
    assert_eq!((table.dead().as_str(), table.marking().source.as_str()), ("B2", "Bot 1.0"));
    assert!(!table.marking().waiting && table.disk().contains("HOSHID[bb]"));
}

#[test]
fn nobody_waits_for_a_program_that_cannot_judge_or_start() {
    let own = "unconditional life and playouts";
    let mut table = left_in_marking();
    table.ready(Color::White, profile(false));
    assert_eq!((table.marking().waiting, table.marking().source.as_str()), (false, own));
    let mut table = left_in_marking();
    table.report(Color::White, Err(Fault::Failed("no such program".to_owned())));
    assert_eq!((table.marking().waiting, table.marking().source.as_str()), (false, own));
}

#[test]
fn a_record_without_marks_gets_a_proposal() {
    let text = "(;SZ[3]RU[Chinese]KM[7.5];B[bb];W[];B[])";
    let table = Table::resume(text, people(), recorded());
    assert_eq!(table.marking().source, "unconditional life and playouts");
}

#[test]
fn a_program_at_the_board_is_asked() {
    let mut table = with_judge();
    assert_eq!(table.asked, [(Color::White, Wish::Judge)]);
    assert!(table.marking().waiting);
    assert_eq!(table.accept(Actor::Black), Err(Refused::Judging(Side::White)));
    let refused = table.tell(Actor::Black, Command::Demonstrate);
    assert_eq!(refused, Err(Refused::Judging(Side::White)));
    // Whole blocks, and only where there are stones.
    table.judges(Color::White, "A1 C3 A5");
    let marking = table.marking();
    assert_eq!((marking.source.as_str(), marking.waiting), ("Bot 1.0", false));
    let white = "D5 D4 E4 C3 D3 D2 E2 A1 D1";
    assert_eq!(names(&marking.dead), white);
    table.accept(Actor::Black).unwrap();
    assert_eq!(table.result(), Some("B+17.5"));
}

#[test]
fn a_program_without_an_answer_leaves_it_to_the_session() {
    let none = || Ok(Answered::Judged(None));
    let failed = || Err(Fault::Failed("it crashed".into()));
    for answer in [none(), failed()] {
        let mut table = with_judge();
        table.report(Color::White, answer);
        assert_eq!(table.marking().source, "unconditional life and playouts");
        assert_eq!(table.dead(), "A1");
    }
    // A stopped program is asked again.
    let mut table = with_judge();
    table.report(Color::White, Err(Fault::Stopped));
    assert_eq!(table.asked, [(Color::White, Wish::Judge)]);
}

#[test]
fn a_proposal_does_not_overrule_a_person() {
    let mut table = with_judge();
    table.mark(Actor::Black, "D4", Status::Dead).unwrap();
    let dead = table.dead();
    table.judges(Color::White, "A1");
    assert_eq!((table.dead(), table.marking().source.as_str()), (dead, "Black"));
    assert!(!table.marking().waiting);
}

#[test]
fn a_program_disputes_once() {
    let mut table = with_judge();
    table.judges(Color::White, "A1");
    table.mark(Actor::Black, "A1", Status::Alive).unwrap();
    table.mark(Actor::Black, "D4", Status::Dead).unwrap();
    table.accept(Actor::Black).unwrap();
    let dispute = table.marking().dispute.clone().unwrap();
    assert_eq!(dispute.by, Side::White);
    assert_eq!(names(&dispute.alive), "D5 D4 E4 C3 D3 D2 E2 D1");
    assert_eq!(names(&dispute.dead), "A1");
    assert_eq!(table.result(), None);
    // Another change, another dispute; a second acceptance overrides it.
    table.mark(Actor::Black, "D4", Status::Alive).unwrap();
    assert_eq!(table.marking().dispute, None);
    table.accept(Actor::Black).unwrap();
    assert_eq!(names(&table.marking().dispute.as_ref().unwrap().alive), "");
    table.accept(Actor::Black).unwrap();
    assert!(table.result().is_some());
}

#[test]
fn a_program_without_opinions_defends_what_lives_for_certain() {
    let mut table = Table::new(board(CORNER, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    table.play("pass");
    table.chooses(Color::White, "pass");
    table.mark(Actor::Black, "D4", Status::Dead).unwrap();
    table.accept(Actor::Black).unwrap();
    let dispute = table.marking().dispute.clone().unwrap();
    assert_eq!(names(&dispute.alive), "D5 D4 E4 C3 D3 D2 E2 D1");
    table.accept(Actor::Black).unwrap();
    assert_eq!(table.result(), Some("B+17.5"));
    // The proposal of the session is not disputed.
    let mut table = Table::new(board(CORNER, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    table.play("pass");
    table.chooses(Color::White, "pass");
    table.accept(Actor::Black).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
}

#[test]
fn play_resumes_after_a_dispute() {
    // Under area rules the side to move plays first; under territory rules the opponent of the side
    // that disputes.
    for (rules, by, turn) in [
        ("chinese", Side::Black, Side::Black),
        ("chinese", Side::White, Side::Black),
        ("japanese", Side::Black, Side::White),
        ("japanese", Side::White, Side::Black),
    ] {
        let mut table = Table::new(board(CORNER, rules), people(), recorded());
        table.play("pass pass");
        let refused = table.both(Command::Resume { color: None });
        assert_eq!(refused, Err(Refused::WhichSide));
        table.tell(Actor::from(by), Command::Resume { color: None }).unwrap();
        assert_eq!((table.view.phase, table.view.position.turn), (Phase::Playing, Some(turn)));
        assert_eq!(table.view.marking, None);
        assert!(!table.disk().contains("HOSHID"), "{}", table.disk());
    }
}

#[test]
fn a_replaced_judge_is_not_waited_for() {
    let mut table = with_judge();
    table.replace(Color::White, person("Cid"));
    assert!(!table.marking().waiting);
    assert_eq!(table.stopped, [Color::White]);
    table.accept(Actor::Black).unwrap();
    table.accept(Actor::White).unwrap();
    assert_eq!(table.result(), Some("W+5.5"));
}

#[test]
fn programs_that_are_left_alone_count() {
    let mut table = corner();
    for color in Color::ALL {
        table.replace(color, Player::program("bot", "Bot"));
    }
    assert!(table.result().is_some());
}

fn resume(table: &mut Table) {
    table.both(Command::Resume { color: Some(Side::White) }).unwrap();
}

#[test]
fn under_area_rules_the_second_resumption_settles_the_dispute() {
    let mut table = corner();
    resume(&mut table);
    table.play("pass pass");
    assert_eq!((table.view.phase, table.dead().as_str()), (Phase::Marking, "A1"));
    resume(&mut table);
    assert_eq!(table.view.phase, Phase::Playing);
    table.play("pass pass");
    assert_eq!(table.view.phase, Phase::Over);
    // The stone that could have been taken is alive.
    let result = table.result().unwrap().to_owned();
    assert_ne!(result, "W+5.5");
    assert!(table.disk().contains(&format!("RE[{result}]")), "{}", table.disk());
    let score = table.view.result.as_ref().unwrap().score.as_ref().unwrap();
    assert_eq!((score.dead.as_slice(), &score.result), (&[][..], &result));
    // The players may take it back.
    table.both(UNDO).unwrap();
    assert_eq!((table.view.phase, table.result()), (Phase::Marking, None));
}

#[test]
fn under_territory_rules_nobody_is_made_the_winner() {
    let mut table = Table::new(board(CORNER, "japanese"), people(), recorded());
    table.play("pass pass");
    for _ in 0..5 {
        resume(&mut table);
        table.play("pass pass");
        assert_eq!((table.view.phase, table.result()), (Phase::Marking, None));
    }
    table.both(Command::Result { result: "Void".into() }).unwrap();
    assert_eq!(table.result(), Some("Void"));
}
