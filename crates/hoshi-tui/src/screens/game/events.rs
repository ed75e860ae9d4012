//! Events of the session: the board changes and a message is shown.

use std::time::Instant;

use hoshi_core::Point;
use hoshi_session::host::Delivery;
use hoshi_session::{
    Answer, Closed, Event, Failure, MarkingView, Mode, Offer, Phase, Published, Question, Refused,
    Saved, Side, Snapshot, Stone, UndoPolicy, Vertex, Why,
};

use super::tree::Tree;
use super::{Game, Layer, NOTES};
use crate::effect::Effect;
use crate::program::{Estimated, Lesson, NextGame};
use crate::words;

impl Game {
    /// Handles a delivery of the session.
    pub(crate) fn deliver(&mut self, delivery: Delivery, now: Instant) -> Vec<Effect> {
        match delivery {
            Delivery::Snapshot(state) => {
                self.state = state;
                self.seen = now;
                self.note_end();
                self.greet();
                self.follow()
            }
            Delivery::Events(events) => {
                let mut effects = Vec::new();
                for event in events {
                    self.apply(&event, now, &mut effects);
                }
                effects
            }
            Delivery::Closed => {
                self.warn(words::CLOSED_BY_ERROR);
                Vec::new()
            }
        }
    }

    /// The questions to ask for the current position.
    fn follow(&mut self) -> Vec<Effect> {
        match &self.state.result {
            Some(result) => self.score.clone_from(&result.score),
            None if self.state.marking.is_none() => self.score = None,
            None => {}
        }
        let is_review = self.state.mode == Mode::Review;
        if !is_review {
            self.tree = None;
        }
        // A step within the known tree needs no new one.
        let is_known = |tree: &Tree| tree.find(&self.state.node.path).is_some();
        match self.state.marking {
            Some(_) => vec![Effect::Ask(Question::Score)],
            None if is_review && !self.tree.as_ref().is_some_and(is_known) => {
                vec![Effect::Ask(Question::Record)]
            }
            None => Vec::new(),
        }
    }

    /// The first message.
    fn greet(&mut self) {
        // A note about the record stays.
        if !std::mem::take(&mut self.is_new) || !self.message.text.is_empty() {
            return;
        }
        if self.state.mode == Mode::Review {
            let result = self.recorded.as_ref().filter(|_| self.is_over);
            let result = result.map(|result| format!("{}. ", words::result(result)));
            let how = words::review_opened(&self.keys);
            self.say(format!("{}{how}", result.unwrap_or_default()));
        } else if let Some(placing) = self.placing() {
            self.say(words::handicap(placing.stone, placing.of));
        } else if let Some(result) = self.state.result.as_ref().map(|result| result.result.clone())
        {
            self.say(words::result(&result));
        } else if self.state.phase == Phase::Marking {
            self.say(words::check_dead(&self.keys));
        } else if self.state.mode == Mode::Play {
            let turn = self.state.position.turn.unwrap_or(Side::Black);
            let moves = self.state.moves.len();
            match moves {
                0 if self.is_transcript => self.say(words::transcribe(&self.keys)),
                0 => self.say(words::begins(turn, &self.keys)),
                _ => self.say(words::so_far(moves, turn)),
            }
        }
    }

