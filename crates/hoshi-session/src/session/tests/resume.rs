//! Games that are continued from a record.

use super::*;

#[test]
fn a_game_continues_with_its_clocks_and_names() {
    let text = "(;SZ[9]RU[Japanese]KM[6.5]PB[Ann]PW[Bob]TM[600]OT[3x30 byo-yomi]\
                ;B[ee]BL[512.5];W[dd]WL[30]OW[2])";
    let players = [person("X"), person("Y")];
    let mut table = Table::resume(text, players, recorded());
    assert_eq!(table.view.seats.white.name, "Bob");
    assert_eq!(table.view.rules, "japanese");
    let faces = Side::ALL.map(|side| table.left(side));
    assert_eq!(faces.map(|face| (face.left, face.overtime)), [(512_500, None), (30_000, Some(2))]);
    table.now = Time::new(500);
    table.play("F6");
    assert!(table.disk().ends_with(";W[dd]WL[30]OW[2];B[fd]BL[512])\n"), "{}", table.disk());
}

#[test]
fn nobody_loses_on_time_by_opening_a_record() {
    for text in ["(;SZ[9]TM[0];B[aa])", "(;SZ[9]TM[60];B[aa]BL[0];W[bb]WL[-1])"] {
        let mut table = Table::resume(text, people(), recorded());
        for _ in 0..2 {
            table.wait(1_000);
            assert_eq!((table.result(), table.disk()), (None, text));
        }
    }
}

#[test]
fn remarks_say_what_is_wrong_with_a_record() {
    let resumed = Session::resume(kifu("(;SZ[9];B[aa];W[aa])"), people(), recorded());
    assert_eq!(resumed.remarks, ["move 2, White A9, is illegal: the point is occupied"]);
    let resumed = Session::review(kifu("(;SZ[9];B[aa];W[aa])"), recorded());
    assert_eq!(resumed.remarks.len(), 1);
}

#[test]
fn a_program_names_itself() {
    let text = "(;SZ[9]PB[Old]PW[Bob]HOSHIB[gnugo]HOSHIW[human];B[aa])";
    let players = [Player::program("gnugo", "GNU Go"), person("Y")];
    let table = Table::resume(text, players, recorded());
    let names = table.view.seats.clone().map(|seat| seat.name);
    assert_eq!((names.black.as_str(), names.white.as_str()), ("GNU Go", "Bob"));
    let who = Session::players_of(&kifu(text));
    assert_eq!((who.black.as_deref(), who.white.as_deref()), (Some("gnugo"), Some("human")));
}

#[test]
fn a_game_that_is_over_starts_no_program_until_it_goes_on() {
    let text = "(;SZ[9]PB[Ann]PW[GNU Go 3.8]HOSHIB[human]HOSHIW[gnugo]RE[W+R];B[aa];W[bb])";
    let mut table = Table::resume(text, against_program(), recorded());
    let seat = |table: &Table| table.view.seats.white.clone();
    assert_eq!((table.asked.len(), seat(&table).name.as_str()), (0, "GNU Go 3.8"));
    // Neither a question nor a review wakes it.
    assert_eq!(table.both(Command::Ask), Err(Refused::NoProgram));
    table.both(Command::Review).unwrap();
    table.both(Command::Walk { step: Step::Back }).unwrap();
    assert_eq!(table.asked, []);
    table.both(Command::PlayOn).unwrap();
    assert_eq!((table.asked.len(), table.disk()), (0, text));
    table.both(UNDO).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Start)]);
    table.ready(Color::White, profile(false));
    assert_eq!(seat(&table).name, "Bot 1.0");
}

#[test]
fn a_person_on_the_seat_of_a_program_has_a_name_of_their_own() {
    // An engine that was started by a command, and one with a name.
    for white in ["", "HOSHIW[gnugo]"] {
        let text = format!("(;SZ[9]PB[Old]PW[GNU Go]HOSHIB[human]{white};B[aa])");
        let mut table = Table::resume(&text, people(), recorded());
        let names = table.view.seats.clone().map(|seat| seat.name);
        assert_eq!((names.black.as_str(), names.white.as_str()), ("Old", "Bob"));
        table.play("B2");
        assert!(table.disk().contains("PW[Bob]"), "{}", table.disk());
        assert!(table.disk().contains("HOSHIW[human]"), "{}", table.disk());
    }
}

#[test]
fn a_game_that_is_over_stays_over() {
    let text = "(;SZ[9]RE[B+R];B[aa];W[bb])";
    let mut table = Table::resume(text, people(), recorded());
    assert_eq!((table.result(), table.view.phase), (Some("B+R"), Phase::Over));
    table.both(UNDO).unwrap();
    assert_eq!(table.view.phase, Phase::Playing);
    table.play("C3");
}

#[test]
fn a_game_is_continued_where_it_was_taken_back_to() {
    let mut table = Table::plain(9, "chinese");
    table.play("D4 E5 F6");
    table.both(UNDO).unwrap();
    table.both(UNDO).unwrap();
    let text = table.disk().to_owned();
    let mut table = Table::resume(&text, people(), recorded());
    assert_eq!(table.moves(), "D4");
    table.play("G7");
    assert!(table.disk().ends_with(";B[df]\n(;W[gc])\n(;W[ee];B[fd]))\n"), "{}", table.disk());
}

#[test]
fn the_rules_are_those_of_the_game() {
    // The komi is in KM and not in RU; a review must keep it.
    let mut table = Table::plain(9, "chinese,ko=psk,komi=6.5");
    table.play("D4 E5");
    table.both(Command::Review).unwrap();
    table.both(Command::Walk { step: Step::First }).unwrap();
    table.both(Command::PlayOn).unwrap();
    assert_eq!(table.view.rules, "chinese,ko=psk,komi=6.5");
    let table = Table::resume(table.disk(), people(), recorded());
    assert!(table.view.rules.starts_with("chinese,ko=psk"));
    assert_eq!(table.view.komi, "6.5");
}

#[test]
fn a_new_game_may_have_moves() {
    let mut game = Game::new(Size::S9, "chinese".parse().unwrap());
    for name in ["D4", "E5"] {
        game.play(Size::S9.parse_move(name).unwrap()).unwrap();
    }
    let mut table = Table::new(Start::of(game), people(), recorded());
    assert_eq!(table.moves(), "D4 E5");
    table.play("F6");
    assert!(table.disk().ends_with(";B[df];W[ee];B[fd])\n"), "{}", table.disk());
}

#[test]
fn the_file_of_a_record_is_in_the_first_snapshot() {
    let mut session = Session::resume(kifu("(;SZ[9])"), people(), recorded()).session;
    session.set_file(Some("b.sgf".into()));
    let recording = session.snapshot().unwrap().recording;
    assert_eq!((recording.file.as_deref(), recording.saved), (Some("b.sgf"), Saved::Yes));
}

#[test]
fn a_date_and_a_limit_are_recorded() {
    let start = Start { date: "2026-11-16".into(), ..timed(9, "chinese", "10m+25/5m") };
    let mut table = Table::new(start, people(), recorded());
    table.play("D4");
    assert!(table.disk().contains("DT[2026-11-16]TM[600]OT[25/300 Canadian]"), "{}", table.disk());
    assert!(table.disk().contains("BL[600]"), "{}", table.disk());
    let table = Table::resume(table.disk(), people(), recorded());
    assert_eq!(table.view.clock.unwrap().faces.black.left, seconds(600).0.unsigned_abs());
}
