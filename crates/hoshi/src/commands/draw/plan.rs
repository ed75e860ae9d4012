//! Which diagrams of a record are drawn, with which words.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use hoshi_core::{
    Color, DeadAndSeki, Diagram, Game, Mark, PointSet, Scoring, Size, Window, propose_seki,
};
use hoshi_record::convert::Record;
use hoshi_record::replay::{
    Passage, Terms, caption, default_node, diagram_of, is_problem, passages, replay, walk_line,
};
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_render::{add_markup, figure};
use hoshi_session::dead_stones;

use crate::charsets::Charsets;
use crate::cli::{Crop, Draw, DrawLook, DrawWhat, MoveRange, Picture};
use crate::error::UsageError;
use crate::out;
use crate::records::{self, Source};

/// The diagrams, in order, and what there is to say.
pub(super) struct Plan {
    pub(super) diagrams: Vec<Diagram>,
    pub(super) notes: Vec<String>,
}

/// Decides what is drawn.
pub(super) fn plan(
    input: &Path,
    picture: Picture,
    options: &Draw,
    charsets: &Charsets,
) -> Result<Plan> {
    let what = &options.what;
    let source = Source::fetch(input, options.from)?;
    if let Some(diagram) = source.diagram().filter(|_| what.is_default()) {
        return drawn(diagram.clone(), options);
    }
    let record = source.read(charsets)?;
    let tree = records::game(&record, what.game.unwrap_or(1))?;
    let terms = Terms::of(tree);
    let node = node(tree, what)?;
    let mut notes: Vec<String> = record.notes.iter().map(ToString::to_string).collect();
    notes.extend(replay(node, &terms).remarks.iter().map(|remark| remark.problem.to_string()));
    let mut diagrams = diagrams(&record, tree, node, &terms, picture, what)?;
    let window = window(tree, terms.size, &what.crop)?;
    let count = diagrams.len();
    for (index, diagram) in diagrams.iter_mut().enumerate() {
        diagram.set_window(window);
        let is_last = index + 1 == count;
        let place = Place { tree, terms: &terms, node, is_first: index == 0, is_last, picture };
        words(diagram, &place, &options.look, what);
    }
    Ok(Plan { diagrams, notes })
}

/// A diagram from a file, as it is.
fn drawn(mut diagram: Diagram, options: &Draw) -> Result<Plan> {
    match &options.what.crop {
        Crop::None => {}
        Crop::Corners(..) => {
            diagram.set_window(corners(diagram.size(), &options.what.crop)?);
        }
        Crop::Auto => {
            let size = diagram.size();
            let used = size.points().filter(|&point| {
                diagram.stone(point).is_some()
                    || !diagram.marks(point).is_empty()
                    || diagram.label(point).is_some()
            });
            diagram.set_window(Window::around(used).map(|window| around(window, size)));
        }
    }
    let look = &options.look;
    let caption = diagram.caption_mut();
    if let Some(title) = &look.title {
        caption.title = Some(title.clone());
    }
    if let Some(text) = &look.caption {
        caption.comment = Some(text.clone());
    }
    Ok(Plan { diagrams: vec![diagram], notes: Vec::new() })
}

/// The node whose position is drawn, or where the moves that are drawn end.
fn node<'a>(tree: GameTree<'a>, what: &DrawWhat) -> Result<NodeRef<'a>> {
    if let Some(path) = &what.variation {
        let node = records::node(tree, None, Some(path))?;
        return Ok(std::iter::successors(Some(node), |node| node.first_child())
            .last()
            .unwrap_or(node));
    }
    if what.number.is_some() || what.at.is_some() {
        return records::node(tree, what.number, what.at.as_ref());
    }
    if what.range.is_some() || what.figures.is_some() || what.numbers {
        return Ok(tree.main_line().last().unwrap_or_else(|| tree.root()));
    }
    Ok(default_node(tree))
}

