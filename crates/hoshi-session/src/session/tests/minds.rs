//! Programs at the board: started, asked, stopped, failed.

use super::*;

fn ready() -> Table {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    table
}

#[test]
fn a_program_is_started_first() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    assert_eq!(table.asked, [(Color::White, Wish::Start)]);
    assert!(!table.view.seats.white.present);
    // The person need not wait for it.
    table.play("D4");
    assert_eq!(table.asked, []);
    let notes = vec!["it does not support superko".to_owned()];
    table.report(Color::White, Ok(Answered::Ready(profile(false), notes)));
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
    let seat = &table.view.seats.white;
    assert_eq!((seat.name.as_str(), seat.present, seat.thinking), ("Bot 1.0", true, true));
    assert_eq!(table.event_names()[..2], ["seat", "note"]);
    assert!(table.disk().contains("PW[Bot 1.0]"), "{}", table.disk());
    assert!(table.disk().contains("HOSHIW[random]"), "{}", table.disk());
}

#[test]
fn a_program_moves_when_it_is_its_turn() {
    let mut table = ready();
    assert_eq!(table.asked, []);
    table.play("D4");
    let task = table.tasks[1].as_ref().unwrap();
    assert_eq!((task.color, task.game.move_count(), task.is_cleanup), (Color::White, 1, false));
    assert_eq!(table.tell(Actor::Black, play("E5")), Err(Refused::NotYourTurn(Side::White)));
    assert_eq!(table.both(play("E5")), Err(Refused::Thinking(Side::White)));
    table.chooses(Color::White, "E5");
    assert_eq!(table.event_names(), ["thinking", "played"]);
    assert_eq!(table.moves(), "D4 E5");
}

#[test]
fn nobody_acts_for_a_program() {
    let mut table = ready();
    table.play("D4");
    for command in [play("E5"), Command::Resign { color: None }, UNDO, Command::Stop] {
        assert_eq!(table.tell(Actor::White, command), Err(Refused::NotSeated));
    }
}

#[test]
fn a_refused_command_disturbs_no_thought() {
    let players = [Player::program("bot", "Bot"), person("Ann")];
    let mut table = Table::new(start(9, "chinese"), players, recorded());
    table.ready(Color::Black, profile(false));
    for (command, refused) in [
        (play("D4"), Refused::Thinking(Side::Black)),
        (UNDO, Refused::NothingToUndo),
        (Command::Redo, Refused::NothingToRedo),
        (Command::Accept { revision: 0 }, Refused::NotMarking),
        (Command::Resume { color: None }, Refused::NotMarking),
        (Command::Correct { number: 1, at: at("D4") }, Refused::NoSuchMove { number: 1, last: 0 }),
    ] {
        assert_eq!(table.both(command), Err(refused));
        assert!(table.view.seats.black.thinking);
    }
    table.both(Command::Stop).unwrap();
    assert_eq!(table.stopped, [Color::Black]);
    assert!(!table.view.seats.black.thinking);
    assert_eq!(table.view.seats.black.fault.as_deref(), Some("it was stopped"));
    // A person cannot move for a program without taking its seat.
    assert_eq!(table.both(play("D4")), Err(Refused::Failed(Side::Black)));
    table.replace(Color::Black, person("Bob"));
    assert_eq!(table.view.seats.black.fault, None);
    table.play("D4");
    table.play("E5");
    assert_eq!(table.view.position.number, 2);
}

#[test]
fn a_failed_program_waits_for_a_restart() {
    let mut table = ready();
    table.play("D4");
    table.report(Color::White, Err(Fault::Failed("it crashed".into())));
    assert_eq!(table.view.seats.white.fault.as_deref(), Some("it crashed"));
    assert_eq!((table.asked.len(), table.result()), (0, None));
    table.tell(Actor::Black, Command::Restart).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
    assert_eq!(table.tell(Actor::Black, Command::Restart), Err(Refused::NoProgram));
    // Not an illegal move either.
    table.chooses(Color::White, "D4");
    let why = table.view.seats.white.fault.clone().unwrap();
    assert_eq!(why, "it played D4, which is illegal: the point is occupied");
}

