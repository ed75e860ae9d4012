//! Matches between programs.

use super::*;

fn contest(max_moves: usize) -> Contest {
    Contest { max_moves, move_limit: 1_500, comments: false }
}

fn table(start: Start, contest: Contest, profiles: [Profile; 2]) -> Table {
    let terms = Terms { contest: Some(contest), ..recorded() };
    let mut table = Table::new(start, programs(), terms);
    assert_eq!(table.asked, [(Color::Black, Wish::Start), (Color::White, Wish::Start)]);
    let [black, white] = profiles;
    table.ready(Color::White, white);
    table.ready(Color::Black, black);
    table
}

fn plain(max_moves: usize) -> Table {
    table(start(5, "chinese"), contest(max_moves), [profile(false), profile(false)])
}

/// Answers for the program that is asked.
fn choose(table: &mut Table, moves: &str) {
    for name in moves.split(' ') {
        table.chooses(table.session.game().turn(), name);
    }
}

#[test]
fn a_fault_loses() {
    let mut table = plain(100);
    choose(&mut table, "C3");
    table.report(Color::White, Err(Fault::Failed("it crashed".into())));
    assert_eq!(table.result(), Some("B+F"));
    let fault = Some((Color::White, "it crashed".to_owned()));
    assert_eq!(table.session.verdict().fault, fault);
    assert!(table.disk().contains("RE[B+F]"));
    assert_eq!(table.asked, []);
}

#[test]
fn an_illegal_move_is_a_fault() {
    let mut table = plain(100);
    choose(&mut table, "C3 C3");
    assert_eq!((table.result(), table.moves().as_str()), (Some("B+F"), "C3"));
    let (color, why) = table.session.verdict().fault.clone().unwrap();
    assert_eq!(color, Color::White);
    assert_eq!(why, "it played C3, which is illegal: the point is occupied");
}

#[test]
fn a_program_that_cannot_start_loses_once() {
    let terms = Terms { contest: Some(contest(10)), ..recorded() };
    let mut table = Table::new(start(5, "chinese"), programs(), terms);
    table.report(Color::Black, Err(Fault::Unfit("only 9x9".into())));
    assert_eq!(table.result(), Some("W+F"));
    // It is not restarted repeatedly.
    assert_eq!(table.asked, []);
    assert_eq!(table.view.seats.black.fault.as_deref(), Some("only 9x9"));
    table.report(Color::White, Err(Fault::Failed("too late".into())));
    assert_eq!(table.session.verdict().fault.as_ref().unwrap().0, Color::Black);
}

#[test]
fn running_out_of_time_is_a_fault() {
    let start = timed(5, "chinese", "2s");
    let mut table = table(start, contest(100), [profile(false), profile(false)]);
    table.begins(Color::Black);
    table.wait(2_000);
    assert_eq!(table.result(), Some("W+T"));
    assert_eq!(table.stopped, [Color::Black]);
    let why = "it ran out of time".to_owned();
    assert_eq!(table.session.verdict().fault, Some((Color::Black, why)));
}

#[test]
fn a_limit_for_each_move() {
    let table = plain(100);
    let task = table.tasks[0].as_ref().unwrap();
    assert_eq!(task.limit, Some(Duration::from_millis(1_500)));
    assert!(task.time.is_none());
    let start = timed(5, "chinese", "2s");
    let table = self::table(start, contest(100), [profile(false), profile(false)]);
    let task = table.tasks[0].as_ref().unwrap();
    assert_eq!((task.limit, task.time.is_some()), (None, true));
}

#[test]
fn a_game_that_is_too_long_is_counted_as_it_stands() {
    let mut table = plain(3);
    choose(&mut table, "C3 A1 B2");
    // Every stone counts, and nothing is surrounded.
    assert_eq!(table.result(), Some("W+6.5"));
    assert!(table.session.verdict().capped);
    assert_eq!(table.view.result.as_ref().unwrap().score, None);
    assert!(!table.disk().contains("TB["), "{}", table.disk());
}

#[test]
fn programs_that_do_not_judge_leave_every_stone() {
    let start = board(CORNER, "chinese");
    let mut table = table(start, contest(100), [profile(false), profile(false)]);
    choose(&mut table, "pass pass");
    assert_eq!(table.result(), Some("W+8.5"));
    assert_eq!(table.event_names(), ["thinking", "played", "ended"]);
}

