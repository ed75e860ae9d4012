//! Offers of one side to the other: to take moves back, to agree on a result.

use super::*;

fn by(side: Side) -> Command {
    Command::Undo { color: Some(side) }
}

fn table(undo: UndoPolicy) -> Table {
    Table::new(start(9, "chinese"), people(), Terms { undo, ..recorded() })
}

#[test]
fn undo_is_a_request_that_names_the_move() {
    let mut table = table(UndoPolicy::Ask);
    table.play("D4 E5");
    table.tell(Actor::White, UNDO).unwrap();
    let offer = Offer::Undo { by: Side::White, number: 2, at: at("E5") };
    assert_eq!(table.view.offer, Some(offer.clone()));
    assert_eq!(table.event_names(), ["offered"]);
    assert_eq!(table.moves(), "D4 E5");
    for (actor, refused) in
        [(Actor::White, Refused::OwnOffer), (Actor::Spectator, Refused::NotSeated)]
    {
        assert_eq!(table.tell(actor, Command::Answer { grant: true }), Err(refused));
    }
    assert_eq!(table.tell(Actor::Black, UNDO), Err(Refused::OfferOpen));
    table.tell(Actor::Black, Command::Answer { grant: true }).unwrap();
    assert_eq!(table.events[0].event, Event::Closed { offer, how: Closed::Granted });
    let Event::Moved { why, by, .. } = &table.events[1].event else { panic!() };
    assert_eq!((*why, *by), (Why::Undo, Some(Side::White)));
    assert_eq!((table.moves().as_str(), &table.view.offer), ("D4", &None));
}

#[test]
fn after_an_answer_two_moves_are_taken_back() {
    let mut table = table(UndoPolicy::Ask);
    table.play("D4 E5 F6");
    table.tell(Actor::White, UNDO).unwrap();
    assert_eq!(table.view.offer, Some(Offer::Undo { by: Side::White, number: 2, at: at("E5") }));
    table.tell(Actor::Black, Command::Answer { grant: true }).unwrap();
    assert_eq!(table.moves(), "D4");
}

#[test]
fn an_offer_is_declined_withdrawn_or_lapses() {
    let mut table = table(UndoPolicy::Ask);
    table.play("D4 E5");
    let how = |table: &Table| match &table.events[0].event {
        Event::Closed { how, .. } => *how,
        other => panic!("{other:?}"),
    };
    table.tell(Actor::White, UNDO).unwrap();
    table.tell(Actor::Black, Command::Answer { grant: false }).unwrap();
    assert_eq!(how(&table), Closed::Declined);

    table.tell(Actor::White, UNDO).unwrap();
    let not_yours = Err(Refused::NotYours(Side::White));
    assert_eq!(table.tell(Actor::Black, Command::Withdraw), not_yours);
    table.tell(Actor::White, Command::Withdraw).unwrap();
    assert_eq!(how(&table), Closed::Withdrawn);

    // Its move was answered meanwhile.
    table.tell(Actor::White, UNDO).unwrap();
    table.tell(Actor::Black, play("F6")).unwrap();
    assert_eq!(how(&table), Closed::Lapsed);
    assert_eq!(table.tell(Actor::Black, Command::Answer { grant: true }), Err(Refused::NoOffer));

    table.tell(Actor::White, UNDO).unwrap();
    table.tell(Actor::White, Command::Resign { color: None }).unwrap();
    assert_eq!(how(&table), Closed::Lapsed);
    assert_eq!(table.moves(), "D4 E5 F6");
}

#[test]
fn policies() {
    let mut free = table(UndoPolicy::Free);
    free.play("D4 E5");
    free.tell(Actor::Black, UNDO).unwrap();
    assert_eq!(free.moves(), "");
    free.tell(Actor::White, Command::Redo).unwrap();
    assert_eq!(free.moves(), "D4");

    let mut never = table(UndoPolicy::Never);
    never.play("D4 E5");
    for actor in [Actor::Black, Actor::White, Actor::Both] {
        assert_eq!(never.tell(actor, UNDO), Err(Refused::NoUndo));
    }

    // An actor with both seats needs no consent; an actor with one cannot redo.
    let mut ask = table(UndoPolicy::Ask);
    ask.play("D4 E5");
    ask.both(UNDO).unwrap();
    assert_eq!(ask.moves(), "D4");
    ask.both(by(Side::Black)).unwrap();
    assert_eq!(ask.moves(), "");
    assert_eq!(ask.tell(Actor::White, Command::Redo), Err(Refused::NoRedo));
    ask.both(Command::Redo).unwrap();
    ask.both(Command::Redo).unwrap();
    assert_eq!(ask.moves(), "D4 E5");
    assert_eq!(ask.both(Command::Redo), Err(Refused::NothingToRedo));
}

