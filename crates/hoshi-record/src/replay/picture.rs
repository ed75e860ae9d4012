//! Pictures of nodes.

use hoshi_core::{Caption, Color, Diagram, Game, HalfPoints, Mark, Move, Point, PointSet, Size};

use super::{Terms, replay};
use crate::info::result::Ending;
use crate::sgf::{GameTree, NodeRef};

/// The marks that SGF has a property for.
pub(super) const MARKS: [(&str, Mark); 7] = [
    ("CR", Mark::Circle),
    ("SQ", Mark::Square),
    ("TR", Mark::Triangle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("TB", Mark::Territory(Color::Black)),
    ("TW", Mark::Territory(Color::White)),
];

/// A picture of a node: the stones, the last move, the ko, and all markup in effect at the node.
///
/// ```
/// use hoshi_record::replay::{Terms, diagram};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[3];B[bb]TR[aa])")?;
/// let game = file.game(0).unwrap();
/// let picture = diagram(game.main_line().last().unwrap(), &Terms::of(game));
/// assert_eq!(format!("{picture:#}"), ". . .\n. X .\n. . .\nlast B2\ntriangle A3\n");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn diagram(node: NodeRef<'_>, terms: &Terms) -> Diagram {
    diagram_of(node, &replay(node, terms).game)
}

/// Like [`diagram`], for a game that is already replayed.
///
/// ```
/// use hoshi_record::replay::{Terms, diagram_of, walk};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[2];B[aa];W[bb]LB[ab:x])")?;
/// let game = file.game(0).unwrap();
/// let mut pictures = Vec::new();
/// walk(game, &Terms::of(game), |node, game, _| pictures.push(diagram_of(node, game)));
/// assert_eq!(format!("{:#}", pictures[2]), "X .\n. O\nlast B1\nlabel A1 x\n");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn diagram_of(node: NodeRef<'_>, game: &Game) -> Diagram {
    let mut diagram = without_markup(node, game);
    mark_up(node, &mut diagram);
    diagram
}

/// The stones, the last move and the ko.
pub(super) fn without_markup(node: NodeRef<'_>, game: &Game) -> Diagram {
    let mut diagram = Diagram::from(game.board());
    if node.has_move()
        && let Some((_, Move::Play(point))) = game.last_move()
        && !game.board().is_empty_at(point)
    {
        diagram.set_last_move(Some(point));
    }
    diagram.set_ko(game.board().ko());
    diagram
}

/// Adds the markup in effect at a node.
pub(super) fn mark_up(node: NodeRef<'_>, diagram: &mut Diagram) {
    let size = diagram.size();
    for (key, mark) in MARKS {
        for point in node.points(key, size) {
            diagram.mark(point, mark);
        }
    }
    for point in inherited(node, "DD", size).unwrap_or_default() {
        diagram.mark(point, Mark::Dim);
    }
    if let Some(visible) = inherited(node, "VW", size) {
        let visible = PointSet::of(size, visible);
        for point in size.points().filter(|&point| !visible.contains(point)) {
            diagram.mark(point, Mark::Hidden);
        }
    }
    for (point, text) in node.labels(size) {
        diagram.set_label(point, text);
    }
    for (from, to) in node.lines("LN", size) {
        diagram.add_line(from, to);
    }
    for (from, to) in node.lines("AR", size) {
        diagram.add_arrow(from, to);
    }
}

/// The points of a property that stays in effect until another node sets it. An empty value ends
/// it.
fn inherited(node: NodeRef<'_>, key: &str, size: Size) -> Option<Vec<Point>> {
    let mut at = Some(node);
    while let Some(node) = at {
        if node.get(key).is_some() {
            let points: Vec<Point> = node.points(key, size).collect();
            return (!points.is_empty()).then_some(points);
        }
        at = node.parent();
    }
    None
}

/// Whether a record is a problem and not a game: its root sets up stones of both colours, and it has
/// neither a handicap nor a result.
///
/// ```
/// use hoshi_record::replay::is_problem;
/// use hoshi_record::sgf::Collection;
///
/// let is = |text: &str| is_problem(Collection::read(text).unwrap().game(0).unwrap());
/// assert!(is("(;AB[aa]AW[bb];B[ab])"));
/// assert!(!is("(;AB[aa]AW[bb]RE[B+R];B[ab])"));
/// assert!(!is("(;AB[dd][pp]HA[2];W[ab])"));
/// ```
#[must_use]
pub fn is_problem(game: GameTree<'_>) -> bool {
    let sets = |key| game.root().points(key, game.size()).next().is_some();
    sets("AB") && sets("AW") && game.info_text("HA").is_none() && game.info_text("RE").is_none()
}

