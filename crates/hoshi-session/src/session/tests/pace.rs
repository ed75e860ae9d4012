//! Paced programs: a move that was chosen early is made a little later.

use super::*;

/// A program with White that has chosen a move at once, and would like to make it after 800 ms.
fn held(time: &str, pace: bool) -> Table {
    let terms = Terms { pace, ..recorded() };
    let mut table = Table::new(timed(9, "chinese", time), against_program(), terms);
    table.ready(Color::White, profile(false));
    table.play("E5");
    table.begins(Color::White);
    let mv = table.session.game().size().parse_move("C3").unwrap();
    let chosen = Chosen { pace: Duration::from_millis(800), ..Chosen::of(mv) };
    table.report(Color::White, Ok(Answered::Chosen(chosen)));
    table
}

#[test]
fn a_move_waits_for_its_time_and_no_longer() {
    let mut table = held("none", true);
    assert_eq!((table.moves().as_str(), table.view.seats.white.thinking), ("E5", true));
    assert_eq!(table.session.deadline(), Some(Time::new(800)));
    table.wait(799);
    assert_eq!(table.moves(), "E5");
    table.wait(1);
    assert_eq!((table.moves().as_str(), table.view.seats.white.thinking), ("E5 C3", false));
    assert_eq!(table.session.deadline(), None);
}

#[test]
fn nobody_waits_where_the_terms_do_not_say_so() {
    assert_eq!(held("none", false).moves(), "E5 C3");
}

#[test]
fn a_program_that_took_its_time_is_not_held_back() {
    let mut table =
        Table::new(start(9, "chinese"), against_program(), Terms { pace: true, ..recorded() });
    table.ready(Color::White, profile(false));
    table.play("E5");
    table.now = table.now.plus(800);
    let mv = table.session.game().size().parse_move("C3").unwrap();
    let chosen = Chosen { pace: Duration::from_millis(800), ..Chosen::of(mv) };
    table.report(Color::White, Ok(Answered::Chosen(chosen)));
    assert_eq!(table.moves(), "E5 C3");
}

#[test]
fn a_stop_takes_effect_at_once() {
    let mut table = held("none", true);
    table.both(Command::Stop).unwrap();
    assert!(!table.view.seats.white.thinking);
    // It has already answered: there is nothing to interrupt.
    assert_eq!(table.stopped, []);
    table.wait(10_000);
    assert_eq!(table.moves(), "E5");
    // It is asked again when needed.
    table.both(Command::Restart).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
}

#[test]
fn a_move_that_was_taken_back_is_not_answered() {
    let mut table = held("none", true);
    table.both(UNDO).unwrap();
    table.wait(10_000);
    assert_eq!(table.moves(), "");
}

#[test]
fn the_clock_runs_meanwhile() {
    let mut table = held("10s", true);
    table.wait(800);
    assert_eq!(table.moves(), "E5 C3");
    assert_eq!(table.left(Side::White).left, 9_200);
    // A flag that falls first ends the game, and the move is not made.
    let mut table = held("500ms", true);
    table.wait(800);
    assert_eq!((table.result(), table.moves().as_str()), (Some("B+T"), "E5"));
    assert_eq!(table.session.deadline(), None);
}
