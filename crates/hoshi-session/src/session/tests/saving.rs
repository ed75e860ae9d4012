//! Events and the disk: first saved, then published.

use hoshi_record::kifu::Change;

use super::*;

/// A session whose disk is simulated by the test.
fn session() -> Session {
    let mut session = Session::new(timed(9, "chinese", "60s"), people(), recorded());
    assert!(session.open(Time::ZERO).is_empty());
    session
}

fn effects(session: &mut Session, command: Command) -> Vec<Effect> {
    session.handle(Actor::Both, command, Time::new(1_000)).unwrap()
}

fn saved(session: &Session, since: u64) -> Vec<(&'static str, bool)> {
    let Since::Events(events) = session.since(since) else { panic!("too many") };
    events.iter().map(|published| (name(&published.event), published.saved)).collect()
}

#[test]
fn nothing_is_published_before_it_is_saved() {
    let mut session = session();
    let before = session.published();
    let effects = effects(&mut session, play("D4"));
    assert!(matches!(effects[..], [Effect::Persist(Change::Append)]), "{effects:?}");
    assert!(session.is_pending());
    assert_eq!((session.published(), session.snapshot()), (before, None));
    assert_eq!(saved(&session, before), []);
    assert_eq!(session.deadline(), None);
    // No other input is accepted.
    let now = Time::new(100_000);
    assert_eq!(session.handle(Actor::Both, play("E5"), now).unwrap_err(), Refused::Busy);
    assert!(session.poll(now).is_empty());
    assert!(session.attend(Color::Black, false, now).is_empty());
    assert!(session.replace(Color::Black, person("Cid"), now).is_empty());
    assert!(session.ready(Color::Black, profile(false), Vec::new(), now).is_empty());
    assert_eq!(session.published(), before);

    let file = Ok(Some("a.sgf".to_owned()));
    assert!(session.persisted(file, vec!["a note".into()], Time::new(1_010)).is_empty());
    let events = saved(&session, before);
    let names: Vec<_> = events.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["played", "clock", "recording", "note"]);
    assert!(events.iter().all(|(_, saved)| *saved));
    let recording = session.snapshot().unwrap().recording;
    assert_eq!((recording.file.as_deref(), recording.saved), (Some("a.sgf"), Saved::Yes));
    // An unexpected answer changes nothing.
    let published = session.published();
    assert!(session.persisted(Err(Failure::new("?")), Vec::new(), now).is_empty());
    assert_eq!(session.published(), published);
}

#[test]
fn a_disk_that_fails_is_tried_again() {
    let mut session = session();
    let before = session.published();
    effects(&mut session, play("D4"));
    let no_space = || Err(Failure::new("no space left"));
    session.persisted(no_space(), Vec::new(), Time::new(1_000));
    // The game continues, and the events say that they are not saved.
    let events = saved(&session, before);
    assert_eq!(events, [("played", false), ("clock", false), ("recording", false)]);
    let recording = session.snapshot().unwrap().recording;
    assert_eq!((recording.saved, recording.why.as_deref()), (Saved::No, Some("no space left")));
    assert_eq!(session.deadline(), Some(Time::new(3_000)));
    assert!(session.poll(Time::new(2_999)).is_empty());

    let effects = session.poll(Time::new(3_000));
    assert!(matches!(effects[..], [Effect::Persist(Change::Nothing)]), "{effects:?}");
    session.persisted(no_space(), Vec::new(), Time::new(3_000));
    // The same error again is not published.
    assert_eq!(saved(&session, before).len(), 3);
    assert_eq!(session.deadline(), Some(Time::new(5_000)));
    session.poll(Time::new(5_000));
    let seen = session.published();
    session.persisted(Ok(Some("a.sgf".into())), Vec::new(), Time::new(5_000));
    assert_eq!(saved(&session, seen), [("recording", true)]);
    assert_eq!(session.snapshot().unwrap().recording.saved, Saved::Yes);
    // Only the flag remains as a deadline.
    assert_eq!(session.deadline(), Some(Time::new(61_000)));
}

