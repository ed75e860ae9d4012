//! `hoshi draw -o game.html`: the record as a page to walk through.

use std::path::Path;

use anyhow::{Result, bail};
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_render::{Coordinates, Paper};
use hoshi_web::viewer::{Opening, Page};

use super::{batch, theme};
use crate::charsets::Charsets;
use crate::cli::{Crop, Draw};
use crate::error::UsageError;
use crate::records::{self, Source};

/// The page of a record; of all games of a file, if none was asked for.
pub(super) fn page(input: &Path, options: &Draw, charsets: &Charsets) -> Result<batch::Made> {
    check(options)?;
    let record = Source::fetch(input, options.from)?.read(charsets)?;
    let what = &options.what;
    let tree = records::game(&record, what.game.unwrap_or(1))?;
    let mut page = Page::new();
    if what.number.is_some() || what.at.is_some() {
        // It also says if there is no such node.
        let node = records::node(tree, what.number, what.at.as_ref())?;
        page = page.opening(match what.number {
            Some(number) => Opening::Move(number),
            None => Opening::At(node.path()),
        });
    }
    if let Some(title) = &options.look.title {
        page = page.title(title);
    }
    if let Some(name) = &options.look.theme {
        page = page.theme(&theme(name)?);
    }
    let games = match what.game {
        Some(_) => vec![tree],
        None => record.file.games().collect(),
    };
    let mut notes: Vec<String> = record.notes.iter().map(ToString::to_string).collect();
    for &game in &games {
        page.add(game);
        let end = game.main_line().last().unwrap_or_else(|| game.root());
        let remarks = replay_brief(end, &Terms::of(game)).remarks;
        let name = |text: String| match games.len() {
            1 => text,
            _ => format!("game {}: {text}", game.index() + 1),
        };
        notes.extend(remarks.iter().map(|remark| name(remark.problem.to_string())));
    }
    notes.extend(page.note());
    Ok(batch::Made {
        files: vec![(None, page.html().into_bytes())],
        notes,
        losses: Vec::new(),
        lossy: false,
    })
}

/// A page has the whole record and is as large as its window.
fn check(options: &Draw) -> Result<()> {
    let (what, look) = (&options.what, &options.look);
    let given = [
        ("--variation", what.variation.is_some()),
        ("--range", what.range.is_some()),
        ("--numbers", what.numbers),
        ("--figures", what.figures.is_some()),
        ("--crop", what.crop != Crop::None),
        ("--score", what.score),
        ("--coords", look.coords != Coordinates::A1),
        ("--caption", look.caption.is_some()),
        ("--words", look.words),
        ("--bare", look.bare),
        ("--scale", look.scale.is_some()),
        ("--width", look.width.is_some()),
        ("--dpi", look.dpi.is_some()),
        ("--transparent", look.transparent),
        ("--delay", look.delay != 1000),
        ("--paper", look.paper != Paper::default()),
    ];
    if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
        bail!(UsageError(format!(
            "{name} does not apply to HTML: a page shows the whole record; --move, --at, --game, --title and --theme do"
        )));
    }
    Ok(())
}