fn diagrams(
    record: &Record,
    tree: GameTree<'_>,
    node: NodeRef<'_>,
    terms: &Terms,
    picture: Picture,
    what: &DrawWhat,
) -> Result<Vec<Diagram>> {
    let all = 1..=u32::MAX;
    if picture == Picture::Gif {
        if what.figures.is_some() {
            bail!(UsageError("a GIF shows the game move by move: leave out --figures".into()));
        }
        return Ok(frames(node, terms, what));
    }
    if what.variation.is_some() {
        let branch = branch(node);
        let before = replay(branch, terms).game.move_count() as u32;
        let mut passages = passages(node, terms, before + 1..=u32::MAX, None);
        for (number, ..) in passages.iter_mut().flat_map(|passage| &mut passage.moves) {
            *number = number.saturating_sub(before);
        }
        return figures(&passages, node, terms);
    }
    if let Some(MoveRange { first, last }) = what.range {
        let count = moves(node, terms.size);
        if last as usize > count {
            let moves = out::counted(count, "move");
            bail!(UsageError(format!("there is no move {last}: the game has {moves}")));
        }
        let most = what.figures.map(|most| most as usize);
        return figures(&passages(node, terms, first..=last, most), node, terms);
    }
    if let Some(most) = what.figures {
        let passages = passages(node, terms, all, Some(most as usize));
        return figures(&passages, node, terms);
    }
    if what.numbers {
        return figures(&passages(node, terms, all, None), node, terms);
    }
    let mut game = replay(node, terms).game;
    if let Some(start) = record.start.as_ref().filter(|start| start.board().stones().count() > 0) {
        game = Game::from_position(start.clone(), terms.rules.clone());
    }
    let mut diagram = diagram_of(node, &game);
    if what.score {
        count(&mut diagram, node, &game);
    } else {
        mark_dead(&mut diagram);
    }
    if is_problem(tree) && node.id() == tree.root().id() {
        diagram.caption_mut().to_play = Some(game.turn());
    }
    Ok(vec![diagram])
}

fn moves(node: NodeRef<'_>, size: Size) -> usize {
    node.line().iter().map(|node| node.move_count(size)).sum()
}

/// Each passage as a figure; without moves, the position.
fn figures(passages: &[Passage], node: NodeRef<'_>, terms: &Terms) -> Result<Vec<Diagram>> {
    if passages.is_empty() {
        return Ok(vec![diagram_of(node, &replay(node, terms).game)]);
    }
    let draw = |(index, passage): (usize, &Passage)| {
        let mut drawn = figure(&passage.before, &passage.moves);
        add_markup(&mut drawn, &passage.after);
        if passages.len() > 1 {
            let (first, last) = (passage.first(), passage.last());
            drawn.caption_mut().title = Some(format!("Figure {} ({first}-{last})", index + 1));
        }
        drawn
    };
    Ok(passages.iter().enumerate().map(draw).collect())
}

/// Every position on the way to a node.
fn frames(node: NodeRef<'_>, terms: &Terms, what: &DrawWhat) -> Vec<Diagram> {
    let mut frames = Vec::new();
    let range =
        what.range.map_or(0..=usize::MAX, |range| range.first as usize - 1..=range.last as usize);
    walk_line(node, terms, |node, game, _| {
        if range.contains(&game.move_count()) {
            let mut diagram = diagram_of(node, game);
            if let (true, Some(last)) = (what.numbers, diagram.last_move()) {
                diagram.set_number(last, game.move_count() as u32).set_last_move(None);
            }
            frames.push(diagram);
        }
    });
    frames
}

