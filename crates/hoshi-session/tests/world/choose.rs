//! Turns a step into a command: one that makes sense now, or any command.

use hoshi_core::{Color, Move, Point};
use hoshi_session::{
    Actor, Command, Markup, MarkupKind, Mode, Phase, Side, Status, Step as Walk, Stone, Vertex,
};

use super::{By, Kind, Step, World};

const TEXTS: [&str; 4] = ["", "good", "a ] \\ : b\nsecond line", "\u{7881}"];
const RESULTS: [&str; 8] = ["B+R", "W+T", "W+F", "0", "Void", "W+3.5", "B+", "so what"];

impl World<'_> {
    pub(super) fn actor(&self, by: By) -> Actor {
        match by {
            By::Black => Actor::Black,
            By::White => Actor::White,
            By::Both => Actor::Both,
            By::Spectator => Actor::Spectator,
            By::Turn if self.view.seats[self.session.game().turn()].program => Actor::Both,
            By::Turn => Actor::from(Side::from(self.session.game().turn())),
        }
    }

    /// A point, a pass, or something that is not on the board.
    pub(super) fn vertex(&self, step: &Step) -> Vertex {
        let size = self.session.game().size();
        let points: Vec<Point> = size.points().collect();
        match step.a % 16 {
            0 => Vertex::PASS,
            1 => "Z99".parse().unwrap(),
            2 => "A0".parse().unwrap(),
            _ => Vertex::of(size, points[usize::from(step.b) % points.len()]),
        }
    }

    fn stone(&self, nth: u16) -> Option<Vertex> {
        let board = self.session.game().board();
        let stones: Vec<Point> = board.stones().map(|(point, _)| point).collect();
        let point = stones.get(usize::from(nth) % stones.len().max(1))?;
        Some(Vertex::of(board.size(), *point))
    }

    /// A legal move; a pass if there is none.
    fn legal(&self, nth: u16) -> Vertex {
        let game = self.session.game();
        let legal: Vec<Point> = game.legal_points(game.turn()).collect();
        let mv = legal.get(usize::from(nth) % legal.len().max(1));
        Vertex::of_move(game.size(), mv.map_or(Move::Pass, |&point| Move::Play(point)))
    }

    /// A command that fits the phase, by an actor that it fits.
    pub(super) fn sensible(&self, step: &Step) -> (Actor, Command) {
        let view = &self.view;
        let turn = self.session.game().turn();
        let person = |color: Color| !view.seats[color].program;
        let sides: Vec<Color> = Color::ALL.into_iter().filter(|&color| person(color)).collect();
        let anyone = match sides.get(usize::from(step.b / 7) % 3) {
            Some(&color) => Actor::from(Side::from(color)),
            None => Actor::Both,
        };
        let mover = if person(turn) && step.b.is_multiple_of(3) { turn.into() } else { None };
        let mover = mover.map_or(Actor::Both, |color: Color| Actor::from(Side::from(color)));
        if let Some(offer) = &view.offer
            && step.b.is_multiple_of(2)
        {
            let other = Actor::from(offer.by().opponent());
            return match step.a % 4 {
                0 => (Actor::from(offer.by()), Command::Withdraw),
                nth => (other, Command::Answer { grant: nth != 1 }),
            };
        }
        if view.mode == Mode::Review {
            const IN_REVIEW: [Kind; 14] = [
                Kind::Walk,
                Kind::Walk,
                Kind::Walk,
                Kind::Play,
                Kind::Play,
                Kind::Play,
                Kind::Comment,
                Kind::Markup,
                Kind::SetUp,
                Kind::Promote,
                Kind::Correct,
                Kind::Remove,
                Kind::PlayOn,
                Kind::PlayOn,
            ];
            let kind = IN_REVIEW[usize::from(step.a) % IN_REVIEW.len()];
            let play = Command::Play { at: self.legal(step.b) };
            return (anyone, if kind == Kind::Play { play } else { self.any(kind, step) });
        }
        if view.demonstration {
            let play = Command::Play { at: self.legal(step.b) };
            return match step.a % 8 {
                0 | 2 => (anyone, Command::Settle),
                1 => (mover, Command::Play { at: Vertex::PASS }),
                _ => (mover, play),
            };
        }
        if self.session.game().redoable() > 0 && step.b % 4 == 1 {
            return (Actor::Both, Command::Redo);
        }
        if view.seats[turn].thinking && step.b % 8 == 3 {
            return (anyone, Command::Stop);
        }
        if view.seats[turn].fault.is_some() && step.b % 4 == 1 {
            return (anyone, Command::Restart);
        }
        match view.phase {
            Phase::Placing => match step.a % 8 {
                0 => (Actor::Both, Command::Undo { color: None }),
                1 => (anyone, self.any(Kind::ALL[usize::from(step.b) % Kind::ALL.len()], step)),
                _ => (mover, Command::Play { at: self.legal(step.b) }),
            },
            Phase::Marking => {
                let revision = view.marking.as_ref().map_or(0, |marking| marking.revision);
                match step.a % 16 {
                    0..=2 => (anyone, Command::Accept { revision }),
                    3..=6 => (anyone, self.any(Kind::Mark, step)),
                    7 => (anyone, Command::Resume { color: Some(turn.into()) }),
                    8..=9 => (anyone, Command::Resume { color: None }),
                    10..=13 => (anyone, Command::Demonstrate),
                    14 => (anyone, Command::Undo { color: None }),
                    _ => (anyone, self.any(Kind::Result, step)),
                }
            }
            Phase::Over => match step.a % 8 {
                0 => (anyone, Command::Review),
                1..=4 => (anyone, Command::Undo { color: None }),
                5 => (anyone, self.any(Kind::Result, step)),
                6 => (anyone, self.any(Kind::Comment, step)),
                _ => (anyone, self.any(Kind::Correct, step)),
            },
            Phase::Playing => match step.a % 64 {
                0..=25 => (mover, Command::Play { at: self.legal(step.b) }),
                26..=37 => (mover, Command::Play { at: Vertex::PASS }),
                38..=41 => (anyone, Command::Undo { color: None }),
                42..=45 => (Actor::Both, Command::Redo),
                46 => (anyone, Command::Resign { color: None }),
                47..=48 => (anyone, self.any(Kind::Comment, step)),
                49..=51 => (Actor::Both, self.any(Kind::Correct, step)),
                52..=53 => (anyone, Command::Ask),
                54..=55 => (anyone, Command::Restart),
                56 => (anyone, Command::Stop),
                57..=58 => (anyone, Command::Pause),
                59..=60 => (anyone, Command::Unpause),
                61..=62 => (Actor::Both, Command::Review),
                _ => (anyone, self.any(Kind::Name, step)),
            },
        }
    }

    /// Any command of a kind.
    pub(super) fn any(&self, kind: Kind, step: &Step) -> Command {
        let (a, b) = (step.a, step.b);
        let side = if b % 2 == 0 { Side::Black } else { Side::White };
        let named = (b % 3 == 0).then_some(side);
        let text = TEXTS[usize::from(a) % TEXTS.len()].to_owned();
        let at = self.vertex(step);
        match kind {
            Kind::Play => Command::Play { at },
            Kind::Resign => Command::Resign { color: named },
            Kind::Undo => Command::Undo { color: named },
            Kind::Redo => Command::Redo,
            Kind::Answer => Command::Answer { grant: a % 2 == 0 },
            Kind::Withdraw => Command::Withdraw,
            Kind::Mark => {
                let status = [Status::Dead, Status::Dead, Status::Alive, Status::Seki];
                let stone = if b % 5 == 0 { Some(at) } else { self.stone(b) };
                let points = stone.into_iter().chain(self.stone(b / 3).filter(|_| b % 4 == 0));
                Command::Mark { points: points.collect(), status: status[usize::from(a) % 4] }
            }
            Kind::Accept => Command::Accept { revision: u32::from(a % 4) },
            Kind::Resume => Command::Resume { color: named },
            Kind::Demonstrate => Command::Demonstrate,
            Kind::Settle => Command::Settle,
            Kind::Comment => Command::Comment { text, on: None },
            Kind::Name => Command::Name { color: side, name: format!("N\t{text}") },
            Kind::Result => {
                Command::Result { result: RESULTS[usize::from(a) % RESULTS.len()].to_owned() }
            }
            Kind::Correct => Command::Correct { number: u32::from(a / 16 % 9), at },
            Kind::Stop => Command::Stop,
            Kind::Restart => Command::Restart,
            Kind::Ask => Command::Ask,
            Kind::Pause => Command::Pause,
            Kind::Unpause => Command::Unpause,
            Kind::Review => Command::Review,
            Kind::PlayOn => Command::PlayOn,
            Kind::Walk => Command::Walk { step: self.walk(step) },
            Kind::SetUp => {
                let stone = Stone { color: side, at };
                let empty = self.stone(a).filter(|_| a % 3 == 0);
                Command::SetUp {
                    stones: vec![stone],
                    empty: empty.into_iter().collect(),
                    turn: named,
                }
            }
            Kind::Markup => {
                let kinds = [
                    MarkupKind::Circle,
                    MarkupKind::Square,
                    MarkupKind::Triangle,
                    MarkupKind::Cross,
                    MarkupKind::Selected,
                    MarkupKind::Label,
                ];
                let mark = |nth: u16| Markup {
                    at,
                    kind: kinds[usize::from(nth) % kinds.len()],
                    text: text.clone(),
                };
                Command::Markup { marks: (0..b % 3).map(|nth| mark(a / 16 + nth)).collect() }
            }
            Kind::Remove => Command::Remove,
            Kind::Promote => Command::Promote,
        }
    }

    fn walk(&self, step: &Step) -> Walk {
        let number = u32::from(step.b % 6);
        match step.b / 8 % 9 {
            0..=1 => Walk::Next { variation: u32::from(step.b % 3) },
            2 => Walk::Back,
            3 => Walk::First,
            4 => Walk::Last,
            5 => Walk::Number { number },
            6 => Walk::Path {
                path: ["", "0", "0.1", "0.0.1", "x.y", "7"][number as usize].to_owned(),
            },
            7 => Walk::Next { variation: 0 },
            _ => Walk::Sibling { by: i32::from(step.b % 5) - 2 },
        }
    }
}
