//! Handicap stones that Black places one by one.

use super::*;

fn table(total: u32) -> Table {
    let start = Start { placing: Some((total, None)), ..timed(9, "new-zealand", "10s") };
    Table::new(start, people(), recorded())
}

#[test]
fn stones_are_placed_before_any_clock_runs() {
    let mut table = table(3);
    assert_eq!(table.view.phase, Phase::Placing);
    assert_eq!(table.view.placing.map(|placing| (placing.stone, placing.of)), Some((1, 3)));
    assert_eq!(table.tell(Actor::White, play("A1")), Err(Refused::NotYourTurn(Side::Black)));
    assert_eq!(table.tell(Actor::Black, play("pass")), Err(Refused::Placing));
    table.tell(Actor::Black, play("C3")).unwrap();
    assert_eq!(table.tell(Actor::Black, play("C3")).unwrap_err().code(), "handicap");
    table.wait(60_000);
    table.tell(Actor::Black, play("G7")).unwrap();
    assert_eq!(table.view.clock.unwrap().running, None);
    assert_eq!(table.view.placing.unwrap().stone, 3);
    assert_eq!(table.session.deadline(), None);
    table.tell(Actor::Black, play("C7")).unwrap();
    assert_eq!((table.view.phase, table.view.placing), (Phase::Playing, None));
    assert_eq!(table.view.position.turn, Some(Side::White));
    assert_eq!((table.view.handicap, table.view.komi.as_str()), (3, "0"));
    assert_eq!(table.view.moves, []);
    assert_eq!(table.view.clock.unwrap().running, Some(Side::White));
    assert!(table.disk().contains("HA[3]"), "{}", table.disk());
    assert!(table.disk().contains("AB[cg][gc][cc]"), "{}", table.disk());
    table.play("E5");
}

#[test]
fn the_last_stone_is_taken_back() {
    let mut table = table(3);
    assert_eq!(table.tell(Actor::Black, UNDO), Err(Refused::NothingToUndo));
    table.play("C3 G7");
    assert_eq!(table.tell(Actor::White, UNDO), Err(Refused::NotYours(Side::Black)));
    table.tell(Actor::Black, UNDO).unwrap();
    assert_eq!(table.view.placing.unwrap().stone, 2);
    assert!(table.disk().contains("AB[cg]"), "{}", table.disk());
    table.both(UNDO).unwrap();
    assert!(!table.disk().contains("AB["), "{}", table.disk());
}

#[test]
fn placing_is_resumed() {
    let mut table = table(3);
    table.play("C3 G7");
    let text = table.disk().to_owned();
    let mut again = Table::resume(&text, people(), recorded());
    assert_eq!((again.view.phase, again.view.placing), (Phase::Placing, table.view.placing));
    assert_eq!(again.view.position, table.view.position);
    again.play("C7");
    assert_eq!((again.view.phase, again.view.handicap), (Phase::Playing, 3));
    // All stones are there: nothing is left to place.
    let text = again.disk().to_owned();
    let again = Table::resume(&text, people(), recorded());
    assert_eq!((again.view.phase, again.view.position.turn), (Phase::Playing, Some(Side::White)));
}

#[test]
fn a_resignation_while_placing_can_be_taken_back() {
    let mut table = table(2);
    table.play("C3");
    table.tell(Actor::Black, Command::Resign { color: None }).unwrap();
    assert_eq!(table.result(), Some("W+R"));
    assert_eq!(table.tell(Actor::Black, play("G7")), Err(Refused::Over));
    let text = table.disk().to_owned();
    for mut table in [table, Table::resume(&text, people(), recorded())] {
        table.both(UNDO).unwrap();
        assert_eq!((table.view.phase, table.result()), (Phase::Placing, None));
        table.play("G7");
        assert_eq!(table.view.position.turn, Some(Side::White));
    }
}

#[test]
fn a_program_places_its_stones() {
    let start = Start { placing: Some((2, None)), ..start(9, "tromp-taylor") };
    let players = [Player::program("bot", "Bot"), person("Ann")];
    let mut table = Table::new(start, players, recorded());
    table.ready(Color::Black, profile(false));
    for name in ["C3", "G7"] {
        assert_eq!(table.asked, [(Color::Black, Wish::Choose)]);
        table.chooses(Color::Black, name);
    }
    assert_eq!((table.view.phase, table.view.position.turn), (Phase::Playing, Some(Side::White)));
}

#[test]
fn a_komi_of_its_own_and_impossible_handicaps() {
    let komi = "5.5".parse().unwrap();
    let start_with = |total, komi| Start { placing: Some((total, komi)), ..start(3, "chinese") };
    let mut table = Table::new(start_with(2, Some(komi)), people(), recorded());
    table.play("A1 C3");
    assert_eq!(table.view.komi, "5.5");
    assert!(table.disk().contains("KM[5.5]"), "{}", table.disk());
    // Fewer than two stones, or all points: the game just begins.
    for total in [0, 1, 9, 100] {
        let table = Table::new(start_with(total, None), people(), recorded());
        assert_eq!(table.view.phase, Phase::Playing);
    }
}

#[test]
fn a_review_waits() {
    let mut table = table(2);
    table.play("C3");
    assert_eq!(table.both(Command::Review), Err(Refused::Placing));
}