/// The node that a line leaves: where the last choice on the way to `node` was not the first child.
fn branch(node: NodeRef<'_>) -> NodeRef<'_> {
    let path = node.path();
    let at = path.iter().rposition(|&nth| nth > 0).unwrap_or(0);
    node.line()[at]
}

/// Stones in territory of the other colour are dead.
fn mark_dead(diagram: &mut Diagram) {
    for color in Color::ALL {
        let dead: Vec<_> = diagram
            .marked(Mark::Territory(color))
            .filter(|&point| diagram.stone(point) == Some(color.opponent()))
            .collect();
        for point in dead {
            diagram.mark(point, Mark::Dead);
        }
    }
}

/// Draws the count into the diagram: as the record has it, else as hoshi judges.
fn count(diagram: &mut Diagram, node: NodeRef<'_>, game: &Game) {
    let (size, board) = (game.size(), game.board());
    let is_counted = ["TB", "TW"].iter().any(|key| node.get(key).is_some());
    let dead = if is_counted {
        mark_dead(diagram);
        PointSet::of(size, diagram.marked(Mark::Dead))
    } else {
        dead_stones(board, game.turn(), game.rules())
    };
    let seki = match game.rules().scoring {
        Scoring::Territory => propose_seki(board, &dead),
        Scoring::Area => PointSet::new(size),
    };
    for point in dead.iter() {
        diagram.mark(point, Mark::Dead);
    }
    for point in seki.iter() {
        diagram.mark(point, Mark::Seki);
    }
    let marks = DeadAndSeki { dead, seki };
    let score = game.score_with(&marks);
    for color in Color::ALL {
        for point in score.territory(color) {
            diagram.mark(point, Mark::Territory(color));
        }
    }
    diagram.caption_mut().notes.push(score.outcome().in_words());
}

/// The part of the board that is drawn.
fn window(tree: GameTree<'_>, size: Size, crop: &Crop) -> Result<Option<Window>> {
    match crop {
        Crop::Auto => Ok(used(tree, size).map(|window| around(window, size))),
        Crop::None | Crop::Corners(..) => corners(size, crop),
    }
}

/// The part between two corners, if they are given.
fn corners(size: Size, crop: &Crop) -> Result<Option<Window>> {
    let Crop::Corners(one, other) = crop else { return Ok(None) };
    let point =
        |name: &str| size.parse_a1(name).map_err(|error| anyhow!(UsageError(error.to_string())));
    Ok(Some(Window::between(point(one)?, point(other)?)))
}

/// What all nodes of a game use: stones, moves and markup.
fn used(tree: GameTree<'_>, size: Size) -> Option<Window> {
    const KEYS: [&str; 7] = ["AB", "AW", "CR", "SQ", "TR", "MA", "SL"];
    let points = tree.nodes().flat_map(|node| {
        let marked = KEYS.iter().flat_map(move |key| node.points(key, size));
        let moves = node.moves(size).filter_map(|(_, mv, _)| match mv? {
            hoshi_core::Move::Play(point) => Some(point),
            hoshi_core::Move::Pass => None,
        });
        let labels = node.labels(size).map(|(point, _)| point);
        marked.chain(moves).chain(labels).collect::<Vec<_>>()
    });
    Window::around(points)
}

/// Two lines more on every side. A side with a single line left beyond it goes to the edge: cutting one line
/// saves nothing.
fn around(window: Window, size: Size) -> Window {
    let window = window.grown(2, size);
    let (right, bottom) = (size.width() - 1, size.height() - 1);
    let low = |side: u8| if side <= 1 { 0 } else { side };
    let high = |side: u8, edge: u8| if edge - side <= 1 { edge } else { side };
    let corner = |x, y| size.point(x, y);
    let one = corner(low(window.left()), low(window.top()));
    let other = corner(high(window.right(), right), high(window.bottom(), bottom));
    one.zip(other).map_or(window, |(one, other)| Window::between(one, other))
}

struct Place<'a> {
    tree: GameTree<'a>,
    terms: &'a Terms,
    node: NodeRef<'a>,
    is_first: bool,
    is_last: bool,
    picture: Picture,
}

/// Adds the words around the board.
fn words(diagram: &mut Diagram, place: &Place<'_>, look: &DrawLook, what: &DrawWhat) {
    if look.bare {
        return;
    }
    let wordy = look.words || place.picture == Picture::Pdf;
    let title = diagram.caption_mut().title.take();
    if wordy && place.is_first {
        let record = caption(place.tree, place.terms);
        let ours = diagram.caption_mut();
        ours.title = record.title;
        ours.heading = record.heading;
    }
    let ours = diagram.caption_mut();
    if let (Some(text), true) = (&look.title, place.is_first) {
        ours.title = Some(text.clone());
    }
    // The title of a figure stands below the title of the game.
    if let Some(figure) = title {
        if ours.title.is_none() && ours.heading.is_empty() {
            ours.title = Some(figure);
        } else {
            ours.heading.push(figure);
        }
    }
    if let (Some(text), true) = (&look.caption, place.is_last) {
        ours.comment = Some(text.clone());
    } else if wordy && place.is_last && what.figures.is_none() {
        let comment = place.node.text("C").map(std::borrow::Cow::into_owned);
        ours.comment = comment.filter(|comment| !comment.trim().is_empty());
    }
}
