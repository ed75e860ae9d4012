//! Clocks: when they run, their state, and when a flag falls.

use super::*;

fn table(time: &str) -> Table {
    Table::new(timed(9, "chinese", time), people(), recorded())
}

#[test]
fn a_flag_falls() {
    let mut table = table("10s");
    table.now = Time::new(9_000);
    table.play("D4");
    // White's clock has been running since then.
    table.now = Time::new(12_000);
    assert_eq!(table.left(Side::White).left, 7_000);
    assert_eq!(table.left(Side::Black).left, 1_000);
    table.now = Time::new(18_900);
    table.wait(0);
    assert_eq!(table.result(), None);
    assert_eq!(table.session.deadline(), Some(Time::new(19_000)));
    table.wait(99);
    assert_eq!(table.result(), None);
    table.wait(1);
    assert_eq!(table.result(), Some("B+T"));
    assert_eq!(table.event_names()[0], "ended");
    assert_eq!(table.both(play("D5")), Err(Refused::Over));
    assert_eq!(table.session.deadline(), None);
    // Undo does not restore time: the flag would fall at once.
    assert_eq!(table.both(UNDO), Err(Refused::NoUndo));
}

#[test]
fn a_move_that_comes_too_late_does_not_count() {
    let mut table = table("1s/move");
    table.now = Time::new(1_500);
    table.both(play("D4")).unwrap();
    assert_eq!((table.result(), table.moves().as_str()), (Some("W+T"), ""));
    assert_eq!(table.event_names()[0], "ended");
}

#[test]
fn clocks_stop_while_dead_stones_are_marked() {
    let mut table = table("10s");
    table.now = Time::new(1_000);
    table.play("pass pass");
    assert_eq!(table.view.clock.unwrap().running, None);
    table.wait(59_000);
    assert_eq!(table.result(), None);
    table.both(Command::Resume { color: Some(Side::Black) }).unwrap();
    table.now = Time::new(61_000);
    assert_eq!(Side::ALL.map(|side| table.left(side).left), [8_000, 10_000]);
}

#[test]
fn clocks_start_when_both_are_present() {
    let players = [person("Ann"), Player::guest("Bob")];
    let mut table = Table::new(timed(9, "chinese", "10s"), players, recorded());
    table.wait(20_000);
    assert_eq!((table.view.clock.unwrap().running, table.result()), (None, None));
    let effects = table.session.attend(Color::White, true, table.now);
    table.take(effects);
    assert_eq!(table.event_names(), ["seat", "clock"]);
    assert_eq!(table.view.clock.unwrap().running, Some(Side::Black));
    table.wait(1_000);
    let effects = table.session.attend(Color::White, false, table.now);
    table.take(effects);
    table.wait(60_000);
    assert_eq!(table.left(Side::Black).left, 9_000);
}

#[test]
fn leaving_does_not_stop_ones_own_clock() {
    let players = [Player::guest("Ann"), Player::guest("Bob")];
    let mut table = Table::new(timed(9, "chinese", "10s"), players, recorded());
    let attend = |table: &mut Table, color, is_here| {
        let effects = table.session.attend(color, is_here, table.now);
        table.take(effects);
        table.view.clock.unwrap().running
    };
    // Until both have come nothing runs, whoever comes first.
    assert_eq!(attend(&mut table, Color::Black, true), None);
    assert_eq!(attend(&mut table, Color::Black, false), None);
    assert_eq!(attend(&mut table, Color::White, true), None);
    assert_eq!(attend(&mut table, Color::Black, true), Some(Side::Black));
    // Black leaves while White waits.
    assert_eq!(attend(&mut table, Color::Black, false), Some(Side::Black));
    table.wait(1_000);
    // Nobody waits any more.
    assert_eq!(attend(&mut table, Color::White, false), None);
    table.wait(60_000);
    // White is away, and Black may take the time that it takes.
    assert_eq!(attend(&mut table, Color::Black, true), None);
    table.wait(60_000);
    assert_eq!(table.left(Side::Black).left, 9_000);
    assert_eq!(attend(&mut table, Color::White, true), Some(Side::Black));
    table.wait(10_000);
    assert_eq!(table.result(), Some("W+T"));
}

#[test]
fn a_pause_stops_them() {
    let mut table = table("10s");
    table.wait(2_000);
    assert_eq!(table.both(Command::Unpause), Err(Refused::Paused(false)));
    table.both(Command::Pause).unwrap();
    assert_eq!(table.event_names(), ["clock"]);
    assert!(table.view.clock.unwrap().paused);
    assert_eq!(table.both(Command::Pause), Err(Refused::Paused(true)));
    table.wait(60_000);
    table.both(Command::Unpause).unwrap();
    table.wait(1_000);
    assert_eq!(table.left(Side::Black).left, 7_000);
}

#[test]
fn undo_gives_nothing_back() {
    let mut table = table("10s");
    table.wait(3_000);
    table.play("D4");
    table.wait(2_000);
    table.both(UNDO).unwrap();
    assert_eq!(Side::ALL.map(|side| table.left(side).left), [7_000, 8_000]);
    assert_eq!(table.view.clock.unwrap().running, Some(Side::Black));
}