/// The node to show by default: the start of a problem, so that it does not show the answer, and
/// the end of the main line of a game.
///
/// ```
/// use hoshi_record::replay::default_node;
/// use hoshi_record::sgf::Collection;
///
/// let moves = |text: &str| default_node(Collection::read(text).unwrap().game(0).unwrap()).path().len();
/// assert_eq!(moves("(;AB[aa]AW[bb];B[ab];W[ba])"), 0);
/// assert_eq!(moves("(;;B[aa];W[bb])"), 2);
/// ```
#[must_use]
pub fn default_node(game: GameTree<'_>) -> NodeRef<'_> {
    if is_problem(game) {
        return game.root();
    }
    game.main_line().last().unwrap_or_else(|| game.root())
}

/// The result of a game in words; as written if it is unreadable.
///
/// ```
/// use hoshi_record::replay::result_in_words;
/// use hoshi_record::sgf::Collection;
///
/// let words = |text: &str| result_in_words(Collection::read(text).unwrap().game(0).unwrap());
/// assert_eq!(words("(;RE[B+3.5])").as_deref(), Some("Black wins by 3.5 points"));
/// assert_eq!(words("(;RE[?])").as_deref(), Some("Unknown"));
/// assert_eq!(words("(;RE[who cares])").as_deref(), Some("who cares"));
/// assert_eq!(words("(;)"), None);
/// ```
#[must_use]
pub fn result_in_words(game: GameTree<'_>) -> Option<String> {
    let written = game.info_text("RE")?;
    Some(match game.result() {
        Some(Ok(reading)) => match reading.value {
            Ending::Known(outcome) => outcome.in_words(),
            Ending::Unknown => "Unknown".to_owned(),
        },
        _ => written.into_owned(),
    })
}

/// The words around a picture of a game: the players with their ranks as the title (the name of the
/// game if it has none); event, round, place and date, then komi, handicap, rules and result as the
/// heading. The side to play is added for a problem.
///
/// ```
/// use hoshi_record::replay::{Terms, caption};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;PB[Ann]BR[3d]PW[Bob]EV[Cup]DT[2024-05-01]KM[6.5]RU[Japanese]RE[W+R])")?;
/// let game = file.game(0).unwrap();
/// let words = caption(game, &Terms::of(game));
/// assert_eq!(words.title.as_deref(), Some("Ann 3d (Black) against Bob (White)"));
/// assert_eq!(
///     words.heading,
///     ["Cup, 2024-05-01", "Komi 6.5, rules japanese", "White wins by resignation"]
/// );
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn caption(game: GameTree<'_>, terms: &Terms) -> Caption {
    let mut caption = Caption::default();
    let mut about = ["GN", "EV", "RO", "PC", "DT"].map(|key| game.info_text(key)).into_iter();
    match players(game) {
        Some(players) => caption.title = Some(players),
        None => caption.title = about.next().flatten().map(std::borrow::Cow::into_owned),
    }
    let about: Vec<_> = about.flatten().collect();
    if !about.is_empty() {
        caption.heading.push(about.join(", "));
    }
    let is_problem = is_problem(game);
    let mut played = Vec::new();
    // A komi of nothing is told only of a record that says so.
    let is_said = game.info_text("KM").is_some();
    if is_said || (!is_problem && terms.komi != HalfPoints::ZERO) {
        played.push(format!("Komi {}", terms.komi));
    }
    if terms.handicap > 1 {
        played.push(format!(
            "{}andicap {}",
            if played.is_empty() { 'H' } else { 'h' },
            terms.handicap
        ));
    }
    if let Some(rules) = rules_name(game) {
        played.push(format!("{}ules {rules}", if played.is_empty() { 'R' } else { 'r' }));
    }
    if !played.is_empty() {
        caption.heading.push(played.join(", "));
    }
    caption.heading.extend(result_in_words(game));
    if is_problem {
        caption.to_play = Some(replay(game.root(), terms).game.turn());
    }
    caption
}

/// The players with their ranks, if one of them is named.
fn players(game: GameTree<'_>) -> Option<String> {
    let player = |name: &str, rank: &str| {
        let name = game.info_text(name)?;
        Some(match game.info_text(rank) {
            Some(rank) => format!("{name} {rank}"),
            None => name.into_owned(),
        })
    };
    let (black, white) = (player("PB", "BR"), player("PW", "WR"));
    if black.is_none() && white.is_none() {
        return None;
    }
    let known = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    Some(format!("{} (Black) against {} (White)", known(black), known(white)))
}

/// The rules that a record names: hoshi's name for them, or as they are written.
///
/// ```
/// use hoshi_record::replay::rules_name;
/// use hoshi_record::sgf::Collection;
///
/// let name = |text: &str| rules_name(Collection::read(text).unwrap().game(0).unwrap());
/// assert_eq!(name("(;RU[Japanese])").as_deref(), Some("japanese"));
/// assert_eq!(name("(;RU[ours])").as_deref(), Some("ours"));
/// assert_eq!(name("(;)"), None);
/// ```
#[must_use]
pub fn rules_name(game: GameTree<'_>) -> Option<String> {
    match game.rules() {
        Some(Ok(reading)) => Some(reading.value.to_string()),
        _ => game.info_text("RU").map(std::borrow::Cow::into_owned),
    }
}