#[test]
fn there_must_be_something_to_take_back() {
    let mut table = table(UndoPolicy::Ask);
    for actor in [Actor::Black, Actor::White, Actor::Both] {
        assert_eq!(table.tell(actor, UNDO), Err(Refused::NothingToUndo));
    }
    table.play("D4");
    // White has not moved, and does not ask Black to take a move back.
    assert_eq!(table.tell(Actor::White, UNDO), Err(Refused::NothingToUndo));
    assert_eq!(table.tell(Actor::White, by(Side::Black)), Err(Refused::NotYours(Side::Black)));
    table.tell(Actor::Black, UNDO).unwrap();
}

#[test]
fn undo_goes_back_to_the_person() {
    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    table.play("D4");
    assert_eq!(table.asked, [(Color::White, Wish::Choose)]);
    // Not answered yet: one move, and the program stops thinking.
    table.both(UNDO).unwrap();
    assert_eq!((table.moves().as_str(), &table.stopped[..]), ("", &[Color::White][..]));
    table.play("D4");
    table.chooses(Color::White, "E5");
    table.tell(Actor::Black, UNDO).unwrap();
    assert_eq!(table.moves(), "");
    assert_eq!(table.event_names()[0], "moved");
    // The same for redo: until it is the person's turn.
    table.both(Command::Redo).unwrap();
    assert_eq!((table.moves().as_str(), table.view.position.turn), ("D4 E5", Some(Side::Black)));
    assert!(!table.view.seats.white.thinking);
}

#[test]
fn nobody_takes_back_in_a_contest() {
    let contest = Some(Contest { max_moves: 100, move_limit: 1_000, comments: false });
    let terms = Terms { undo: UndoPolicy::Free, contest, ..recorded() };
    let mut table = Table::new(start(9, "chinese"), programs(), terms);
    // A match begins when both are here.
    for color in Color::ALL {
        table.ready(color, profile(false));
    }
    table.chooses(Color::Black, "D4");
    assert_eq!(table.both(by(Side::Black)), Err(Refused::NoUndo));
}

#[test]
fn undone_moves_are_kept_if_the_terms_say_so() {
    for (keep_undone, end) in [(true, ";B[df]\n(;)\n(;W[ee]))\n"), (false, ";B[df])\n")] {
        let terms = Terms { keep_undone, ..recorded() };
        let mut table = Table::new(start(9, "chinese"), people(), terms);
        table.play("D4 E5");
        table.both(UNDO).unwrap();
        assert!(table.disk().ends_with(end), "{}", table.disk());
    }
}

#[test]
fn the_end_is_taken_back_alone() {
    let mut table = table(UndoPolicy::Ask);
    table.play("D4 E5");
    table.tell(Actor::Black, Command::Resign { color: None }).unwrap();
    table.tell(Actor::Black, UNDO).unwrap();
    assert!(matches!(table.view.offer, Some(Offer::Undo { by: Side::Black, .. })));
    assert_eq!(table.result(), Some("W+R"));
    table.tell(Actor::White, Command::Answer { grant: true }).unwrap();
    assert_eq!((table.result(), table.moves().as_str()), (None, "D4 E5"));
    assert_eq!(table.view.phase, Phase::Playing);
}

#[test]
fn a_result_is_offered() {
    let mut table = table(UndoPolicy::Ask);
    table.play("D4 E5");
    let result = |text: &str| Command::Result { result: text.into() };
    table.tell(Actor::Black, result("Void")).unwrap();
    let offer = Offer::Result { by: Side::Black, result: "Void".into() };
    assert_eq!(table.view.offer, Some(offer));
    table.tell(Actor::White, Command::Answer { grant: false }).unwrap();
    assert_eq!(table.result(), None);
    table.tell(Actor::White, result("0")).unwrap();
    table.tell(Actor::Black, Command::Answer { grant: true }).unwrap();
    assert_eq!(table.result(), Some("0"));
    assert!(table.disk().contains("RE[0]"));
    // A draw that nobody counted has no count.
    assert_eq!(table.view.result.as_ref().unwrap().score, None);
    assert_eq!(table.tell(Actor::White, result("W+R")), Err(Refused::Over));

    let mut table = Table::new(start(9, "chinese"), against_program(), recorded());
    table.ready(Color::White, profile(false));
    assert_eq!(table.tell(Actor::Black, result("B+R")), Err(Refused::Declined(Side::White)));
    table.both(result("B+R")).unwrap();
    assert_eq!(table.result(), Some("B+R"));
}

#[test]
fn a_setup_is_taken_back_alone() {
    let mut table = Table::resume("(;SZ[9];B[cc];AB[aa][bb]PL[B])", people(), recorded());
    assert_eq!(table.view.position.rows[0], "X........");
    table.both(UNDO).unwrap();
    assert_eq!(table.view.position.rows[0], ".........");
    assert_eq!(table.moves(), "C7");
    table.both(Command::Redo).unwrap();
    assert_eq!(table.view.position.rows[0], "X........");
    assert_eq!(table.view.position.turn, Some(Side::Black));
}