    fn apply(&mut self, published: &Published, now: Instant, effects: &mut Vec<Effect>) {
        let before = self.state.clone();
        if self.state.apply(published).is_err() {
            tracing::error!("events of the game are missing");
            return;
        }
        self.note_end();
        if !matches!(published.event, Event::Thinking { .. } | Event::Clock { .. }) {
            self.refused = None;
        }
        let is_edit = match &published.event {
            Event::Played { .. } | Event::Node { .. } => true,
            Event::Moved { why: Why::Walk, .. } => {
                // A step to a node that the tree does not have: a new variation.
                self.tree.as_ref().is_some_and(|tree| tree.find(&self.state.node.path).is_none())
            }
            Event::Moved { why, .. } => matches!(why, Why::Edit | Why::SetUp | Why::Correct),
            _ => false,
        };
        self.is_changed |= self.is_copy && is_edit;
        match &published.event {
            Event::Played { number, color, at, captured, repeats, .. } => {
                self.on_move(*number, *color, *at, captured, *repeats);
                effects.extend(self.follow());
                let is_game = self.state.mode == Mode::Play && !self.state.demonstration;
                // Between people this was chosen at the start, too.
                if self.teaches && is_game && self.is_person(*color) {
                    effects.push(Effect::Teach(*number));
                }
            }
            Event::Moved { why, moves, .. } => {
                if matches!(why, Why::Edit | Why::SetUp) {
                    self.tree = None;
                }
                self.on_moved(&before, *why, moves);
                effects.extend(self.follow());
            }
            Event::Marking { changed, marking, .. } => {
                self.on_marking(&before, changed, marking);
                effects.extend(self.follow());
            }
            Event::Ended { result } => {
                self.forget();
                self.banner = Some(words::result(&result.result));
                self.say(format!("{}.", words::result(&result.result)));
                effects.extend(self.follow());
                // Only games in the history have previous games.
                if self.state.recording.file.is_some() && self.state.mode == Mode::Play {
                    effects.push(Effect::Next);
                }
                if let Some(score) = &self.score {
                    self.over = Some(Layer::Count(score.clone()));
                    self.banner = None;
                }
            }
            Event::Seat { color, seat } => {
                let old = &before.seats[*color];
                if old.fault.is_some() && seat.fault.is_none() && self.message.is_warning {
                    // The warning about it does not hold any more.
                    self.say("");
                }
                if let Some(why) = seat.fault.as_ref().filter(|_| old.fault != seat.fault) {
                    let text = words::fault(*color, &seat.name, why, &self.keys);
                    self.note(text.clone());
                    self.warn(text);
                }
            }
            Event::Clock { clock } => {
                self.seen = now;
                match (clock.paused, before.clock.is_some_and(|clock| clock.paused)) {
                    (true, false) => self.say(words::CLOCKS_PAUSED),
                    (false, true) => self.say(words::CLOCKS_RUN),
                    _ => {}
                }
            }
            Event::Recording { recording } => match (recording.saved, &recording.why) {
                (Saved::No, Some(why)) if before.recording.saved != Saved::No => {
                    self.warn(words::unsaved(why));
                }
                (Saved::Yes, _) if before.recording.saved == Saved::No => {
                    self.say(words::SAVED_AGAIN);
                }
                _ => {}
            },
            Event::Opinion { by, play, score } => {
                let name = &self.state.seats[*by].name;
                let play_name = play.as_ref().map(Vertex::as_str);
                let text = words::opinion(name, play_name, score.as_deref());
                self.note(text.clone());
                if std::mem::take(&mut self.wanted.opinion) {
                    self.hint = *play;
                    self.say(format!("{text}."));
                }
            }
            Event::Offered { offer: Offer::Undo { by, number, at } } => {
                self.say(words::asks_to_undo(*by, *number, at.as_str()));
            }
            Event::Offered { offer: Offer::Result { by, result } } => {
                self.say(words::proposes(*by, result));
            }
            Event::Closed { how: Closed::Declined, .. } => self.say(words::DECLINED),
            Event::Closed { .. } | Event::Thinking { .. } | Event::Node { .. } => {}
            Event::Note { about, text } => {
                let about = about.map(|side| format!("{}: ", self.state.seats[side].name));
                let text = format!("{}{text}", about.unwrap_or_default());
                tracing::info!("{text}");
                self.note(text.clone());
                self.say(text);
            }
        }
    }

    /// Clears everything that belongs to the previous position.
    fn forget(&mut self) {
        self.captured.clear();
        self.hint = None;
        self.estimate = None;
        self.banner = None;
        if matches!(self.over, Some(Layer::Confirm(_) | Layer::Count(_))) {
            self.over = None;
        }
    }

    fn note(&mut self, text: String) {
        if self.notes.len() == NOTES {
            self.notes.pop_front();
        }
        self.notes.push_back(hoshi_files::visible_line(&text).into_owned());
    }

    fn on_move(
        &mut self,
        number: u32,
        color: Side,
        at: Vertex,
        captured: &[Vertex],
        repeats: Option<u32>,
    ) {
        self.forget();
        let size = self.size();
        let is_own = captured.contains(&at);
        self.captured = captured.iter().filter_map(|vertex| vertex.point(size)).collect();
        if at == Vertex::PASS
            && self.state.phase == Phase::Playing
            && (self.are_people() || !self.is_person(color))
        {
            self.banner = Some(words::passes(color));
        }
        let stone = Stone { color, at };
        let mut text = self.told(number as usize, stone, captured.len(), is_own);
        if let Some(first) = repeats {
            text.push_str(&format!(". {}", words::repeats(first)));
        } else if self.is_only_pass() {
            text.push_str(&format!("; {}", words::ONLY_PASS));
        }
        // The note about a mistake stays while its player decides whether to take it back.
        match self.lesson.take().filter(|lesson| lesson.number + 1 == number) {
            Some(lesson) => {
                self.warn(format!("{text}. {}", self.lesson_text(&lesson)));
                self.lesson = Some(lesson);
            }
            None => self.say(text),
        }
    }

    /// A move was a big mistake.
    pub(crate) fn on_lesson(&mut self, lesson: Lesson) {
        // The move may have been taken back meanwhile, or be long ago.
        let moves = &self.state.moves;
        let nth = lesson.number as usize;
        let is_recent = nth == moves.len() || nth + 1 == moves.len();
        let is_there = nth > 0 && moves.get(nth - 1).is_some_and(|it| it.at.as_str() == lesson.at);
        let is_play = self.state.phase == Phase::Playing && self.state.mode == Mode::Play;
        if is_recent && is_there && is_play {
            self.warn(self.lesson_text(&lesson));
            self.lesson = Some(lesson);
        }
    }

