//! The game behind the commands. GTP lets either side play at any time, even after two passes, and undo
//! any number of moves; the moves are kept here, and the [`Game`] follows them.

use std::borrow::Cow;

use hoshi_core::{Color, Game, HalfPoints, Move, Phase, Point, Position, Refusal, Rules, Size};

/// A game, with the settings that carry over to the next.
#[derive(Clone, Debug)]
pub(super) struct Table {
    game: Game,
    moves: Vec<(Color, Move)>,
}

impl Table {
    /// An empty board.
    pub(super) fn new(size: Size, rules: Rules) -> Table {
        Table { game: Game::new(size, rules), moves: Vec::new() }
    }

    /// The current game.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The game, ready for a move of this colour: after two passes play is resumed, and if it is not its
    /// turn, the other side passes.
    pub(super) fn to_play(&self, color: Color) -> Cow<'_, Game> {
        let is_ready = |game: &Game| game.phase() == &Phase::Playing && game.turn() == color;
        if is_ready(&self.game) {
            return Cow::Borrowed(&self.game);
        }
        let mut game = self.game.clone();
        reopen(&mut game);
        if game.turn() != color {
            let _ = game.play_as(color.opponent(), Move::Pass);
            reopen(&mut game);
        }
        if !is_ready(&game) {
            // The second pass was final. Only the position matters then.
            let start = Position::new(game.board().clone(), color);
            game = fresh(start, game.rules().clone(), game.komi(), game.handicap()).game;
        }
        Cow::Owned(game)
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.game.size()
    }

    /// Whether nothing has been placed or played.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.game.board().stones().next().is_none()
    }

    /// A new game on an empty board. Rules and komi stay.
    pub(super) fn clear(&mut self, size: Size) {
        let (rules, komi) = (self.game.rules().clone(), self.game.komi());
        *self = Table { game: Game::new(size, rules).with_komi(komi), moves: Vec::new() };
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the rules forbid it; nothing has changed then.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        step(&mut self.game, color, mv)?;
        self.moves.push((color, mv));
        Ok(())
    }

    /// Takes the last move back; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        let fresh = self.fresh(self.game.rules().clone(), self.game.komi());
        let moves = &self.moves[..self.moves.len() - 1];
        if let Ok(table) = fresh.with(moves) {
            *self = table;
        }
        true
    }

    /// Sets the komi, at any time.
    pub(super) fn set_komi(&mut self, komi: HalfPoints) {
        if self.game.set_komi(komi).is_err() {
            // The game is over, but may be resumed.
            let fresh = self.fresh(self.game.rules().clone(), komi);
            if let Ok(table) = fresh.with(&self.moves) {
                *self = table;
            }
        }
    }

    /// Sets the rules, at any time. The komi stays.
    ///
    /// # Errors
    /// If they forbid a move of the game; nothing has changed then.
    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), Refusal> {
        *self = self.fresh(rules, self.game.komi()).with(&self.moves)?;
        Ok(())
    }

    /// Places handicap stones on the empty board. The komi stays; a bonus that the rules have for White is
    /// counted with the score.
    pub(super) fn set_handicap(&mut self, points: &[Point]) -> bool {
        let (rules, komi) = (self.game.rules().clone(), self.game.komi());
        let Ok(game) = Game::with_free_handicap(self.size(), rules, points) else { return false };
        *self = Table { game: game.with_komi(komi), moves: Vec::new() };
        true
    }

    /// Takes over a game. What GTP cannot express (the result, a capture game) is left out.
    ///
    /// # Errors
    /// If the rules forbid one of its moves.
    pub(super) fn load(&mut self, game: &Game) -> Result<(), Refusal> {
        let (start, moves) = game.since_setup();
        let rules = Rules { capture: None, ..game.rules().clone() };
        let fresh = fresh(start, rules, game.komi(), game.handicap());
        *self = fresh.with(&moves)?;
        Ok(())
    }

    /// The same game before its first move.
    fn fresh(&self, rules: Rules, komi: HalfPoints) -> Table {
        fresh(self.game.start().clone(), rules, komi, self.game.handicap())
    }

    fn with(mut self, moves: &[(Color, Move)]) -> Result<Table, Refusal> {
        for &(color, mv) in moves {
            self.play(color, mv)?;
        }
        Ok(self)
    }
}

fn fresh(start: Position, rules: Rules, komi: HalfPoints, handicap: u32) -> Table {
    let game = Game::from_position(start, rules).with_handicap_of(handicap).with_komi(komi);
    Table { game, moves: Vec::new() }
}

