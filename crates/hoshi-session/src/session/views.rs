//! Builds every part of a snapshot from the state.

use hoshi_core::{
    Board, Color, DeadAndSeki, Game, HalfPoints, Move, Outcome, Owner, Phase as GamePhase, Point,
    Refusal, Scoring, SideScore, Size, WinBy,
};
use hoshi_record::sgf::NodeRef;

use super::{Session, is_counted};
use crate::VERSION;
use crate::clock::{face, limit_view};
use crate::wire::{
    Captures, ClockView, Event, Forbidden, MarkingView, Markup, MarkupKind, NodeView, Pair, Phase,
    Placing, Position, ResultView, Rule, ScoreView, Side, SideView, Snapshot, Stone, Takes, Time,
    Vertex, Why,
};

/// The SGF property of each kind of markup.
pub(super) const MARKUP: [(&str, MarkupKind); 6] = [
    ("CR", MarkupKind::Circle),
    ("SQ", MarkupKind::Square),
    ("TR", MarkupKind::Triangle),
    ("MA", MarkupKind::Cross),
    ("SL", MarkupKind::Selected),
    ("LB", MarkupKind::Label),
];

impl Session {
    /// The state as of the last published event; `None` while a change is being saved.
    #[must_use]
    pub fn snapshot(&self) -> Option<Snapshot> {
        if self.log.is_pending() {
            return None;
        }
        let size = self.game.size();
        Some(Snapshot {
            v: VERSION,
            seq: self.log.published(),
            width: size.width(),
            height: size.height(),
            rules: self.game.rules().to_string(),
            komi: self.game.komi().to_string(),
            handicap: self.game.handicap(),
            mode: self.mode(),
            phase: self.phase_view(),
            position: self.position_view(),
            moves: self.moves_view(),
            node: self.node_view(),
            seats: Pair::of(|side| self.seat(side.into()).view.clone()),
            clock: self.told_clock,
            offer: self.offer.clone(),
            undo: self.terms.undo,
            placing: self.placing_view(),
            marking: self.marking_view(),
            result: self.game.outcome().map(|outcome| self.result_view(outcome)),
            demonstration: self.demonstration.is_some(),
            recording: self.recording.clone(),
        })
    }

    /// Publishes the whole state of the game at once.
    pub(super) fn tell_moved(&mut self, why: Why, by: Option<Color>) {
        self.position += 1;
        let event = Event::Moved {
            why,
            by: by.map(Side::from),
            mode: self.mode(),
            phase: self.phase_view(),
            position: Box::new(self.position_view()),
            moves: self.moves_view(),
            node: Box::new(self.node_view()),
            placing: self.placing_view(),
            marking: self.marking_view().map(Box::new),
            result: self.game.outcome().map(|outcome| Box::new(self.result_view(outcome))),
            demonstration: self.demonstration.is_some(),
            komi: self.game.komi().to_string(),
            handicap: self.game.handicap(),
        };
        self.tell(event);
    }

    fn phase_view(&self) -> Phase {
        match self.game.phase() {
            GamePhase::Playing if self.placing.is_some() => Phase::Placing,
            GamePhase::Playing => Phase::Playing,
            GamePhase::Marking(_) => Phase::Marking,
            GamePhase::Over(_) => Phase::Over,
        }
    }

    pub(super) fn turn_view(&self) -> Option<Side> {
        self.game.outcome().is_none().then(|| self.game.turn().into())
    }

    pub(super) fn captures_view(&self) -> Captures {
        Pair::of(|side| self.game.board().captures(side.into()))
    }

    fn position_view(&self) -> Position {
        let board = self.game.board();
        let ko = board.ko().filter(|_| board.ko_color() == Some(self.game.turn()));
        let (forbidden, takes) = self.special_plays();
        Position {
            number: self.game.move_count() as u32,
            turn: self.turn_view(),
            rows: rows(board),
            captures: self.captures_view(),
            ko: ko.map(|point| Vertex::of(board.size(), point)),
            forbidden,
            takes,
            repeats: self.game.repetition().map(|first| first as u32),
        }
    }

    fn moves_view(&self) -> Vec<Stone> {
        let size = self.game.size();
        let stone = |(color, mv): (Color, Move)| Stone {
            color: color.into(),
            at: Vertex::of_move(size, mv),
        };
        self.game.moves().map(stone).collect()
    }