#[test]
fn the_next_change_is_a_retry() {
    let mut session = session();
    effects(&mut session, play("D4"));
    session.persisted(Err(Failure::new("no space left")), Vec::new(), Time::new(1_000));
    let seen = session.published();
    effects(&mut session, play("E5"));
    session.persisted(Ok(None), Vec::new(), Time::new(1_100));
    assert_eq!(saved(&session, seen)[0], ("played", true));
    assert_eq!(session.snapshot().unwrap().recording.saved, Saved::Yes);
    assert_eq!(session.deadline(), Some(Time::new(60_000)));
}

#[test]
fn unrecorded_events_are_published_at_once() {
    let mut session = session();
    let seen = session.published();
    assert!(effects(&mut session, Command::Pause).is_empty());
    assert_eq!(saved(&session, seen), [("clock", true)]);
    // The same name again is not a change of the record.
    let name = Command::Name { color: Side::Black, name: "Ann".into() };
    assert!(effects(&mut session, name).is_empty());

    let mut session = Session::new(start(9, "chinese"), people(), Terms::default());
    assert!(effects(&mut session, play("D4")).is_empty());
    assert_eq!(session.snapshot().unwrap().recording.saved, Saved::Never);
    assert_eq!(saved(&session, 0), [("played", true)]);
}

#[test]
fn several_changes_are_one_for_the_disk() {
    let mut session = session();
    for name in ["D4", "E5", "pass"] {
        effects(&mut session, play(name));
        session.persisted(Ok(None), Vec::new(), Time::new(1_000));
    }
    let effects = effects(&mut session, Command::Result { result: "B+R".into() });
    assert!(matches!(effects[..], [Effect::Persist(Change::Whole { is_move: false })]));
}

#[test]
fn events_are_kept_for_a_while() {
    let mut session = Session::new(start(9, "chinese"), people(), Terms::default());
    for nth in 0..100 {
        let text = format!("comment {nth}");
        effects(&mut session, Command::Comment { text, on: None });
    }
    assert_eq!(session.published(), 100);
    let count = |seq| match session.since(seq) {
        Since::Events(events) => {
            let seqs: Vec<u64> = events.iter().map(|published| published.seq).collect();
            assert_eq!(seqs, (seq + 1..=100).collect::<Vec<_>>());
            Some(events.len())
        }
        Since::Snapshot => None,
    };
    assert_eq!(count(100), Some(0));
    assert_eq!(count(100 - crate::KEPT as u64), Some(crate::KEPT));
    assert_eq!(count(99 - crate::KEPT as u64), None);
    // A view from another session takes a snapshot.
    assert_eq!(count(101), None);
}

#[test]
fn long_events_are_kept_for_less_time() {
    let mut session = Session::new(start(9, "chinese"), people(), Terms::default());
    for _ in 0..10 {
        effects(&mut session, Command::Comment { text: "x".repeat(30_000), on: None });
        effects(&mut session, Command::Comment { text: "y".repeat(30_000), on: None });
    }
    assert!(matches!(session.since(19), Since::Events(events) if events.len() == 1));
    assert!(matches!(session.since(10), Since::Snapshot));
}

#[test]
fn a_gap_is_noticed() {
    let mut session = Session::new(start(9, "chinese"), people(), Terms::default());
    let mut view = session.snapshot().unwrap();
    for name in ["D4", "E5", "F6"] {
        effects(&mut session, play(name));
    }
    let Since::Events(events) = session.since(0) else { panic!("too many") };
    assert_eq!(view.apply(&events[1]), Err(crate::Gap { have: 0, got: 2 }));
    assert_eq!(view.moves, []);
    view.apply(&events[0]).unwrap();
    // Applying an event twice has no further effect.
    view.apply(&events[0]).unwrap();
    view.apply(&events[1]).unwrap();
    assert_eq!((view.seq, view.moves.len()), (2, 2));
}
