//! What must hold after every step.

use hoshi_core::{Game, Happened, Move};
use hoshi_record::kifu::Kifu;
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;
use hoshi_session::{Event, Mode, Player, Published, Saved, Session, Since};

use super::{Step, World};

impl World<'_> {
    pub(super) fn check(&mut self, step: &Step) {
        self.check_view();
        self.check_record();
        self.check_demonstration();
        if step.b.is_multiple_of(8) {
            let before = self.state();
            self.ask(step);
            assert_eq!(self.state(), before, "a question changed something");
            self.counts.questions += 1;
        }
    }

    /// The view equals the snapshot.
    fn check_view(&mut self) {
        let Since::Events(events) = self.session.since(self.view.seq) else {
            panic!("this few events are always kept");
        };
        assert!(!self.session.is_pending() || events.is_empty(), "published before it was saved");
        for published in events {
            let name = name_of(&published);
            self.trace(|| format!("  {} {name}", published.seq));
            *self.counts.events.entry(name).or_default() += 1;
            let text = serde_json::to_string(&*published).unwrap();
            let read: Published = serde_json::from_str(&text).unwrap_or_else(|error| {
                panic!("{error}: {text}");
            });
            assert_eq!(read, *published, "{text}");
            self.view.apply(&published).unwrap();
        }
        let Some(snapshot) = self.session.snapshot() else {
            assert!(self.session.is_pending());
            assert_eq!(self.session.deadline(), None);
            return;
        };
        assert_eq!(snapshot.seq, self.session.published());
        assert_eq!(self.view, snapshot, "the view and the snapshot differ");
        self.counts.compared += 1;
    }

    /// The record matches the game, and is on disk.
    fn check_record(&self) {
        if self.session.is_pending() || self.view.mode == Mode::Review {
            return;
        }
        let Some(kifu) = self.session.kifu() else { return };
        let bytes = kifu.to_bytes();
        let is_saved = self.view.recording.saved == Saved::Yes;
        if let (true, true, Some(disk)) = (is_saved, self.is_in_step, &self.disk) {
            let (disk, bytes) = (String::from_utf8_lossy(disk), String::from_utf8_lossy(&bytes));
            assert_eq!(disk, bytes, "the disk and the record differ");
            self.counts.on_disk.update(|count| count + 1);
        }
        if !self.view.demonstration {
            in_step(&bytes, self.session.game(), self.view.placing.is_some());
            self.counts.in_step.update(|count| count + 1);
        }
    }

    /// A demonstration leaves the record alone, except for names in the first node.
    fn check_demonstration(&mut self) {
        let aside = self.view.demonstration.then(|| {
            let kifu = self.session.kifu().expect("a small board");
            kifu.tree().nodes().skip(1).map(|node| node.raw().to_vec()).collect::<Vec<_>>()
        });
        if let (Some(before), Some(now)) = (&self.aside, &aside) {
            assert_eq!(before, now, "a demonstration was recorded");
            self.counts.demonstrations += 1;
        }
        self.aside = aside;
    }

    /// The game can be continued from the record's bytes.
    pub(super) fn check_resumes(&self) {
        let Some(kifu) = self.session.kifu() else { return };
        if self.view.mode == Mode::Review || self.view.demonstration {
            return;
        }
        let again = Kifu::of_file(Collection::read(kifu.to_bytes()).unwrap()).unwrap();
        let players = ["Ann", "Bob"].map(Player::person);
        let resumed = Session::resume(again, players, hoshi_session::Terms::default()).session;
        let (old, new) = (self.session.snapshot().unwrap(), resumed.snapshot().unwrap());
        self.counts.resumed.update(|count| count + 1);
        assert_eq!(old.moves, new.moves);
        assert_eq!(old.position.rows, new.position.rows);
        assert_eq!(old.node.comment, new.node.comment);
        // A foreign record with a handicap looks the same when all its moves were taken back.
        if kifu.tree().info_text("AP").is_some() {
            assert_eq!(old.placing, new.placing);
        }
        if !is_resumed(self.session.game()) {
            assert_eq!(old.phase, new.phase);
        }
        assert_eq!(old.result.map(|result| result.result), new.result.map(|result| result.result));
    }
}

/// Whether play was resumed after two passes, with no stone since. SGF cannot express this.
fn is_resumed(game: &Game) -> bool {
    let mut game = game.clone();
    while let Some(last) = game.last_happened() {
        match last {
            Happened::Resume(_) => return true,
            Happened::Move(_, Move::Play(_)) | Happened::SetUp => return false,
            Happened::Move(_, Move::Pass) | Happened::End(_) => game.undo(),
        };
    }
    false
}

/// Checks that the main line and result of a record match the game.
pub(crate) fn in_step(bytes: &[u8], game: &Game, is_placing: bool) {
    let text = String::from_utf8_lossy(bytes);
    let file = Collection::read(bytes.to_vec()).unwrap();
    let tree = file.game(0).unwrap();
    let end = tree.main_line().last().unwrap();
    let again = replay(end, &Terms::of(tree)).game;
    assert!(again.moves().eq(game.moves()), "{text}");
    assert_eq!(again.board().to_string(), game.board().to_string(), "{text}");
    // While handicap stones are placed, it is Black's turn. In a foreign record with a handicap or
    // a setup, the first move may decide whose turn it is.
    let is_open = !text.contains("AP[hoshi") && game.move_count() == 0;
    if !is_resumed(game) && !is_placing && !is_open {
        assert_eq!(again.turn(), game.turn(), "{text}");
    }
    let result = tree.info_text("RE").map(std::borrow::Cow::into_owned);
    assert_eq!(result, game.outcome().map(|outcome| outcome.to_string()), "{text}");
}

fn name_of(published: &Published) -> String {
    let name = match &published.event {
        Event::Played { .. } => "played",
        Event::Moved { why, .. } => return format!("moved {why:?}"),
        Event::Marking { .. } => "marking",
        Event::Ended { .. } => "ended",
        Event::Node { .. } => "node",
        Event::Seat { .. } => "seat",
        Event::Thinking { .. } => "thinking",
        Event::Clock { .. } => "clock",
        Event::Offered { .. } => "offered",
        Event::Closed { how, .. } => return format!("closed {how:?}"),
        Event::Recording { .. } => "recording",
        Event::Opinion { .. } => "opinion",
        Event::Note { .. } => "note",
    };
    name.to_owned()
}