    /// The points where the side to move may not play, and those where it would capture.
    pub(super) fn special_plays(&self) -> (Vec<Forbidden>, Vec<Takes>) {
        let (mut forbidden, mut takes) = (Vec::new(), Vec::new());
        if self.game.phase() != &GamePhase::Playing {
            return (forbidden, takes);
        }
        let size = self.game.size();
        for (point, play) in self.game.special_plays(self.game.turn()) {
            let at = Vertex::of(size, point);
            match play {
                Ok(stones) => takes.push(Takes { at, stones: names(size, stones.into_iter()) }),
                Err(refusal) => forbidden.extend(rule_view(at, refusal)),
            }
        }
        // Events are kept for a while.
        forbidden.shrink_to_fit();
        takes.shrink_to_fit();
        (forbidden, takes)
    }

    /// The record's data for the current node.
    pub(super) fn node_view(&self) -> NodeView {
        if self.demonstration.is_some() {
            return NodeView::default();
        }
        let Some(kifu) = &self.kifu else { return NodeView::default() };
        let node = if self.review.is_some() { kifu.node() } else { kifu.last() };
        let size = kifu.size();
        let mut markup: Vec<Markup> = Vec::new();
        for (name, kind) in MARKUP {
            if kind == MarkupKind::Label {
                markup.extend(node.labels(size).map(|(point, text)| Markup {
                    at: Vertex::of(size, point),
                    kind,
                    text: text.into_owned(),
                }));
            } else {
                markup.extend(node.points(name, size).map(|point| Markup {
                    at: Vertex::of(size, point),
                    kind,
                    text: String::new(),
                }));
            }
        }
        let comment = node.text("C").map_or_else(String::new, std::borrow::Cow::into_owned);
        let (mut next, mut path) = (Vec::new(), String::new());
        if self.review.is_some() {
            next = node.children().map(|child| first_move(child, size)).collect();
            let numbers: Vec<String> = node.path().iter().map(ToString::to_string).collect();
            path = numbers.join(".");
        }
        NodeView { comment, markup, next, path }
    }

    pub(super) fn clock_view(&self, now: Time) -> Option<ClockView> {
        let clocks = self.clocks.as_ref()?;
        Some(ClockView {
            limit: Pair::of(|side| clocks.limit(side.into()).map(limit_view)),
            faces: Pair::of(|side| face(clocks.look(side.into(), now))),
            at: now,
            running: clocks.running().map(Side::from),
            paused: self.is_paused,
        })
    }

    fn placing_view(&self) -> Option<Placing> {
        let placing = self.placing.as_ref()?;
        Some(Placing { stone: placing.points.len() as u32 + 1, of: placing.total })
    }

    pub(super) fn marking_view(&self) -> Option<MarkingView> {
        let marking = self.marking.as_ref()?;
        let GamePhase::Marking(_) = self.game.phase() else { return None };
        let size = self.game.size();
        let marks = self.game.marks();
        Some(MarkingView {
            revision: marking.revision,
            dead: names(size, marks.dead.iter()),
            seki: names(size, marks.seki.iter()),
            accepted: Pair { black: marking.accepted[0], white: marking.accepted[1] },
            source: marking.source.clone(),
            waiting: marking.waiting,
            result: self.game.score().outcome().to_string(),
            dispute: marking.dispute.clone(),
        })
    }

    pub(super) fn result_view(&self, outcome: Outcome) -> ResultView {
        // A tie that the rules award to a side has no margin.
        let is_tie = matches!(outcome, Outcome::Win { by: WinBy::Unknown, .. });
        let is_counted = (is_counted(outcome) || is_tie) && !self.verdict.capped;
        let score = is_counted.then(|| Box::new(self.score_view()));
        // If the count gives another result, the result was set by hand.
        let score = score.filter(|score| score.result == outcome.to_string());
        ResultView { result: outcome.to_string(), score }
    }

    pub(super) fn score_view(&self) -> ScoreView {
        ScoreView::of(&self.game, &self.game.marks())
    }
}