/// Plays a move, in a game that two passes may have ended.
fn step(game: &mut Game, color: Color, mv: Move) -> Result<(), Refusal> {
    let phase = game.phase().clone();
    reopen(game);
    game.play_as(color, mv).map(drop).inspect_err(|_| match phase {
        Phase::Playing => {}
        Phase::Marking(_) => drop(game.undo()),
        Phase::Over(_) => drop(game.redo()),
    })
}

/// Resumes a game that two passes have ended.
fn reopen(game: &mut Game) {
    match game.phase() {
        Phase::Playing => {}
        // Whichever side requests it, the side to move stays the same.
        Phase::Marking(_) => {
            let _ = game.resume(game.turn().opponent());
        }
        // Under rules without marking, the second pass is final: the next move takes its place. A pass
        // adds no position to the superko history.
        Phase::Over(_) => drop(game.undo()),
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::Preset;

    use super::*;

    fn play(table: &mut Table, moves: &str) -> Result<(), Refusal> {
        moves.split(' ').try_for_each(|word| {
            let (color, name) = word.split_once(':').unwrap();
            let mv = table.size().parse_move(name).unwrap();
            table.play(color.parse().unwrap(), mv)
        })
    }

    #[test]
    fn a_game_continues_after_passes_under_all_rules() {
        for preset in [Preset::TrompTaylor, Preset::Chinese, Preset::Japanese, Preset::Aga] {
            let mut table = Table::new(Size::S9, Rules::of(preset));
            play(&mut table, "b:E5 w:pass b:pass b:pass w:pass w:C3 b:C3").unwrap_err();
            play(&mut table, "b:D4 w:pass b:pass b:G7").unwrap();
            assert_eq!(table.game().board().stone_count(Color::Black), 3, "{preset:?}");
            // A refused move after two passes changes nothing.
            play(&mut table, "w:pass b:pass").unwrap();
            for color in Color::ALL {
                let game = table.to_play(color);
                assert_eq!((game.phase(), game.turn()), (&Phase::Playing, color), "{preset:?}");
                assert_eq!(game.board(), table.game().board(), "{preset:?}");
                assert_eq!(game.legal_points(color).count(), 77, "{preset:?}");
            }
            let before = table.game().phase().clone();
            play(&mut table, "w:G7").unwrap_err();
            assert_eq!(table.game().phase(), &before);
            // One pass, and the same side again.
            assert!(table.undo());
            assert_eq!(table.to_play(Color::White).turn(), Color::White);
            assert_eq!(table.to_play(Color::White).komi(), table.game().komi());
            play(&mut table, "b:pass").unwrap();
            let mut undone = 0;
            while table.undo() {
                undone += 1;
            }
            assert_eq!(undone, 12, "{preset:?}");
            assert!(table.is_empty());
        }
    }

    #[test]
    fn settings_change_in_mid_game() {
        let mut table = Table::new(Size::S9, Rules::of(Preset::TrompTaylor));
        // White captures two of its own stones: suicide, which Tromp-Taylor allows.
        play(&mut table, "b:A3 b:B2 b:C1 w:A2 w:A1 b:E5 w:B1").unwrap();
        assert_eq!(table.game().board().stone_count(Color::White), 0);
        let before = table.game().moves().count();
        assert!(table.set_rules(Rules::of(Preset::Chinese)).is_err());
        assert_eq!(table.game().rules().preset, Preset::TrompTaylor);
        assert_eq!(table.game().moves().count(), before);
        play(&mut table, "b:pass w:pass").unwrap();
        table.set_komi(HalfPoints::ZERO);
        assert_eq!(table.game().komi(), HalfPoints::ZERO);
        table.clear(Size::S13);
        assert_eq!((table.game().komi(), table.size()), (HalfPoints::ZERO, Size::S13));
    }

    #[test]
    fn a_handicap_keeps_the_komi() {
        let mut table = Table::new(Size::S9, Rules::of(Preset::Chinese));
        table.set_komi(HalfPoints::from_halves(1));
        let points = hoshi_core::handicap::gtp(Size::S9, 3).unwrap();
        assert!(table.set_handicap(&points));
        assert_eq!((table.game().komi(), table.game().handicap()), (HalfPoints::from_halves(1), 3));
        play(&mut table, "w:C6 b:E5").unwrap();
        table.set_rules(Rules::of(Preset::Aga)).unwrap();
        assert_eq!((table.game().komi(), table.game().handicap()), (HalfPoints::from_halves(1), 3));
        assert!(table.undo() && table.undo() && !table.undo());
        assert_eq!(table.game().board().stone_count(Color::Black), 3);
    }
}
