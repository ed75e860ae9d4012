//! From a line to a game and back: the moves are played, the captures checked, and the parts of a
//! game that SGN cannot hold are named.

use hoshi_core::{
    Block, Board, Color, Game, HalfPoints, Move, Outcome, Phase, Point, PointSet, Refusal, Rules,
    WinBy,
};

use super::error::{Fault, SgnError, Unheld};
use super::line::{Action, Line, Token};

impl Line {
    /// Plays the line. Black stones at the start are [handicap](Line::handicap) stones; the colours
    /// need not alternate; after two passes play continues if there are more moves and the rules allow
    /// it. If captures are noted, all of the move's must be, including those of a suicide.
    ///
    /// ```
    /// use hoshi_core::{Color, Preset, Rules};
    /// use hoshi_record::sgn::Line;
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let line: Line = "9x9 A1b A2w passb B1w A1c".parse()?;
    /// assert_eq!(line.game(&rules)?.board().captures(Color::White), 1);
    ///
    /// let wrong: Line = "9x9 A1b A2w passb B1w B1c".parse()?;
    /// let error = wrong.game(&rules).unwrap_err();
    /// assert_eq!(error.to_string(), "column 23: `B1c`: B1w doesn't capture that");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    ///
    /// # Errors
    /// With the first illegal move, or the first wrong capture.
    pub fn game(&self, rules: &Rules) -> Result<Game, SgnError> {
        self.play(rules, None)
    }

    /// Like [`Line::game`], with a komi other than that of the rules.
    pub(super) fn play(&self, rules: &Rules, komi: Option<HalfPoints>) -> Result<Game, SgnError> {
        let mut first = None;
        let (game, refused) = self.replay(rules, komi, &mut |error| {
            first.get_or_insert(error);
        });
        match (first, refused) {
            (Some(error), _) | (None, Some(error)) => Err(error),
            (None, None) => Ok(game),
        }
    }

