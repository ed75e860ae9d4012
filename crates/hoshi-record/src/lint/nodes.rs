//! Rules 3xx, and those of 5xx that need no board: walks over the nodes of a game, parents first,
//! and tracks the state of each line.

use std::collections::HashMap;

use hoshi_core::{Color, Move, Point, Size};

use super::facts::{Facts, Format, Item, is_list, may_be_empty};
use super::fix::{self, RootSays};
use super::list;
use super::values::{self, is_empty};
use super::{NEEDS_A_PERSON, Report, Rule, encoding, game_info, quoted, times};
use crate::sgf::{NodeRef, Place, SERVER_NAMES, server_info};

/// The state of a line up to a node.
#[derive(Clone, Copy, Default)]
struct Line {
    /// Whether a node had information about the game.
    info: bool,
    last: Option<Color>,
    passes: u32,
}

/// Findings that are reported once for a game, with the first offset and the count.
#[derive(Default)]
struct Repeated {
    unknown: HashMap<String, (usize, usize)>,
    same_colour: Option<(usize, Color, usize)>,
    after_passes: Option<(usize, usize)>,
    old: HashMap<&'static str, (usize, usize)>,
}

/// Checks every node.
pub(super) fn check(facts: &Facts<'_>, named: &mut Named, report: &mut Report) {
    let game = facts.game;
    // The repair converts a UTF-16 file to UTF-8 as a whole, and sets CA.
    if !game.file().form().is_wide() {
        encoding::check_label(game, facts.charset, facts.charset_late, report);
    }
    if let Some(other) = facts.other_game {
        let message =
            format!("this is {other}, not Go: only its syntax and its charset are checked");
        let at = game.info("GM").map_or(0, |property| property.value().offset());
        report.add(Rule::NotGo, at, message, false);
        return;
    }
    check_root(facts, report);
    game_info::check_handicap(facts, report);
    let mut nodes = Nodes { facts, report, repeated: Repeated::default(), root: None, named };
    // The saved states before nodes with further siblings, on the path from the root to the current node.
    let mut forks: Vec<Line> = Vec::new();
    let mut before = Line::default();
    let mut node = game.root();
    let mut items = Vec::new();
    loop {
        if node.next_sibling().is_some() {
            forks.push(before);
        }
        items.clear();
        items.extend(node.properties().map(Item::of));
        before = nodes.visit(node, &items, before);
        if let Some(child) = node.first_child() {
            node = child;
            continue;
        }
        let next = loop {
            if let Some(next) = node.next_sibling() {
                break Some(next);
            }
            match node.parent() {
                Some(parent) => node = parent,
                None => break None,
            }
        };
        let Some(next) = next else { break };
        node = next;
        before = forks.pop().unwrap_or_default();
    }
    nodes.repeated.report(nodes.report);
}

/// FF and GM.
fn check_root(facts: &Facts<'_>, report: &mut Report) {
    let root = facts.game.root();
    let start = root.offset().unwrap_or(0);
    let at = root.get("FF").map_or(start, |property| property.value().offset());
    match facts.format {
        Format::Current => {}
        Format::Missing => {
            let message = "FF is missing; by the standard that means FF[1]";
            report.add(Rule::NoFormat, at, message, true);
        }
        Format::Old(version) => {
            let message = format!("FF[{version}] is an old version of SGF; FF[4] dates from 1997");
            report.add(Rule::OldFormat, at, message, true);
        }
        Format::Unknown => {
            let text = root.text("FF").unwrap_or_default();
            let message = format!("FF[{}] is not a version of SGF: use 1 to 4", quoted(&text));
            report.add(Rule::UnknownFormat, at, message, false);
        }
    }
    if !facts.has_game_type {
        let message = "GM is missing; by the standard that means Go";
        report.add(Rule::NoGameType, start, message, true);
    }
}

struct Nodes<'a, 'r> {
    facts: &'r Facts<'a>,
    report: &'r mut Report,
    repeated: Repeated,
    /// The properties of the root, computed on first need.
    root: Option<RootSays<'a>>,
    named: &'r mut Named,
}

/// Which property of a node named a point first. One instance serves all nodes of a file: clearing it
/// costs nothing.
#[derive(Default)]
pub(super) struct Named {
    /// By index on the largest board: the round in which the point was named, and the property.
    points: Vec<(u64, &'static str)>,
    round: u64,
}

impl Named {
    fn forget(&mut self) {
        self.round += 1;
    }