#[test]
fn both_judge() {
    let judges = || [profile(true), profile(true)];
    for (black, white, result, disputed) in
        [("A1", "A1", "W+5.5", false), ("A1", "", "W+5.5", true), ("A1 D4", "A1", "W+5.5", true)]
    {
        let mut table = table(board(CORNER, "chinese"), contest(100), judges());
        choose(&mut table, "pass pass");
        assert_eq!(table.asked, [(Color::Black, Wish::Judge), (Color::White, Wish::Judge)]);
        let limit = table.tasks[0].as_ref().unwrap().limit;
        assert_eq!(limit, Some(Duration::from_millis(1_500)));
        table.judges(Color::Black, black);
        assert_eq!(table.result(), None);
        table.judges(Color::White, white);
        // If they differ, the session decides.
        assert_eq!(table.result(), Some(result), "{black} {white}");
        assert_eq!(table.session.verdict().disputed, disputed, "{black} {white}");
    }
    // A program that fails loses, as it would with a move.
    let mut table = table(board(CORNER, "chinese"), contest(100), judges());
    choose(&mut table, "pass pass");
    table.judges(Color::White, "A1");
    table.report(Color::Black, Err(Fault::Failed("it crashed".into())));
    assert_eq!(table.result(), Some("W+F"));
}

/// The opinion of one player alone is checked: a program cannot pass, claim the board and win.
#[test]
fn a_claim_of_one_player_is_checked() {
    let all_black = "B5 A4 B4 C4 B3 A2 B2 C2 C1";
    for (claim, result, disputed) in
        [("A1", "W+5.5", false), ("", "W+8.5", false), (all_black, "W+8.5", true)]
    {
        let judges = [profile(false), profile(true)];
        let mut table = table(board(CORNER, "chinese"), contest(100), judges);
        choose(&mut table, "pass pass");
        table.judges(Color::White, claim);
        assert_eq!(table.result(), Some(result), "{claim}");
        assert_eq!(table.session.verdict().disputed, disputed, "{claim}");
    }
}

#[test]
fn both_play_on_until_dead_stones_are_captured() {
    let cleans = || Profile { cleans_up: true, ..profile(true) };
    let mut table = table(board(CORNER, "chinese"), contest(100), [cleans(), cleans()]);
    choose(&mut table, "pass pass");
    assert_eq!(table.event_names(), ["thinking", "played", "moved", "thinking"]);
    assert_eq!((table.view.phase, table.view.position.turn), (Phase::Playing, Some(Side::Black)));
    assert!(table.tasks[0].as_ref().unwrap().is_cleanup);
    choose(&mut table, "B1 pass");
    assert_eq!(table.view.position.rows[4], ".XXO.");
    choose(&mut table, "pass");
    assert_eq!(table.result(), Some("W+5.5"));

    // Not under territory rules, where it would cost points; nor if one of them cannot.
    for (rules, other) in [("japanese", cleans()), ("chinese", profile(true))] {
        let mut table = self::table(board(CORNER, rules), contest(100), [cleans(), other]);
        choose(&mut table, "pass pass");
        assert_eq!(table.view.phase, Phase::Marking);
    }
}

#[test]
fn comments_say_how_long_a_move_took() {
    let contest = Contest { comments: true, ..contest(100) };
    let mut table = table(start(5, "chinese"), contest, [profile(false), profile(false)]);
    let size = table.session.game().size();
    let report = vec!["winrate 51 %".to_owned()];
    let play = Some(size.parse_move("C3").unwrap());
    let chosen = Chosen { play, report, ..Chosen::of(Move::Pass) };
    let took = Duration::from_millis(1_234);
    table.report_after(Color::Black, Ok(Answered::Chosen(chosen)), took);
    assert_eq!(table.view.node.comment, "1.234 s\nwinrate 51 %");
    assert!(table.disk().ends_with(";B[cc]C[1.234 s\nwinrate 51 %])\n"), "{}", table.disk());
    let spent = table.session.spent(Color::Black);
    assert_eq!((spent.time, spent.moves), (took, 1));
}

#[test]
fn a_program_resigns() {
    let mut table = plain(100);
    choose(&mut table, "C3");
    let nothing = Chosen { play: None, ..Chosen::of(Move::Pass) };
    table.report(Color::White, Ok(Answered::Chosen(nothing)));
    assert_eq!(table.result(), Some("B+R"));
    assert_eq!(table.session.verdict().fault, None);
}

#[test]
fn only_the_keyboard_stops_a_program() {
    let mut table = plain(100);
    assert_eq!(table.tell(Actor::Black, Command::Stop), Err(Refused::NotSeated));
    table.both(Command::Stop).unwrap();
    assert_eq!(table.stopped, [Color::Black]);
}