    /// All faults of the line: every wrong capture, and the first illegal move, after which nothing
    /// can be checked.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::sgn::Line;
    ///
    /// let line: Line = "9x9 E5b E5c E5w C3b".parse()?;
    /// let wrong = line.check(&Rules::of(Preset::Simple));
    /// assert_eq!(wrong[0].to_string(), "column 9: `E5c`: E5b doesn't capture that");
    /// assert_eq!(wrong[1].to_string(), "column 13: `E5w` is refused: the point is occupied");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub fn check(&self, rules: &Rules) -> Vec<SgnError> {
        let mut wrong = Vec::new();
        let (_, refused) = self.replay(rules, None, &mut |error| wrong.push(error));
        wrong.extend(refused);
        wrong
    }

    /// Plays up to the first illegal move, reports every wrong capture, and returns the refusal.
    fn replay(
        &self,
        rules: &Rules,
        komi: Option<HalfPoints>,
        tell: &mut dyn FnMut(SgnError),
    ) -> (Game, Option<SgnError>) {
        let (game, start) = match self.opening(rules) {
            Ok(opening) => opening,
            Err(error) => return (Game::new(self.size(), rules.clone()), Some(error)),
        };
        let mut game = match komi {
            Some(komi) => game.with_komi(komi),
            None => game,
        };
        let mut tokens = &self.tokens()[start..];
        // Captures noted after handicap stones are wrong: they make none.
        let run = capture_run(tokens);
        if let Some(last) = start.checked_sub(1).and_then(|last| self.tokens().get(last)) {
            self.check_captures(last, &[], &tokens[..run], tell);
        }
        tokens = &tokens[run..];
        while let Some((token, rest)) = tokens.split_first() {
            let noted = &rest[..capture_run(rest)];
            let removed = match token.action {
                Action::Play(color, point) if !noted.is_empty() => {
                    removed_by(game.board(), color, point)
                }
                _ => Vec::new(),
            };
            if let Err(refusal) = make(&mut game, token.action) {
                let token_text = token.action.spelling(self.size());
                let fault = Fault::Refused { token: token_text, refusal };
                return (game, Some(SgnError::new(fault, token.place)));
            }
            self.check_captures(token, &removed, noted, tell);
            tokens = &rest[noted.len()..];
        }
        (game, None)
    }

    /// The game before its first move, and the number of tokens used.
    fn opening(&self, rules: &Rules) -> Result<(Game, usize), SgnError> {
        let stones = self.handicap();
        let Some(last) = stones.last() else {
            return Ok((Game::new(self.size(), rules.clone()), 0));
        };
        let mut seen = PointSet::new(self.size());
        let mut points = Vec::with_capacity(stones.len());
        for token in stones {
            let Action::Play(_, point) = token.action else { continue };
            if !seen.insert(point) {
                let token_text = token.action.spelling(self.size());
                let fault = Fault::Refused { token: token_text, refusal: Refusal::Occupied };
                return Err(SgnError::new(fault, token.place));
            }
            points.push(point);
        }
        match Game::with_free_handicap(self.size(), rules.clone(), &points) {
            Ok(game) => Ok((game, stones.len())),
            // They are on the board, distinct, and two or more: this is the only remaining error.
            Err(_) => {
                let token_text = last.action.spelling(self.size());
                Err(SgnError::new(Fault::FullBoard { token: token_text }, last.place))
            }
        }
    }

    /// Compares the noted captures with the captured stones.
    fn check_captures(
        &self,
        by: &Token,
        removed: &[Point],
        noted: &[Token],
        tell: &mut dyn FnMut(SgnError),
    ) {
        if noted.is_empty() {
            return;
        }
        let size = self.size();
        let mut missing = PointSet::of(size, removed.iter().copied());
        for token in noted {
            let Action::Capture(point) = token.action else { continue };
            if missing.remove(point) {
                continue;
            }
            let spelling = token.action.spelling(size);
            let fault = if removed.contains(&point) {
                Fault::CapturedTwice { token: spelling }
            } else {
                Fault::NotCaptured { token: spelling, by: by.action.spelling(size) }
            };
            tell(SgnError::new(fault, token.place));
        }
        if !missing.is_empty() {
            const SHOWN: usize = 5;
            let names = missing.iter().take(SHOWN).map(|p| size.a1(p).to_string());
            let mut names = names.collect::<Vec<_>>().join(", ");
            if missing.len() > SHOWN {
                names.push_str(&format!(" and {} more", missing.len() - SHOWN));
            }
            let fault = Fault::MissingCapture { by: by.action.spelling(size), missing: names };
            tell(SgnError::new(fault, by.place));
        }
    }

    /// The same line with every capture noted.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::sgn::Line;
    ///
    /// let line: Line = "9x9 A1b A2w passb B1w".parse()?;
    /// let noted = line.with_captures(&Rules::of(Preset::Simple))?;
    /// assert_eq!(noted.to_string(), "9x9 A1b A2w passb B1w A1c");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Line::game`].
    pub fn with_captures(&self, rules: &Rules) -> Result<Line, SgnError> {
        self.game(rules)?;
        let bare = self.without_captures();
        let (mut game, start) = bare.opening(rules)?;
        let mut line = Line::new(self.size());
        for (index, token) in bare.tokens().iter().enumerate() {
            let error = |fault| SgnError::new(fault, token.place);
            line.push(token.action).map_err(error)?;
            if index < start {
                continue;
            }
            if let Action::Play(color, point) = token.action {
                for gone in removed_by(game.board(), color, point) {
                    line.push(Action::Capture(gone)).map_err(error)?;
                }
            }
            let token_text = || token.action.spelling(self.size());
            make(&mut game, token.action)
                .map_err(|refusal| error(Fault::Refused { token: token_text(), refusal }))?;
        }
        Ok(line)
    }

    /// The line of a game: its handicap stones, its moves, and a resignation. A line cannot hold
    /// komi, rules and other results; an [`Address`](super::Address) can.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    /// use hoshi_record::sgn::Line;
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// game.play(Size::S9.parse_move("E5")?)?;
    /// game.resign(Color::White)?;
    /// assert_eq!(Line::from_game(&game)?.to_string(), "9x9 E5b resignw");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game has something that a line cannot hold.
    pub fn from_game(game: &Game) -> Result<Line, Unheld> {
        let mut line = Line::new(game.size());
        let stones = game.start().board().stones_as_placed();
        let points: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
        let start = if points.is_empty() {
            Game::new(game.size(), game.rules().clone())
        } else {
            // A start other than handicap stones is a position that SGN cannot hold.
            let made = Game::with_free_handicap(game.size(), game.rules().clone(), &points);
            made.ok().filter(|made| made.handicap() == game.handicap()).ok_or(Unheld::Setup)?
        };
        if start.start().board() != game.start().board() {
            return Err(Unheld::Setup);
        }
        let first = game.moves().next();
        if first.is_none() && start.turn() != game.start().turn() {
            return Err(Unheld::Turn);
        }
        let placed = points.iter().map(|&point| Action::Play(Color::Black, point));
        let moves = game.moves().map(|(color, mv)| match mv {
            Move::Play(point) => Action::Play(color, point),
            Move::Pass => Action::Pass(color),
        });
        let resigned = match game.outcome() {
            Some(Outcome::Win { winner, by: WinBy::Resignation }) => {
                Some(Action::Resign(winner.opponent()))
            }
            _ => None,
        };
        for action in placed.chain(moves).chain(resigned) {
            line.push(action).map_err(|_| Unheld::Setup)?;
        }
        if line.handicap().len() != points.len() {
            return Err(Unheld::Handicap);
        }
        Ok(line)
    }
}

/// The number of captures at the start of the tokens.
fn capture_run(tokens: &[Token]) -> usize {
    tokens.iter().take_while(|token| matches!(token.action, Action::Capture(_))).count()
}

/// Plays the move of a token; a capture is not a move.
fn make(game: &mut Game, action: Action) -> Result<(), Refusal> {
    let (color, mv) = match action {
        Action::Capture(_) => return Ok(()),
        Action::Resign(color) => return game.resign(color),
        Action::Play(color, point) => (color, Move::Play(point)),
        Action::Pass(color) => (color, Move::Pass),
    };
    if let Phase::Marking(_) = game.phase() {
        // Play was resumed. Whoever requested it, this colour moved first if the rules allow it.
        let by = Color::ALL.into_iter().find(|&by| game.rules().resumes(by, game.turn()) == color);
        game.resume(by.unwrap_or(color)).map_err(|_| Refusal::GameOver)?;
    }
    game.play_as(color, mv).map(|_| ())
}

/// The stones that a move would remove: the opponent's, or by suicide the player's own including
/// the new one. In reading order.
fn removed_by(board: &Board, color: Color, point: Point) -> Vec<Point> {
    let near: Vec<Point> = board.size().neighbors(point).collect();
    let blocks = |owner: Color| {
        near.iter().filter_map(|&at| board.block(at)).filter(move |block| block.color() == owner)
    };
    let mut removed: Vec<Point> = blocks(color.opponent())
        .filter(Block::is_in_atari)
        .flat_map(|block| block.stones())
        .collect();
    let has_liberty = near.iter().any(|&at| board.is_empty_at(at))
        || blocks(color).any(|block| !block.is_in_atari());
    if removed.is_empty() && !has_liberty {
        removed.extend(blocks(color).flat_map(|block| block.stones()));
        removed.push(point);
    }
    removed.sort_unstable();
    removed.dedup();
    removed
}
