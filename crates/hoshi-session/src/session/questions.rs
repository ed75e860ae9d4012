//! Questions that change nothing.

use hoshi_core::{Block, Game, Move};

use super::Session;
use super::views::names;
use crate::wire::{Answer, LivingBlock, Question, Stone, Vertex};

impl Session {
    /// Answers a question about the position at the cursor.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_session::{Answer, Player, Question, Session, Start, Terms};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let players = [Player::person("Ann"), Player::person("Bob")];
    /// let session = Session::new(Start::of(game), players, Terms::default());
    /// let at = "E5".parse().unwrap();
    /// assert_eq!(session.ask(&Question::IsValid { at }), Answer::Valid);
    /// ```
    #[must_use]
    pub fn ask(&self, question: &Question) -> Answer {
        let game = &self.game;
        let size = game.size();
        match question {
            Question::IsValid { at } => match at.on(size) {
                None => no_point(*at, game),
                Some(mv) => match game.check(game.turn(), mv) {
                    Ok(()) => Answer::Valid,
                    Err(refusal) => Answer::Invalid {
                        rule: refusal.name().to_owned(),
                        text: refusal.to_string(),
                    },
                },
            },
            Question::DryRun { at } => match at.on(size) {
                Some(Move::Play(point)) => match game.dry_run(game.turn(), point) {
                    Ok(would) => Answer::DryRun {
                        captured: names(size, would.captured.iter().copied()),
                        liberties: would.liberties as u32,
                        ko: would.ko.map(|point| Vertex::of(size, point)),
                    },
                    Err(refusal) => Answer::Invalid {
                        rule: refusal.name().to_owned(),
                        text: refusal.to_string(),
                    },
                },
                Some(Move::Pass) => Answer::DryRun { captured: Vec::new(), liberties: 0, ko: None },
                None => no_point(*at, game),
            },
            Question::Liberties { at: None } => Answer::Liberties {
                blocks: game.board().blocks().map(|b| living(b, game)).collect(),
            },
            Question::Liberties { at: Some(at) } => {
                match at.point(size).and_then(|point| game.board().block(point)) {
                    Some(block) => Answer::Liberties { blocks: vec![living(block, game)] },
                    None => Answer::Refused { text: format!("there is no stone on {at}") },
                }
            }
            Question::Stones => {
                let stones = game.board().stones_as_placed().into_iter();
                let stone = |(point, color): (_, hoshi_core::Color)| Stone {
                    color: color.into(),
                    at: Vertex::of(size, point),
                };
                Answer::Stones { stones: stones.map(stone).collect() }
            }
            Question::IsOver => {
                Answer::Over { result: game.outcome().map(|outcome| outcome.to_string()) }
            }
            Question::Score => Answer::Score { score: Box::new(self.score_view()) },
            Question::Record => match &self.kifu {
                Some(kifu) => {
                    Answer::Record { sgf: String::from_utf8_lossy(&kifu.to_bytes()).into_owned() }
                }
                None => Answer::Refused {
                    text: "this game has no record: SGF supports boards up to 52x52".to_owned(),
                },
            },
        }
    }
}

fn no_point(at: Vertex, game: &Game) -> Answer {
    Answer::Refused { text: format!("`{at}` is not a point of a {} board", game.size()) }
}

fn living(block: Block<'_>, game: &Game) -> LivingBlock {
    let size = game.size();
    LivingBlock {
        color: block.color().into(),
        stones: names(size, block.stones().into_iter()),
        liberties: names(size, block.liberties().into_iter()),
    }
}