    fn lesson_text(&self, lesson: &Lesson) -> String {
        let can_undo = self.state.undo != UndoPolicy::Never;
        words::lesson(lesson, can_undo, &self.keys)
    }

    /// The next game for a learner is known.
    pub(crate) fn on_next_game(&mut self, next: NextGame) {
        if self.state.phase == Phase::Over {
            let over = std::mem::take(&mut self.message.text);
            self.say(format!("{over} {}", words::next_game(&next, &self.keys)).trim_start());
            self.next_game = Some(next);
        }
    }

    fn on_moved(&mut self, before: &Snapshot, why: Why, moves: &[Stone]) {
        self.forget();
        self.lesson = None;
        // The game continues.
        self.next_game = None;
        let size = self.size();
        if matches!(why, Why::Walk | Why::Undo | Why::Redo)
            && let Some(point) = moves.last().and_then(|stone| stone.at.point(size))
            && why == Why::Walk
        {
            self.cursor = point;
        }
        match why {
            Why::Undo => self.say(words::back_to(moves.len())),
            Why::Redo => {
                let text = self.told_step(before, moves);
                self.say(text.unwrap_or_default());
            }
            Why::Correct => {
                let same = moves.iter().zip(&before.moves).take_while(|(a, b)| a == b).count();
                self.say(words::corrected(same + 1));
            }
            Why::Resume => self.say(words::PLAY_CONTINUES),
            Why::Handicap => match self.placing() {
                Some(placing) => self.say(words::handicap(placing.stone, placing.of)),
                None => self.say(words::HANDICAP_PLACED),
            },
            Why::Demonstrate => self.say(words::demonstration(&self.keys)),
            Why::Settle => self.say(words::BACK_TO_COUNT),
            Why::Review => self.say(words::review_begins(&self.keys)),
            Why::PlayOn => self.say(words::BACK_TO_GAME),
            Why::Walk => {
                let text = self.told_step(before, moves);
                self.say(text.unwrap_or_else(|| words::THE_START.to_owned()));
            }
            Why::SetUp => self.say(words::STONES_SET_UP),
            Why::Edit => {
                let depth = |path: &str| path.split('.').filter(|part| !part.is_empty()).count();
                let is_removed = depth(&self.state.node.path) < depth(&before.node.path);
                let moves = before.moves.len();
                self.say(if is_removed { words::removed(moves) } else { words::promoted() });
            }
        }
    }

    fn on_marking(&mut self, before: &Snapshot, changed: &[Vertex], marking: &MarkingView) {
        if before.phase != Phase::Marking {
            self.forget();
        }
        if marking.waiting {
            self.say(format!("{} {}", words::BOTH_PASSED, words::ASKING_DEAD));
        } else if let Some(dispute) = &marking.dispute {
            let (alive, dead) = (self.groups(&dispute.alive), self.groups(&dispute.dead));
            self.warn(words::dispute(dispute.by, &alive, &dead, &self.keys));
        } else if !changed.is_empty() && before.marking.as_ref().is_some_and(|old| !old.waiting) {
            self.say(words::stands_and_accept(&marking.result, &self.keys));
        } else {
            self.say(words::check_dead(&self.keys));
        }
    }

    /// The groups of some stones: a point and the number of stones of each.
    fn groups(&self, stones: &[Vertex]) -> Vec<(Vertex, usize)> {
        let size = self.size();
        let board = self.board();
        let mut groups: Vec<(Vertex, usize, Option<Point>)> = Vec::new();
        for &at in stones {
            let block = board.as_ref().zip(at.point(size)).and_then(|(board, at)| board.block(at));
            let first = block.and_then(|block| block.stones().first().copied());
            match groups.iter_mut().find(|group| first.is_some() && group.2 == first) {
                Some(group) => group.1 += 1,
                None => groups.push((at, 1, first)),
            }
        }
        groups.into_iter().map(|(at, count, _)| (at, count)).collect()
    }

    /// The session refused a command.
    pub(crate) fn refused(&mut self, why: &Refused) {
        self.refused = Some(self.cursor);
        self.warn(words::refused(why, &self.keys));
    }

    /// The session answered a question.
    pub(crate) fn answered(&mut self, answer: Answer) {
        match answer {
            Answer::Score { score } if self.state.marking.is_some() => self.score = Some(score),
            Answer::Score { score } if std::mem::take(&mut self.wanted.count) => {
                self.over = Some(Layer::Count(score));
            }
            Answer::Record { sgf } => self.tree = Tree::of(&sgf),
            Answer::Refused { text } => self.warn(text),
            _ => {}
        }
    }

    /// An estimate arrived.
    pub(crate) fn estimated(&mut self, estimated: Result<Estimated, Failure>) {
        if !std::mem::take(&mut self.wanted.estimate) {
            return;
        }
        match estimated {
            Ok(estimated) => {
                let best = estimated.moves.first().map(|(at, _)| at.as_str());
                self.say(words::estimate(&estimated.score, estimated.black, best));
                self.estimate = Some(estimated);
            }
            Err(why) => self.warn(why.to_string()),
        }
    }
}
