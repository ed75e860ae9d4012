//! A dispute that is played out on a copy of the board.

use super::*;

fn disputed(players: [Player; 2]) -> Table {
    let mut table = Table::new(board(CORNER, "japanese"), players, recorded());
    if table.view.seats.white.program {
        table.ready(Color::White, profile(true));
    }
    table.play("pass");
    if table.view.seats.white.program {
        table.chooses(Color::White, "pass");
        table.judges(Color::White, "A1");
    } else {
        table.play("pass");
    }
    table
}

#[test]
fn a_demonstration_is_not_recorded() {
    let mut table = disputed(people());
    let (before, record) = (table.view.clone(), table.disk().to_owned());
    table.tell(Actor::White, Command::Demonstrate).unwrap();
    assert!(table.view.demonstration);
    // White disputes, so Black moves first.
    assert_eq!((table.view.phase, table.view.position.turn), (Phase::Playing, Some(Side::Black)));
    table.play("B1 C5");
    assert_eq!(table.view.position.rows[4], ".XXO.");
    assert_eq!((table.disk(), &table.view.node), (record.as_str(), &before.node));
    for command in [
        UNDO,
        Command::Redo,
        Command::Resign { color: Some(Side::Black) },
        Command::Accept { revision: 1 },
        Command::Demonstrate,
        Command::Result { result: "B+R".into() },
        Command::Correct { number: 1, at: at("A5") },
        Command::Comment { text: "hm".into(), on: None },
        Command::Resume { color: Some(Side::Black) },
    ] {
        assert_eq!(table.both(command), Err(Refused::Demonstrating));
    }
    table.tell(Actor::Black, Command::Settle).unwrap();
    let after = Snapshot { seq: before.seq, ..table.view.clone() };
    assert_eq!(after, before);
    assert_eq!(table.disk(), record);
    table.accept(Actor::Both).unwrap();
    assert!(table.result().is_some());
}

#[test]
fn two_passes_end_it() {
    let mut table = disputed(people());
    let before = table.view.clone();
    table.both(Command::Demonstrate).unwrap();
    table.play("C5 pass");
    assert!(table.view.demonstration);
    table.play("pass");
    assert_eq!(table.event_names(), ["played", "moved"]);
    assert_eq!(Snapshot { seq: before.seq, ..table.view.clone() }, before);
}

#[test]
fn a_program_plays_in_it_too() {
    let mut table = disputed(against_program());
    let before = table.view.clone();
    table.tell(Actor::Black, Command::Demonstrate).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
    assert!(table.view.seats.white.thinking);
    table.chooses(Color::White, "C5");
    assert_eq!(table.view.position.turn, Some(Side::Black));
    table.play("B1");
    // It gives up: only the demonstration is over.
    let nothing = Chosen { play: None, ..Chosen::of(Move::Pass) };
    table.report(Color::White, Ok(Answered::Chosen(nothing)));
    assert_eq!(table.result(), None);
    assert_eq!(Snapshot { seq: before.seq, ..table.view.clone() }, before);
}

#[test]
fn names_are_recorded_meanwhile() {
    let mut table = disputed(people());
    table.both(Command::Demonstrate).unwrap();
    table.tell(Actor::White, Command::Name { color: Side::White, name: "Bea".into() }).unwrap();
    assert!(table.disk().contains("PW[Bea]"), "{}", table.disk());
    table.both(Command::Settle).unwrap();
    assert_eq!(table.view.seats.white.name, "Bea");
}

#[test]
fn a_review_ends_it() {
    let mut table = disputed(people());
    table.both(Command::Demonstrate).unwrap();
    table.play("C5");
    table.both(Command::Review).unwrap();
    assert_eq!((table.view.mode, table.view.demonstration), (Mode::Review, false));
    table.both(Command::PlayOn).unwrap();
    assert_eq!((table.view.phase, table.dead().as_str()), (Phase::Marking, "A1"));
}