#[test]
fn lag_is_credited_within_bounds() {
    let terms = Terms { lag: 500, ..recorded() };
    let mut table = Table::new(timed(9, "chinese", "10s"), people(), terms);
    let late = |table: &mut Table, name, lag| {
        let effects = table.session.handle_late(Actor::Both, play(name), table.now, lag).unwrap();
        table.take(effects);
    };
    table.now = Time::new(2_000);
    late(&mut table, "D4", 300);
    assert_eq!(table.left(Side::Black).left, 8_300);
    table.now = Time::new(4_000);
    late(&mut table, "E5", 60_000);
    assert_eq!(table.left(Side::White).left, 8_500);
    // The credit never exceeds the time used.
    table.now = Time::new(4_100);
    late(&mut table, "F6", 500);
    assert_eq!(table.left(Side::Black).left, 8_300);
    // White's flag falls half a second late for every observer, and a move in that time counts if
    // its lag was that long.
    assert_eq!(table.session.deadline(), Some(Time::new(4_100 + 8_500 + 500)));
    table.now = Time::new(4_100 + 8_500 + 400);
    table.tell(Actor::Black, Command::Comment { text: "?".into(), on: None }).unwrap();
    table.wait(0);
    assert_eq!(table.result(), None);
    late(&mut table, "G7", 450);
    assert_eq!((table.result(), table.moves().as_str()), (None, "D4 E5 F6 G7"));
    assert_eq!(table.left(Side::White).left, 50);
}

#[test]
fn lag_is_credited_up_to_a_limit_in_all() {
    let terms = Terms { lag: 500, lag_in_all: 700, ..recorded() };
    let mut table = Table::new(timed(9, "chinese", "10s"), people(), terms);
    let mut late = |name, wait| {
        table.now = table.now.plus(wait);
        let now = table.now;
        let effects = table.session.handle_late(Actor::Both, play(name), now, 500).unwrap();
        table.take(effects);
    };
    // White uses no time, and so nothing of the limit.
    let moves = [("D4", 1_000), ("E5", 0), ("F6", 1_000), ("G7", 0), ("A1", 1_000), ("B2", 0)];
    moves.into_iter().for_each(|(name, wait)| late(name, wait));
    assert_eq!(table.left(Side::Black).left, 10_000 - 3_000 + 700);
    // Nor does the flag wait any longer for Black; for White it does.
    let flag = |table: &Table, left| Some(table.now.plus(left));
    assert_eq!(table.session.deadline(), flag(&table, 7_700));
    table.play("A9");
    assert_eq!(table.session.deadline(), flag(&table, 10_000 + 500));
}

#[test]
fn a_move_without_lag_is_late_at_once() {
    let terms = Terms { lag: 500, ..recorded() };
    let mut table = Table::new(timed(9, "chinese", "10s"), people(), terms);
    table.now = Time::new(10_000);
    table.play("D4");
    assert_eq!(table.result(), Some("W+T"));
}

#[test]
fn the_deadline_is_when_the_flag_falls() {
    for time in ["10s", "2s+3x1s", "2s+3/2s", "3s+500ms", "0+1s", "2s/move"] {
        for lag in [0, 250] {
            let terms = Terms { lag, ..recorded() };
            let mut table = Table::new(timed(9, "chinese", time), people(), terms);
            for (nth, name) in ["D4", "E5", "F6", "G7"].into_iter().enumerate() {
                table.wait(300 + 200 * nth as u64);
                table.play(name);
            }
            let deadline = table.session.deadline().unwrap();
            table.now = Time::new(deadline.millis() - 1);
            table.wait(0);
            assert_eq!(table.result(), None, "{time}");
            table.wait(1);
            assert_eq!(table.result(), Some("W+T"), "{time}");
        }
    }
}

#[test]
fn a_side_may_have_no_limit() {
    let limit = "5s".parse::<Control>().unwrap().0;
    let start = Start { time: [limit, None], ..start(9, "chinese") };
    let mut table = Table::new(start, people(), recorded());
    table.play("D4");
    table.wait(1_000_000);
    assert_eq!((table.result(), table.session.deadline()), (None, None));
    table.play("E5");
    table.wait(5_000);
    assert_eq!(table.result(), Some("W+T"));
}

#[test]
fn the_clock_of_a_program_runs_while_it_thinks() {
    let mut table = Table::new(timed(9, "chinese", "10s"), against_program(), recorded());
    // It starts: nobody's clock runs.
    table.wait(60_000);
    assert_eq!(table.view.clock.unwrap().running, None);
    table.ready(Color::White, profile(false));
    assert_eq!(table.view.clock.unwrap().running, Some(Side::Black));
    table.play("D4");
    table.wait(60_000);
    assert_eq!(table.view.clock.unwrap().running, None);
    table.begins(Color::White);
    assert_eq!(table.view.clock.unwrap().running, Some(Side::White));
    table.now = table.now.plus(4_000);
    table.chooses(Color::White, "E5");
    assert_eq!(table.left(Side::White).left, 6_000);
    assert!(table.disk().ends_with(";W[ee]WL[6])\n"), "{}", table.disk());
    // A late answer loses, whatever it is.
    table.play("F6");
    table.begins(Color::White);
    table.now = table.now.plus(6_000);
    table.chooses(Color::White, "G7");
    assert_eq!((table.result(), table.moves().as_str()), (Some("B+T"), "D4 E5 F6"));
}

#[test]
fn a_move_is_recorded_with_its_clock() {
    let mut table = table("2s+3x1s");
    table.wait(500);
    table.play("D4");
    table.wait(3_500);
    table.play("E5");
    assert!(table.disk().ends_with(";B[df]BL[1.5];W[ee]WL[1]OW[2])\n"), "{}", table.disk());
    assert!(table.disk().contains("TM[2]OT[3x1 byo-yomi]"), "{}", table.disk());
}

#[test]
fn a_review_stops_them() {
    let mut table = table("10s");
    table.wait(1_000);
    table.both(Command::Review).unwrap();
    table.wait(60_000);
    table.both(Command::PlayOn).unwrap();
    assert_eq!(table.view.clock.unwrap().running, Some(Side::Black));
    assert_eq!(table.left(Side::Black).left, 9_000);
}
