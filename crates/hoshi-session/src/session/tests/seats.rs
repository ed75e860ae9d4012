//! Who has the seats.

use super::*;

#[test]
fn names_are_one_line_and_in_the_record() {
    let mut table = Table::plain(9, "chinese");
    let name = |color, name: &str| Command::Name { color, name: name.into() };
    table.tell(Actor::Black, name(Side::Black, " Ann\n[x] ")).unwrap();
    assert_eq!(table.view.seats.black.name, "Ann [x]");
    // What turns the direction of a text would turn that of its surroundings too.
    table.tell(Actor::White, name(Side::White, "\u{202e}Bob\u{2066}")).unwrap();
    assert_eq!(table.view.seats.white.name, "Bob");
    assert!(table.disk().contains("PB[Ann [x\\]]"), "{}", table.disk());
    table.both(name(Side::White, &"x".repeat(1_000))).unwrap();
    assert_eq!(table.view.seats.white.name.len(), 100);
    table.both(name(Side::White, "")).unwrap();
    assert!(!table.disk().contains("PW["), "{}", table.disk());
}

#[test]
fn a_seat_gets_another_player() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    table.play("D4");
    table.replace(Color::White, person("Cid"));
    assert_eq!(table.stopped, [Color::White]);
    assert_eq!(table.event_names(), ["thinking", "seat"]);
    let seat = &table.view.seats.white;
    assert_eq!((seat.name.as_str(), seat.program, seat.thinking), ("Cid", false, false));
    assert!(table.disk().contains("HOSHIW[human]"), "{}", table.disk());
    table.tell(Actor::White, play("E5")).unwrap();
    table.replace(Color::Black, Player::program("bot", "Bot"));
    assert_eq!(table.asked, [(Color::Black, Wish::Start)]);
    assert_eq!(table.tell(Actor::Black, play("F6")), Err(Refused::NotSeated));
}

#[test]
fn an_offer_leaves_with_who_made_it() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4 E5");
    table.tell(Actor::White, UNDO).unwrap();
    table.replace(Color::Black, Player::program("bot", "Bot"));
    assert_eq!(table.view.offer, None);
}

#[test]
fn presence_is_published_once() {
    let mut table =
        Table::new(start(9, "chinese"), [person("Ann"), Player::guest("Bob")], recorded());
    let mut attend = |is_here| {
        let effects = table.session.attend(Color::White, is_here, table.now);
        table.take(effects);
        table.event_names().len()
    };
    assert_eq!([attend(true), attend(true), attend(false), attend(false)], [1, 0, 1, 0]);
    // A program comes when it has started.
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    let effects = table.session.attend(Color::White, true, table.now);
    table.take(effects);
    assert!(!table.view.seats.white.present);
}

#[test]
fn the_host_may_say_that_a_program_is_ready() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    let effects = table.session.ready(Color::White, profile(false), Vec::new(), table.now);
    table.take(effects);
    assert_eq!((table.stopped.len(), table.view.seats.white.present), (1, true));
}

#[test]
fn the_name_of_a_program_is_one_short_line() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    let name = format!("a\n\x1b[2J{}", "x".repeat(300));
    table.ready(Color::White, Profile { name, ..profile(false) });
    let name = &table.view.seats.white.name;
    assert!(name.starts_with("a  [2Jx") && name.len() == 100, "{name}");
    assert!(table.session.kifu().unwrap().tree().info_text("PW").unwrap() == *name);
}
