//! The header of UGF, converted to SGF.

use hoshi_core::{Color, handicap};

use super::{Header, Section};
use crate::servers::fields;
use crate::servers::sheet::{Sheet, quoted};
use crate::servers::tree::Tree;

/// Every key that has been seen.
const KNOWN: [&str; 26] = [
    "ver",
    "lang",
    "crypt",
    "code",
    "title",
    "place",
    "date",
    "rule",
    "size",
    "hdcp",
    "ptime",
    "winner",
    "moves",
    "writer",
    "copyright",
    "coordinatetype",
    "comment",
    "commentator",
    "playerb",
    "playerw",
    "playerb2",
    "playerw2",
    "bmemb1",
    "wmemb1",
    "bmemb2",
    "wmemb2",
];

/// The lines of the header.
pub(super) fn read(sheet: &mut Sheet<'_>) -> Header {
    let mut header = Header::new();
    let mut inside = false;
    for line in sheet.lines() {
        if let Some(section) = Section::of(line.bytes) {
            inside = section == Section::Header;
            continue;
        }
        if !inside || line.bytes.trim_ascii().is_empty() {
            continue;
        }
        let text = sheet.text(line);
        let Some((key, value)) = text.split_once('=') else {
            let what = quoted(&text);
            sheet.skip(line.number, format!("{what} has no `=`, and is skipped"));
            continue;
        };
        let name = key.trim().to_ascii_lowercase();
        if value.contains('\u{fffd}') {
            sheet.note(line.number, format!("{} has unreadable characters", quoted(key)));
        }
        if !KNOWN.contains(&name.as_str()) {
            sheet.note(line.number, format!("the key {} is unknown", quoted(key)));
        }
        header.entry(name).or_insert_with(|| (line.number, value.trim().to_owned()));
    }
    header
}

/// Adds the content of the header to the root.
pub(super) fn set_info(tree: &mut Tree, header: &Header, sheet: &mut Sheet<'_>) {
    let value = |key: &str| {
        let (line, value) = header.get(key)?;
        Some((*line, value.as_str())).filter(|(_, value)| !value.trim_matches(',').is_empty())
    };
    let text = |key: &str| value(key).map_or("", |(_, value)| value);
    player(
        tree,
        Color::Black,
        [text("playerb"), text("bmemb1")],
        [text("playerb2"), text("bmemb2")],
    );
    player(
        tree,
        Color::White,
        [text("playerw"), text("wmemb1")],
        [text("playerw2"), text("wmemb2")],
    );
    if let Some((line, winner)) = value("winner") {
        result(tree, sheet, line, winner);
    }
    if let Some((line, terms)) = value("hdcp") {
        set_terms(tree, sheet, line, terms);
    }
    match text("rule") {
        "JPN" => tree.set("RU", "Japanese"),
        "CHN" | "CH" => tree.set("RU", "Chinese"),
        other => tree.set("RU", other),
    }
    if let Some((line, date)) = value("date") {
        dates(tree, sheet, line, date);
    }
    if let Some((line, times)) = value("ptime") {
        time(tree, sheet, line, times);
    }
    title(tree, text("title"));
    let same = [
        ("place", "PC"),
        ("writer", "US"),
        ("copyright", "CP"),
        ("commentator", "AN"),
        ("comment", "GC"),
    ];
    for (key, property) in same {
        tree.set(property, text(key));
    }
    if let Some((line, moves)) = value("moves")
        && let Ok(announced) = moves.parse::<usize>()
        && announced > 0
    {
        // Variations come after the game, so the game has the first nodes.
        let played = tree.main_len();
        if announced != played {
            sheet.note(line, format!("{announced} moves are announced, but there are {played}"));
        }
    }
}

/// `NAME,RANK,...`; for two players who take turns, both names.
fn player(tree: &mut Tree, color: Color, first: [&str; 2], second: [&str; 2]) {
    let pick = |two: [&str; 2]| two.into_iter().find(|it| !it.is_empty()).unwrap_or("").to_owned();
    let (first, second) = (pick(first), pick(second));
    let part =
        |text: &str, nth: usize| text.split(',').nth(nth).unwrap_or_default().trim().to_owned();
    let (name, rank) = (part(&first, 0), part(&first, 1));
    let key = if color == Color::Black { "PB" } else { "PW" };
    if second.is_empty() {
        tree.set(key, name);
        fields::set_rank(tree, color, &rank);
    } else {
        let both = |name: String, rank: String| format!("{name} {rank}").trim().to_owned();
        let other = both(part(&second, 0), part(&second, 1));
        tree.set(key, format!("{} & {other}", both(name, rank)));
    }
}

