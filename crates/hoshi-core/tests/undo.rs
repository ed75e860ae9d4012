//! Undo and redo, to any depth: every earlier state is restored exactly, and so is every later one
//! until something new happens. Copies of the game are kept for comparison, so nothing here depends
//! on how undo works.

mod common;

use common::{
    Reference, cells, every_ruleset, rounds, same_everything, same_state, size, some_setup, story,
};
use hoshi_core::{
    Color, Game, Move, Phase, Point, Position, Preset, Refusal, Rng, Rules, Size, SplitMix64,
};

/// The event that changed the board.
#[derive(Clone)]
enum Touch {
    Move(Color, Move),
    SetUp(Position),
    Nothing,
}

/// A game, and its copies after each event.
struct Album {
    game: Game,
    /// `pages[n]` is the game after `n` events.
    pages: Vec<Game>,
    /// The event between each page and the next.
    touches: Vec<Touch>,
    rng: SplitMix64,
    /// Whether something was undone and nothing has happened since.
    undone: bool,
    kos_brought_back: u64,
}

impl Album {
    fn new(game: Game, seed: u64) -> Album {
        let rng = SplitMix64::new(seed);
        let (pages, touches) = (vec![game.clone()], Vec::new());
        Album { pages, game, touches, rng, undone: false, kos_brought_back: 0 }
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.rng.below(one_in) == 0
    }

    fn color(&mut self) -> Color {
        if self.chance(10) { self.game.turn().opponent() } else { self.game.turn() }
    }

    /// Makes a random event.
    fn step(&mut self) {
        let told = self.chance(25);
        let touch = match self.game.phase().clone() {
            _ if told => self.as_recorded(),
            Phase::Playing if self.chance(60) => {
                let color = self.color();
                let end = match self.rng.below(4) {
                    0 => self.game.resign(color),
                    1 => self.game.lose_on_time(color),
                    2 => self.game.forfeit(color),
                    _ => self.game.no_result(),
                };
                assert_eq!(end, Ok(()));
                Touch::Nothing
            }
            Phase::Playing => {
                let color = self.color();
                let mv = self.some_move(color);
                self.game.play_as(color, mv).expect("a legal move");
                Touch::Move(color, mv)
            }
            Phase::Marking(_) => {
                let by = self.color();
                self.game.resume(by).expect("stones are being marked");
                Touch::Nothing
            }
            Phase::Over(_) => {
                let refused = self.game.resign(Color::Black);
                assert_eq!(refused, Err(Refusal::GameOver));
                assert_eq!(&self.game, self.pages.last().expect("a page"));
                let back = 1 + self.rng.below(4) as usize;
                return self.go_on_from(back.min(self.pages.len() - 1));
            }
        };
        // A new event drops what was undone.
        assert!(!self.game.redo(), "{}", story(&self.game));
        self.undone = false;
        self.pages.push(self.game.clone());
        self.touches.push(touch);
    }

    /// Forces a random move, or sets up another board, at any time.
    fn as_recorded(&mut self) -> Touch {
        let size = self.game.size();
        if self.chance(2) {
            let setup = some_setup(self.game.board(), &mut self.rng);
            let position = setup.position_as_is();
            assert_eq!(self.game.set_up(position.clone()), Ok(()));
            return Touch::SetUp(position);
        }
        let color = self.color();
        let point = size.point_at(self.rng.below(size.area() as u32) as usize);
        let mv = if self.chance(6) { Move::Pass } else { Move::Play(point.expect("a point")) };
        self.game.force(color, mv).expect("on the board");
        Touch::Move(color, mv)
    }

    fn some_move(&mut self, color: Color) -> Move {
        let legal: Vec<Point> = self.game.legal_points(color).collect();
        if legal.is_empty() || self.chance(30) {
            return Move::Pass;
        }
        Move::Play(legal[self.rng.below(legal.len() as u32) as usize])
    }

    /// Undoes, and plays on from there.
    fn go_on_from(&mut self, back: usize) {
        self.undo(back);
        self.undone |= back > 0;
        self.pages.truncate(self.pages.len() - back);
        self.touches.truncate(self.pages.len() - 1);
    }

    /// Undoes this many events, at once or one by one, and compares.
    fn undo(&mut self, back: usize) {
        let now = self.pages.len() - 1;
        if self.chance(2) {
            assert_eq!(self.game.undo_many(back), back);
        } else {
            for step in 1..=back {
                assert!(self.game.undo());
                self.look(now - step);
            }
        }
        self.look(now - back);
    }

    /// Compares with the game after `n` events.
    fn look(&mut self, n: usize) {
        let (game, page) = (&self.game, &self.pages[n]);
        let tell = || format!("after {n} things:\n{}", story(page));
        assert_eq!(game.board(), page.board(), "{}", tell());
        assert_eq!(game.board().hash(), page.board().hash(), "{}", tell());
        assert_eq!(game.board().ko_color(), page.board().ko_color(), "{}", tell());
        let (order, wanted) = (game.board().stones_as_placed(), page.board().stones_as_placed());
        assert_eq!(order, wanted, "{}", tell());
        assert_eq!(game.turn(), page.turn(), "{}", tell());
        assert_eq!(game.phase(), page.phase(), "{}", tell());
        assert_eq!(game.marks(), page.marks(), "{}", tell());
        assert_eq!(game.outcome(), page.outcome(), "{}", tell());
        assert_eq!(game.last_move(), page.last_move(), "{}", tell());
        assert_eq!(game.repetition(), page.repetition(), "{}", tell());
        assert_eq!(game.times_seen(), page.times_seen(), "{}", tell());
        assert!(game.moves().eq(page.moves()), "{}", tell());
        assert!(game == page, "{}", tell());
        self.kos_brought_back += u64::from(game.board().ko().is_some());
    }