    /// The property that named the point first: this one, if no other did.
    fn first(&mut self, point: Point, key: &'static str) -> &'static str {
        let at = usize::from(point.y()) * usize::from(Size::MAX_SIDE) + usize::from(point.x());
        if at >= self.points.len() {
            self.points.resize(at + 1, (0, ""));
        }
        let entry = &mut self.points[at];
        if entry.0 != self.round {
            *entry = (self.round, key);
        }
        entry.1
    }
}

impl<'a> Nodes<'a, '_> {
    fn visit(&mut self, node: NodeRef<'a>, items: &[Item<'a>], before: Line) -> Line {
        for item in items {
            if let Some((name, _, means)) = self.server_info(node, item) {
                let property = &item.property;
                let text = quoted(&property.value().simple_text());
                let message =
                    format!("{}[{text}] is the {means}, which SGF calls {name}", property.key());
                self.report.add(Rule::ServerInfo, property.offset(), message, false);
                continue;
            }
            self.check_name(item);
            self.check_values(item);
        }
        if items.len() > 1 {
            self.check_twice(items);
            self.check_overlaps(items);
            self.check_judgements(items);
        }
        self.check_places(node, items, before);
        self.follow(items, before)
    }

    /// A property under a server's own name: its name in SGF, the server's name, and its meaning.
    fn server_info(
        &self,
        node: NodeRef<'a>,
        item: &Item<'a>,
    ) -> Option<&'static (&'static str, &'static str, &'static str)> {
        let names = SERVER_NAMES.iter().find(|(_, other, _)| item.property.is(other))?;
        let property = server_info(node, names.1)?;
        (property.offset() == item.property.offset()).then_some(names)
    }

    fn check_name(&mut self, item: &Item<'a>) {
        let property = &item.property;
        let name = property.name();
        let at = property.offset();
        let Some(known) = item.known else {
            if let Some((_, count)) = self.repeated.unknown.get_mut(name) {
                *count += 1;
            } else {
                self.repeated.unknown.insert(name.to_owned(), (at, 1));
            }
            return;
        };
        if name != known.key {
            let message = format!("`{name}` is written {} in FF[4]", known.key);
            self.report.add(Rule::OldName, at, message, true);
        }
        match known.key {
            "L" | "M" => {
                let new = if known.key == "L" { "LB" } else { "MA" };
                let message = format!("{} ({}) is {new} in FF[4]", known.key, known.means);
                let fixable = fix::new_markup(item, self.facts.size).is_some();
                self.report.add(Rule::OldMarkup, at, message, fixable);
            }
            _ if known.until.is_some() => {
                self.repeated.old.entry(known.key).or_insert((at, 0)).1 += 1;
            }
            _ => {}
        }
    }

    fn check_values(&mut self, item: &Item<'a>) {
        let Some(known) = item.known else { return };
        let (name, size) = (known.key, self.facts.size);
        let many = is_list(known.kind);
        let mut count = 0;
        let mut empty = None;
        for value in item.property.values() {
            count += 1;
            let at = value.offset();
            if many && is_empty(&value) {
                empty = empty.or(Some(at));
                continue;
            }
            if known.kind.holds_text()
                && let Some((inside, from)) = values::property_inside(known.kind, &value)
            {
                let message =
                    format!("{inside} seems to begin inside {name}: is a `]` missing before it?");
                self.report.add(Rule::PropertyInValue, at + from, message, false);
            }
            if let Some(why) = values::wrong(known, &value) {
                let message = format!("{name}[{}] {why}", quoted(&value.simple_text()));
                let fixable = values::respelt(known, &value, size).is_some();
                self.report.add(Rule::WrongValue, at, message, fixable);
            } else if known.place == Place::Info || name == "SZ" {
                game_info::check_value(self.facts, known, &value, self.report);
            } else if item.is_move() && values::is_tt(&value, size) {
                let message =
                    format!("a pass is {name}[] in FF[4]; tt is a point on larger boards");
                self.report.add(Rule::PassAsTt, at, message, true);
            } else if !values::is_on_board(known, &value, size) {
                let message = format!(
                    "{name}[{}] is not a point on a {size} board",
                    quoted(&value.simple_text())
                );
                self.report.add(Rule::MarkOffTheBoard, at, message, false);
            }
        }
        if let Some(at) = empty.filter(|_| count > 1 || !may_be_empty(known.kind)) {
            let message = format!("{name}[] names no point");
            self.report.add(Rule::EmptyList, at, message, true);
        }
        if !many && count > 1 {
            let at = item.property.values().nth(1).map_or(0, |value| value.offset());
            let message = format!("{name} has {count} values instead of one; the first is read");
            let fixable =
                fix::one_value(known.kind, item.property.values().map(|v| v.raw())).is_some();
            self.report.add(Rule::SeveralValues, at, message, fixable);
        }
        if many && count > 1 {
            let values = item.property.values().map(|value| value.raw());
            let unique = list::repeated(values, known.kind, size);
            if let Some((index, point)) = unique.again {
                let at = item.property.values().nth(index).map_or(0, |value| value.offset());
                let what = point.map_or_else(|| "this".to_owned(), |p| size.a1(p).to_string());
                let message = format!("{what} is in {name} twice");
                self.report.add(Rule::PointTwice, at, message, !unique.unclear);
            }
        }
    }

    /// Checks for duplicate properties. Moves are exempt: both are played.
    fn check_twice(&mut self, items: &[Item<'a>]) {
        let mut order: Vec<usize> = (0..items.len()).filter(|&at| !items[at].is_move()).collect();
        let name = |at: &usize| items[*at].key().unwrap_or_else(|| items[*at].property.name());
        order.sort_by_key(|at| (name(at), *at));
        for same in order.chunk_by(|a, b| name(a) == name(b)).filter(|same| same.len() > 1) {
            let item = &items[same[1]];
            let kind = item.known.map(|known| known.kind);
            let lists =
                same.iter().map(|&at| items[at].property.values().map(|v| v.raw()).collect());
            let raw = |item: &Item<'a>| item.property.values().map(|value| value.raw()).collect();
            let setup = items.iter().map(|item| (item.key().unwrap_or(""), raw(item)));
            let is_kept = list::is_unmergeable(name(&same[0]), setup, self.facts.size);
            let fixable = !is_kept && fix::merged(kind, lists.collect()).is_some();
            let mut message =
                format!("{} is there {} in this node", name(&same[0]), times(same.len()));
            if is_kept {
                message.push_str("; merging them would change the position");
                message.push_str(NEEDS_A_PERSON);
            }
            // Nearly all programs merge lists; of other properties most keep only one.
            let list = kind.is_some_and(is_list);
            let rule = if list { Rule::ListTwice } else { Rule::PropertyTwice };
            self.report.add(rule, item.property.offset(), message, fixable);
        }
    }

    /// Checks for points named by two mutually exclusive properties.
    fn check_overlaps(&mut self, items: &[Item<'a>]) {
        const GROUPS: [(&[&str], Rule); 3] = [
            (&["CR", "M", "MA", "SL", "SQ", "TR"], Rule::MarksOverlap),
            (&["TB", "TW"], Rule::MarksOverlap),
            (&["AB", "AE", "AW"], Rule::SetupOverlap),
        ];
        for (keys, rule) in GROUPS {
            let is_in = |item: &&Item<'a>| item.key().is_some_and(|key| keys.contains(&key));
            if items.iter().filter(is_in).count() < 2 {
                continue;
            }
            self.named.forget();
            'group: for item in items.iter().filter(is_in) {
                let key = item.key().unwrap_or_default();
                for value in item.property.values() {
                    for point in value.points(self.facts.size).unwrap_or_default() {
                        let other = self.named.first(point, key);
                        if other != key {
                            let point = self.facts.size.a1(point);
                            let message = format!("{point} is in {other} and in {key}");
                            self.report.add(rule, value.offset(), message, false);
                            break 'group;
                        }
                    }
                }
            }
        }
    }

    /// Checks that a node has at most one judgement of its move, and one of its position.
    fn check_judgements(&mut self, items: &[Item<'a>]) {
        const GROUPS: [&[&str]; 2] = [&["BM", "DO", "IT", "TE"], &["DM", "GB", "GW", "UC"]];
        for keys in GROUPS {
            let is_in = |item: &&Item<'a>| item.key().is_some_and(|key| keys.contains(&key));
            let mut found = items.iter().filter(is_in);
            if let (Some(first), Some(second)) = (found.next(), found.next())
                && first.key() != second.key()
            {
                let (one, other) = (first.known, second.known);
                let names = one
                    .zip(other)
                    .map(|(a, b)| format!("{} says {}, {} {}", a.key, a.means, b.key, b.means));
                let at = second.property.offset();
                self.report.add(Rule::JudgementsClash, at, names.unwrap_or_default(), false);
            }
        }
    }

    /// Checks for properties that belong elsewhere.
    fn check_places(&mut self, node: NodeRef<'a>, items: &[Item<'a>], before: Line) {
        let is_root = node.parent().is_none();
        let place = |item: &Item<'a>| item.known.map(|known| known.place);
        let mut moves = items.iter().filter(|item| item.is_move());
        let first = moves.next();
        if let Some(second) = moves.next() {
            let count = 2 + moves.count();
            let message = format!("{count} moves in one node; each needs a node of its own");
            self.report.add(Rule::TwoMoves, second.property.offset(), message, true);
        }
        let setup = items.iter().find(|item| place(item) == Some(Place::Setup));
        match (first, setup) {
            (Some(first), _) if is_root => {
                let message = "a move in the first node, where only the start of the game belongs";
                self.report.add(Rule::MoveInRoot, first.property.offset(), message, true);
            }
            (Some(first), Some(setup)) => {
                let (name, mv) = (setup.key().unwrap_or_default(), first.key().unwrap_or_default());
                let message = format!("{name} and {mv} in one node: their order is ambiguous");
                // It is unclear whether PL applies before or after the move.
                let fixable = !items.iter().any(|item| item.is("PL"));
                self.report.add(Rule::SetupWithMove, setup.property.offset(), message, fixable);
            }
            _ => {}
        }
        for item in items {
            let Some(known) = item.known else { continue };
            let at = item.property.offset();
            match known.place {
                Place::Root if !is_root => {
                    let message =
                        format!("{} ({}) belongs in the first node", known.key, known.means);
                    let fixable = self.repeats_root(item);
                    self.report.add(Rule::NotInRoot, at, message, fixable);
                }
                Place::Move
                    if first.is_none()
                        && !item.is_move()
                        && self.server_info(node, item).is_none() =>
                {
                    let message =
                        format!("{} ({}) in a node without a move", known.key, known.means);
                    self.report.add(Rule::NoMoveToJudge, at, message, false);
                }
                _ => {}
            }
        }
        let info = items.iter().find(|item| place(item) == Some(Place::Info));
        if let Some(info) = info.filter(|_| before.info) {
            let key = info.key().unwrap_or_default();
            let message =
                format!("{key} is game information, but an earlier node already has some");
            self.report.add(Rule::InfoTwice, info.property.offset(), message, false);
        }
    }

    /// Whether a property repeats the root, as it is now or after a repair.
    fn repeats_root(&mut self, item: &Item<'a>) -> bool {
        let facts = self.facts;
        self.root.get_or_insert_with(|| RootSays::of(facts)).is_repeated_by(item, facts)
    }

    /// Updates the state of the line after a node.
    fn follow(&mut self, items: &[Item<'a>], before: Line) -> Line {
        let mut line = before;
        // A setup may change the side to move, so the check restarts.
        if items.iter().any(|item| item.known.is_some_and(|known| known.place == Place::Setup)) {
            (line.last, line.passes) = (None, 0);
        }
        for item in items {
            match item.known.map(|known| (known.key, known.place)) {
                Some((_, Place::Info)) => line.info = true,
                Some((key @ ("B" | "W"), _)) => {
                    let color = if key == "B" { Color::Black } else { Color::White };
                    let at = item.property.offset();
                    if line.last == Some(color) {
                        let first = self.repeated.same_colour.get_or_insert((at, color, 0));
                        first.2 += 1;
                    }
                    if line.passes == 2 {
                        self.repeated.after_passes.get_or_insert((at, 0)).1 += 1;
                    }
                    let is_pass = item.property.value().a_move(self.facts.size) == Some(Move::Pass);
                    line.passes = if is_pass { line.passes + 1 } else { 0 };
                    line.last = Some(color);
                }
                _ => {}
            }
        }
        line
    }
}

impl Repeated {
    fn report(self, report: &mut Report) {
        let in_game = |count: usize| {
            if count > 1 { format!(" ({} in this game)", times(count)) } else { String::new() }
        };
        for (name, (at, count)) in self.unknown {
            let message = format!("{name} is not a property of SGF; it is kept{}", in_game(count));
            report.add(Rule::UnknownProperty, at, message, false);
        }
        for (key, (at, count)) in self.old {
            let means = crate::sgf::known(key).map_or("", |known| known.means);
            let message = format!("{key} ({means}) is not in FF[4]; it is kept{}", in_game(count));
            report.add(Rule::OldProperty, at, message, false);
        }
        if let Some((at, color, count)) = self.same_colour {
            let message = format!("{color} moves twice in a row{}", in_game(count));
            report.add(Rule::SameColour, at, message, false);
        }
        if let Some((at, count)) = self.after_passes {
            let message = format!("play continues after two passes{}", in_game(count));
            report.add(Rule::AfterTwoPasses, at, message, false);
        }
    }
}