#[test]
fn a_program_that_cannot_start_is_started_again() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.report(Color::White, Err(Fault::Failed("no such file".into())));
    assert_eq!(table.asked, []);
    table.both(Command::Restart).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Start)]);
    table.report(Color::White, Err(Fault::Stopped));
    assert_eq!(table.asked, [(Color::White, Wish::Start)]);
}

#[test]
fn thoughts_about_another_position_are_stopped() {
    let mut table = ready();
    table.play("D4");
    let old = table.jobs[1];
    table.both(Command::Correct { number: 1, at: at("C3") }).unwrap();
    assert_eq!(
        (&table.stopped[..], &table.asked[..]),
        (&[Color::White][..], &[(Color::White, Wish::Choose)][..],)
    );
    assert_ne!(table.jobs[1], old);
    // An answer to the old request is ignored.
    let size = table.session.game().size();
    let chosen = Chosen::of(size.parse_move("E5").unwrap());
    let before = table.view.clone();
    let report = Report {
        color: Color::White,
        job: old,
        took: Duration::ZERO,
        answer: Ok(Answered::Chosen(chosen)),
    };
    let effects = table.session.report(report, table.now);
    table.take(effects);
    assert_eq!(table.view, before);
    assert!(table.view.seats.white.thinking);
    // A comment is not another position.
    table.both(Command::Comment { text: "hm".into(), on: None }).unwrap();
    assert_eq!(table.stopped, []);
}

#[test]
fn an_answer_to_another_question_is_a_fault() {
    let mut table = ready();
    table.play("D4");
    table.report(Color::White, Ok(Answered::Judged(None)));
    assert!(table.view.seats.white.fault.is_some());
    // In particular, it does not move for the other side.
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    let size = table.session.game().size();
    let chosen = Chosen::of(size.parse_move("E5").unwrap());
    table.report(Color::White, Ok(Answered::Chosen(chosen)));
    assert_eq!(table.moves(), "");
}

#[test]
fn programs_have_opinions() {
    let mut table = ready();
    table.tell(Actor::Black, Command::Ask).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Opinion)]);
    let size = table.session.game().size();
    let opinion =
        Opinion { play: Some(size.parse_move("E5").unwrap()), score: Some("B+3.5".into()) };
    table.report(Color::White, Ok(Answered::Opinion(Some(opinion))));
    let said =
        Event::Opinion { by: Side::White, play: Some(at("E5")), score: Some("B+3.5".into()) };
    assert_eq!(table.events[0].event, said);
    for answer in [Ok(Answered::Opinion(None)), Err(Fault::Failed("it crashed".into()))] {
        table.both(Command::Ask).unwrap();
        table.report(Color::White, answer);
        assert_eq!(table.event_names(), ["note"]);
    }
    // A move makes it outdated.
    table.both(Command::Ask).unwrap();
    table.play("D4");
    assert_eq!((&table.stopped[..], table.asked.len()), (&[Color::White][..], 1));
    // It is not asked while it thinks about its move.
    assert_eq!(table.both(Command::Ask), Err(Refused::Thinking(Side::White)));
}

#[test]
fn a_program_says_something_meanwhile() {
    let mut table = ready();
    table.play("D4");
    table.report(Color::White, Ok(Answered::Said(Said::Note("loading a network".into()))));
    let note = Event::Note { about: Some(Side::White), text: "loading a network".into() };
    assert_eq!(table.events[0].event, note);
    assert!(table.view.seats.white.thinking);
    let notes = vec!["it does not support the ko rule".to_owned()];
    let play = Some(table.session.game().size().parse_move("E5").unwrap());
    table.report(
        Color::White,
        Ok(Answered::Chosen(Chosen { play, notes, ..Chosen::of(Move::Pass) })),
    );
    assert_eq!(table.event_names(), ["thinking", "note", "played"]);
}

#[test]
fn a_review_stops_programs() {
    let mut table = ready();
    table.play("D4");
    table.both(Command::Review).unwrap();
    assert_eq!(table.stopped, [Color::White]);
    table.both(Command::Walk { step: Step::First }).unwrap();
    assert_eq!(table.asked, []);
    table.both(Command::PlayOn).unwrap();
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
}
