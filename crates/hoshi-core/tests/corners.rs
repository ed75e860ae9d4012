//! Edge cases of the public API that random games don't reach: a real collision of hashes, counts
//! at the end of their range, a komi changed too late, a small stack.

use hoshi_core::playout::Playouts;
use hoshi_core::{
    Board, Bonus, Color, DeadAndSeki, Diagram, Game, HalfPoints, Move, PointSet, Preset, Refusal,
    Rules, Score, Setup, Size, SplitMix64, propose_seki,
};

/// Zobrist hashes are linear, so collisions can be computed: the keys of these 29 black stones on
/// 19x19 cancel out, and the position has the hash of the empty board. Superko must compare the
/// stones.
#[test]
fn a_collision_of_hashes_is_no_repetition() {
    const STONES: &str =
        "da fa ga ia ka na oa qa ra sa ab eb fb hb jb ob pb rb ec gc ic kc lc nc oc qc ad bd cd";
    for preset in [Preset::TrompTaylor, Preset::NewZealand, Preset::Simple] {
        let mut game = Game::new(Size::S19, Rules::of(preset));
        for name in STONES.split(' ') {
            let point = game.size().parse_sgf(name).expect("a point of 19x19");
            game.play_as(Color::Black, Move::Play(point)).expect("nothing is repeated");
        }
        assert_eq!(game.board().hash(), Board::new(Size::S19).hash(), "the collision");
        assert_eq!(game.board().stone_count(Color::Black), 29);
        assert_eq!(game.repetition(), None, "{preset}");
    }
}

#[test]
fn counts_stop_at_the_end_of_their_range() {
    let diagram: Diagram = "O X .\n. . .".parse().expect("a diagram");
    let mut setup = Setup::from(&diagram);
    setup.captures = [u32::MAX; 2];
    let mut board = setup.position().expect("a position").into_board();
    let a1 = board.size().parse_a1("A1").expect("a point");
    board.play(Color::Black, a1, &Rules::of(Preset::Simple)).expect("a capture");
    assert_eq!(board.captures(Color::Black), u32::MAX);
    for preset in Preset::ALL {
        let rules = Rules::of(preset);
        let score =
            Score::of(&board, &rules, &DeadAndSeki::new(board.size()), rules.komi, u32::MAX);
        assert!(score.side(Color::White).bonus >= HalfPoints::ZERO, "{preset}");
    }
    for bonus in [Bonus::Each, Bonus::ButOne] {
        assert!(bonus.points(1 << 31) > HalfPoints::ZERO);
    }
}

#[test]
fn a_game_that_is_over_keeps_its_komi() {
    let mut game = Game::new(Size::S9, Rules::of(Preset::TrompTaylor));
    game.play(Move::Pass).expect("a pass");
    game.play(Move::Pass).expect("a pass");
    let outcome = game.outcome();
    assert_eq!(game.set_komi(HalfPoints::ZERO), Err(Refusal::GameOver));
    let game = game.with_komi(HalfPoints::ZERO);
    assert_eq!((game.outcome(), Some(game.score().outcome())), (outcome, outcome));
}

/// A komi changed after an undo applies to later results, not to earlier ones.
#[test]
fn a_new_komi_forgets_what_was_undone() {
    let mut game = Game::new(Size::S9, Rules::of(Preset::TrompTaylor));
    game.play(Move::Pass).expect("a pass");
    game.play(Move::Pass).expect("a pass");
    game.undo();
    game.set_komi(HalfPoints::whole(-3)).expect("the game goes on");
    assert!(!game.redo());
    game.play(Move::Pass).expect("a pass");
    assert_eq!(game.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("B+3"));
}

#[test]
fn small_boards_need_little_stack() {
    let run = || {
        let mut playouts = Playouts::new(&Board::new(Size::S19), Color::Black);
        playouts.run(&mut SplitMix64::new(1)).moves
    };
    let thread = std::thread::Builder::new().stack_size(192 << 10).spawn(run);
    assert!(thread.expect("a thread").join().expect("enough stack") > 100);
}

/// A large board with very many blocks and regions must be fast.
#[test]
fn seki_is_proposed_on_the_largest_board() {
    let size = Size::square(255).expect("255 is above 0");
    let mut rng = SplitMix64::new(4);
    let mut playouts = Playouts::new(&Board::new(size), Color::Black);
    playouts.run(&mut rng);
    let mut setup = Setup::new(size);
    setup.stones = playouts.stones();
    let board = setup.position().expect("a finished board").into_board();
    let seki = propose_seki(&board, &PointSet::new(size));
    assert!(seki.len() < board.stones().count());
}