    /// Undoes to a random event and redoes everything.
    fn there_and_back(&mut self) {
        let now = self.pages.len() - 1;
        let back = self.rng.below(now as u32 + 1) as usize;
        self.undo(back);
        for n in now - back + 1..=now {
            assert!(self.game.redo());
            self.look(n);
        }
        assert!(self.undone || !self.game.redo());
    }

    /// Every board along the way, by number of moves: the last one after this many moves.
    fn boards(&self) {
        for (n, page) in self.pages.iter().enumerate() {
            let moves = page.move_count();
            if self.pages.get(n + 1).is_some_and(|next| next.move_count() == moves) {
                continue;
            }
            let position = self.game.position_at(moves).expect("it was there");
            assert_eq!(position.board(), page.board());
            assert_eq!(self.game.board_at(moves).as_ref(), Some(page.board()));
            let order = position.board().stones_as_placed();
            assert_eq!(order, page.board().stones_as_placed());
            // A resumption may give the turn to the other side; it doesn't touch the board.
            let touched = self.touches[..n].iter().rposition(|t| !matches!(t, Touch::Nothing));
            assert_eq!(position.turn(), self.pages[touched.map_or(0, |at| at + 1)].turn());
        }
        assert_eq!(self.game.board_at(self.game.move_count() + 1), None);
    }

    /// After undo the legal moves agree with the reference.
    fn beside_the_reference(&self) {
        let mut reference = Reference::empty(self.game.size(), self.game.rules());
        for touch in &self.touches {
            match touch {
                Touch::Move(color, mv) => drop(reference.force(*color, *mv)),
                Touch::SetUp(position) => {
                    let setup = position.setup();
                    let ko = setup.ko.map(|point| reference.at(point));
                    reference.set_up(cells(position.board()), setup.turn, ko, setup.captures);
                }
                Touch::Nothing => {}
            }
        }
        if self.game.size().area() <= 25 {
            same_everything(&self.game, &reference);
        } else {
            same_state(&self.game, &reference);
        }
    }
}

fn play(size: Size, rules: &Rules, steps: u32, seed: u64) -> u64 {
    let mut album = Album::new(Game::new(size, rules.clone()), seed);
    for _ in 0..steps {
        album.step();
        match album.rng.below(40) {
            0 | 1 => album.there_and_back(),
            2 => {
                let back = album.rng.below(album.pages.len() as u32) as usize / 3;
                album.go_on_from(back);
                album.beside_the_reference();
            }
            3 => album.boards(),
            _ => {}
        }
    }
    album.there_and_back();
    let all = album.pages.len() - 1;
    assert_eq!(album.game.undo_many(usize::MAX), all);
    assert!(!album.game.undo());
    album.look(0);
    assert_eq!(album.game, Game::new(size, rules.clone()));
    album.kos_brought_back
}

#[test]
fn on_small_boards() {
    let mut rng = SplitMix64::new(11);
    let mut kos = 0;
    for rules in every_ruleset() {
        for (width, height) in [(1, 1), (2, 1), (2, 2), (3, 3), (6, 1), (4, 3), (5, 5)] {
            for _ in 0..3 * rounds() {
                kos += play(size(width, height), &rules, 120, rng.next_u64());
            }
        }
    }
    println!("counted: undo brought back {kos} kos on small boards");
    assert!(kos > 1_500, "{kos}");
}

/// Long enough for a game's checkpoints to be passed and dropped.
#[test]
fn on_large_boards() {
    let mut rng = SplitMix64::new(12);
    for preset in Preset::ALL {
        for (width, height) in [(9, 9), (19, 19), (7, 21)] {
            play(size(width, height), &Rules::of(preset), 260, rng.next_u64());
        }
    }
}

#[test]
fn on_the_largest_board() {
    play(size(255, 255), &Rules::of(Preset::TrompTaylor), 20, 13);
}

/// A game with marks: the marks at its end are restored, and so are the marks of a dispute.
#[test]
fn marks_come_back() {
    let mut game = Game::new(size(5, 5), Rules::of(Preset::Japanese));
    for name in ["C3", "B2", "D2", "C2", "pass", "pass"] {
        game.play(game.size().parse_move(name).expect("a move")).expect("legal");
    }
    game.toggle_dead(game.size().parse_a1("B2").expect("a point")).expect("a stone");
    game.toggle_seki(game.size().parse_a1("D2").expect("a point")).expect("a stone");
    let marked = game.clone();
    game.resume(Color::White).expect("marking");
    assert!(game.marks().dead.is_empty());
    assert!(game.undo());
    assert_eq!(game, marked);
    assert_eq!(game.marks().dead.len(), 2);
    assert!(game.redo());
    assert_eq!((game.phase(), game.turn()), (&Phase::Playing, Color::Black));
    assert!(game.undo());
    game.resign(Color::White).expect("not over");
    assert!(game.undo());
    assert_eq!(game, marked);
}

/// The end by agreement is one event; the first side's agreement came before.
#[test]
fn an_agreement_comes_back_as_it_was() {
    let mut game = Game::new(size(3, 3), Rules::of(Preset::Chinese));
    for _ in 0..2 {
        game.play(Move::Pass).expect("legal");
    }
    game.agree(Color::Black).expect("marking");
    let waiting = game.clone();
    game.agree(Color::White).expect("marking");
    let over = game.clone();
    assert!(game.undo());
    assert_eq!(game.phase(), waiting.phase());
    assert_eq!(game, waiting);
    assert!(game.redo());
    assert_eq!(game, over);
}