impl ScoreView {
    /// The count of the current position, with these marks.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_session::ScoreView;
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// assert_eq!(ScoreView::of(&game, &game.marks()).result, "W+7.5");
    /// ```
    #[must_use]
    pub fn of(game: &Game, marks: &DeadAndSeki) -> ScoreView {
        let score = game.score_with(marks);
        let size = game.size();
        let side = |side: Side| side_view(score.side(side.into()));
        let letter = |point: Point| match score.owners[point] {
            Owner::Stone(Color::Black) => 'X',
            Owner::Stone(Color::White) => 'O',
            Owner::Territory(Color::Black) => 'x',
            Owner::Territory(Color::White) => 'o',
            Owner::Dame => '.',
            Owner::Seki(_) => 's',
        };
        ScoreView {
            result: score.outcome().to_string(),
            area: game.rules().scoring == Scoring::Area,
            sides: Pair::of(side),
            dead: names(size, marks.dead.iter()),
            seki: names(size, marks.seki.iter()),
            owners: rows_of(size, letter),
        }
    }
}

fn side_view(side: &SideScore) -> SideView {
    let text = |half: HalfPoints| half.to_string();
    SideView {
        stones: side.stones,
        territory: side.territory,
        captures: side.captures,
        dead: side.dead,
        komi: text(side.komi),
        bonus: text(side.bonus),
        total: text(side.total),
    }
}

/// The rows of a board from the top, a letter for each point.
fn rows_of(size: Size, letter: impl Fn(Point) -> char) -> Vec<String> {
    let row = |y| (0..size.width()).filter_map(|x| size.point(x, y)).map(&letter).collect();
    (0..size.height()).map(row).collect()
}

fn rows(board: &Board) -> Vec<String> {
    rows_of(board.size(), |point| match board.stone(point) {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    })
}

/// Points as text.
pub(super) fn names(size: Size, points: impl Iterator<Item = Point>) -> Vec<Vertex> {
    points.map(|point| Vertex::of(size, point)).collect()
}

/// The stones that a move captured; in a suicide its own.
pub(super) fn captured(before: &Board, after: &Board, mv: Move) -> Vec<Point> {
    let Move::Play(at) = mv else { return Vec::new() };
    let gone = |&point: &Point| !before.is_empty_at(point) && after.is_empty_at(point);
    let mut points: Vec<Point> = before.size().points().filter(gone).collect();
    if after.is_empty_at(at) {
        points.push(at);
    }
    points
}

/// A forbidden point in the form for views.
fn rule_view(at: Vertex, refusal: Refusal) -> Option<Forbidden> {
    let (rule, repeats) = match refusal {
        Refusal::Ko => (Rule::Ko, None),
        Refusal::Superko { first_seen } => (Rule::Superko, Some(first_seen as u32)),
        Refusal::Suicide => (Rule::Suicide, None),
        _ => return None,
    };
    Some(Forbidden { at, rule, repeats })
}

/// The first move of a node.
fn first_move(node: NodeRef<'_>, size: Size) -> Option<Stone> {
    let (color, mv, _) = node.moves(size).next()?;
    Some(Stone { color: color.into(), at: Vertex::of_move(size, mv?) })
}

impl ClockView {
    /// Whether a view with the other state would show the same.
    pub(super) fn is_same_as(&self, told: &Option<ClockView>) -> bool {
        let Some(told) = told else { return false };
        let is_standing = self.running.is_none() && self.faces == told.faces;
        let is_running = self.running.is_some()
            && self.faces == told.at_time(self.at).faces
            && self.faces[self.running.unwrap_or(Side::Black).opponent()]
                == told.faces[self.running.unwrap_or(Side::Black).opponent()];
        self.limit == told.limit
            && self.running == told.running
            && self.paused == told.paused
            && (is_standing || is_running)
    }

    /// The clocks at a later time, if nothing happens until then.
    ///
    /// ```
    /// use hoshi_session::{ClockView, Face, Limit, Pair, Side, Time};
    ///
    /// let limit = Limit::Absolute { main: 60_000 };
    /// let clock = ClockView {
    ///     limit: Pair { black: Some(limit), white: Some(limit) },
    ///     faces: Pair { black: Face { left: 60_000, overtime: None }, white: Face::default() },
    ///     at: Time::ZERO,
    ///     running: Some(Side::Black),
    ///     paused: false,
    /// };
    /// assert_eq!(clock.at_time(Time::new(1_000)).faces.black.to_string(), "0:59");
    /// ```
    #[must_use]
    pub fn at_time(&self, at: Time) -> ClockView {
        let mut then = *self;
        if let Some(side) = self.running
            && let Some(limit) = self.limit[side]
        {
            then.faces[side] = self.faces[side].after(limit, at.since(self.at));
        }
        then.at = at;
        then
    }
}