/// `26th,Gosei,Title match game 5`: the edition, the event, and the round.
fn title(tree: &mut Tree, text: &str) {
    let parts: Vec<&str> = text.splitn(3, ',').map(str::trim).collect();
    let event = parts.iter().take(2).filter(|part| !part.is_empty());
    tree.set("EV", event.copied().collect::<Vec<_>>().join(" "));
    if let Some(round) = parts.get(2) {
        tree.set("RO", round.trim_end_matches(','));
    }
}

/// `B,1.50`, `W,C` and the like.
fn result(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, text: &str) {
    let (who, how) = text.split_once(',').unwrap_or((text, ""));
    let (who, how) = (who.trim(), how.trim());
    let by = match (how, fields::decimal(how)) {
        (_, Some(points)) => Some(points).filter(|points| points != "0"),
        ("C" | "c" | "R", _) => Some("R".to_owned()),
        ("T" | "t", _) => Some("T".to_owned()),
        (how, _) if how.starts_with('F') => Some("F".to_owned()),
        ("", _) => None,
        (how, _) => {
            sheet.note(line, format!("the result by {} is not understood", quoted(how)));
            None
        }
    };
    match who {
        "B" | "W" => tree.set("RE", format!("{who}+{}", by.unwrap_or_default())),
        "D" => tree.set("RE", "0"),
        "N" | "N1" => tree.set("RE", "Void"),
        "O" => {
            sheet.note(line, "both players lost, which SGF cannot say");
            tree.set("RE", "Void");
        }
        // Unfinished, in progress, unknown.
        "A" | "P" | "E" => {}
        _ => {
            sheet.note(line, format!("the result {} is not understood", quoted(text)));
            tree.set("RE", text);
        }
    }
}

/// `0,6.50`: handicap and komi.
fn set_terms(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, text: &str) {
    let (stones, komi) = text.split_once(',').unwrap_or((text, ""));
    // Some files have a decimal comma in the komi.
    match fields::decimal(&komi.trim().trim_end_matches(',').replace(',', ".")) {
        Some(komi) => {
            if komi.starts_with('-') && stones.trim() == "0" {
                sheet.note(line, format!("the komi of an even game is {komi}: Black gets points"));
            }
            tree.set("KM", komi);
        }
        None if komi.trim().is_empty() => {}
        None => sheet.note(line, format!("the komi {} is not a number", quoted(komi))),
    }
    let Ok(stones) = stones.trim().parse::<u32>() else {
        sheet.note(line, format!("the handicap {} is not a number", quoted(stones)));
        return;
    };
    let there = tree.stones(Color::Black);
    if stones >= 2 {
        tree.set("HA", stones.to_string());
    }
    if there == 0 && stones >= 2 {
        let white_first =
            tree.len() == 1 || tree.mv(1).is_some_and(|(color, _)| color == Color::White);
        match handicap::customary(tree.size, stones) {
            Ok(points) if white_first => {
                sheet.note(
                    line,
                    "the handicap stones are not in the file; they are on the usual points",
                );
                for point in points {
                    tree.put(Color::Black, point);
                }
            }
            _ => sheet.note(line, format!("there are no stones for a handicap of {stones}")),
        }
    } else if stones >= 2 && there != stones as usize {
        sheet.note(line, format!("the handicap is {stones}, and there are {there} stones"));
    }
}

/// `2019/03/08,22:09:00,2019/03/09,07:16:59`: the beginning and the end.
fn dates(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, text: &str) {
    let mut fields = text.split(',').step_by(2).take(2);
    let first = fields.next().and_then(fields::date);
    let last = fields.next().and_then(fields::date).filter(|last| Some(*last) > first);
    let days: Vec<_> = first.into_iter().chain(last).collect();
    if days.is_empty() && text.contains(|c: char| c.is_ascii_digit()) {
        sheet.note(line, format!("the date {} is not understood", quoted(text)));
    }
    tree.set("DT", fields::dates(days));
}

/// `J;240;0;0,J;240;0;0,0,0`: for Black and White a kind and minutes.
fn time(tree: &mut Tree, sheet: &mut Sheet<'_>, line: usize, text: &str) {
    let mut fields = text.split(',').map(str::trim);
    let (black, white) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let mut parts = black.split(';').skip(1).map(|part| part.trim().parse::<u64>().ok());
    if let Some(Some(minutes)) = parts.next() {
        fields::set_time(tree, minutes.saturating_mul(60), 0, 0);
    }
    if parts.any(|part| part != Some(0)) || black != white {
        sheet.note(line, format!("the time {} is understood in part", quoted(text)));
    }
}
