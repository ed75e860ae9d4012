//! `hoshi lab census`, `merge` and `verify`.

use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow};
use hoshi_core::Size;
use hoshi_lab::{Census, KoTotals, Layout, PartInfo, Store, StoreError, Totals};
use serde_json::{Value, json};

use super::pictures::{Counts, Picture};
use super::watch::{threads, watched};
use super::{Answer, aligned, ko_kind, ko_name, wrong};
use crate::cli::{LabCensus, LabMerge, LabVerify, LayoutKind};
use crate::commands::notes;
use crate::error::UsageError;
use crate::out::Out;
use crate::signals;

/// The largest census in the raw layout that is made without asking for parts.
const LARGE: u64 = 1 << 30;

/// Who made it, for the manifest.
const PROGRAM: &str = concat!("hoshi ", env!("CARGO_PKG_VERSION"));

pub(super) fn census(options: &LabCensus, out: &mut Out) -> Result<Answer> {
    let census = Census::new(options.size, options.ko.kind().map(ko_kind)).map_err(wrong)?;
    let layout = match options.layout {
        LayoutKind::Packed => Layout::Packed,
        LayoutKind::Seed => Layout::Seed,
    };
    let picture = Picture::asked(&options.drawing)?;
    if picture.is_some() && (options.ko.kind().is_none() || options.list) {
        return Err(anyhow!(UsageError("--draw needs --ko strict or --ko loose".to_owned())));
    }
    let parts = parts(options, &census, layout)?;
    if options.list {
        return list(&census, layout, parts, out);
    }
    if parts.is_empty() {
        let there = all_parts(layout.parts(&census));
        out.say(format!("there is nothing in this share: a {} board has {there}", options.size));
    }
    let serials = serials(&census, layout, &parts);
    let what = format!("census of {}", options.size);
    if let Some(folder) = &options.out
        && layout == Layout::Seed
    {
        room_for(folder, layout.raw_bytes(&census, parts.clone()))?;
    }
    if let Some(other) = &options.check {
        let other = comparable(other, options.size, layout)?;
        let what = format!("bits of {}", other.folder().display());
        let checked = watched(&what, serials, threads(options.threads), out, |run| {
            Ok(other.check_bits(parts.clone(), run)?)
        })?;
        if checked.is_none() {
            return Ok(Answer::Interrupted);
        }
        out.say(format!("the {what} match"));
    }
    let Some(folder) = &options.out else {
        let threads = threads(options.threads);
        let done = watched(&what, serials, threads, out, |run| {
            if options.per_part {
                let (totals, infos) = census.survey_parts(parts.clone(), layout, run)?;
                Ok((totals, Some(infos)))
            } else {
                Ok((census.survey(parts.clone(), layout, run)?, None))
            }
        })?;
        let Some((totals, infos)) = done else { return Ok(Answer::Interrupted) };
        let is_complete = parts == (0..layout.parts(&census));
        let digest = infos.as_deref().filter(|_| is_complete).map(PartInfo::digest_of);
        let summary = Summary { totals, infos, digest, parts, is_complete };
        draw(picture, &summary, &census, out)?;
        return print(&summary, &census, options.per_part, options.json, out);
    };
    let store = Store::create(folder, census, layout, PROGRAM)?;
    let done = watched(&what, serials, threads(options.threads), out, |run| {
        Ok(store.fill(parts.clone(), run)?)
    })?;
    let Some(filled) = done else {
        out.say(format!("interrupted; the same command continues in {}", folder.display()));
        return Ok(Answer::Interrupted);
    };
    let again = |aside| format!("{aside}; it was put aside, and its parts were made again");
    notes::say("", filled.aside.iter().map(again), out);
    let (there, all) = (filled.there, parts.end - parts.start);
    if there > 0 {
        let parts_were = if all == 1 { "part was" } else { "parts were" };
        out.say(format!("{there} of {all} {parts_were} there already"));
    }
    // Of some parts, only these are reported, whatever else is there.
    let is_complete = parts == (0..store.parts());
    let summary = if is_complete {
        let (totals, infos, digest) = store.merge()?;
        Summary { totals, infos: Some(infos), digest: Some(digest), parts, is_complete }
    } else {
        let (totals, infos) = store.some(parts.clone())?;
        Summary { totals, infos: Some(infos), digest: None, parts, is_complete }
    };
    draw(picture, &summary, store.census(), out)?;
    print(&summary, store.census(), options.per_part, options.json, out)
}

/// Opens a census whose bits can be compared with those of this board in this layout.
fn comparable(folder: &Path, size: Size, layout: Layout) -> Result<Store> {
    let store = Store::open(folder)?;
    let (there, folder) = (store.census().size(), folder.display());
    if there != size {
        return Err(anyhow!(UsageError(format!("{folder} is a census of {there}, not {size}"))));
    }
    if store.layout() != layout {
        let (there, here) = (store.layout().name(), layout.name());
        let why = format!("{folder} is in the {there} layout, this census in {here}");
        return Err(anyhow!(UsageError(why)));
    }
    Ok(store)
}

/// The parts that are asked for.
fn parts(options: &LabCensus, census: &Census, layout: Layout) -> Result<Range<u64>> {
    let all = layout.parts(census);
    let parts = if let Some(parts) = &options.parts {
        if parts.0.end > all {
            let (last, there) = (parts.0.end - 1, all_parts(all));
            let why = format!("there is no part {last}: a {} board has {there}", options.size);
            return Err(anyhow!(UsageError(why)));
        }
        parts.0.clone()
    } else if let Some(shard) = options.shard {
        let cut = |which: u64| (u128::from(which) * u128::from(all) / u128::from(shard.of)) as u64;
        cut(shard.which)..cut(shard.which + 1)
    } else {
        0..all
    };
    let bytes = layout.raw_bytes(census, parts.clone());
    if layout == Layout::Seed
        && options.out.is_some()
        && options.parts.is_none()
        && options.shard.is_none()
        && bytes > LARGE
    {
        let why = format!(
            "all {all} parts would be {}; say which with --parts or --shard, or leave out --layout seed",
            in_bytes(bytes)
        );
        return Err(anyhow!(UsageError(why)));
    }
    Ok(parts)
}

/// The parts that there are, for a person.
pub(super) fn all_parts(all: u64) -> String {
    if all == 1 { "only part 0".to_owned() } else { format!("parts 0 to {}", all - 1) }
}

fn serials(census: &Census, layout: Layout, parts: &Range<u64>) -> u64 {
    layout.range(census, parts.end).start.saturating_sub(layout.range(census, parts.start).start)
}

/// Whether the disk has room for this many bytes.
#[cfg(unix)]
fn room_for(folder: &Path, bytes: u64) -> Result<()> {
    let there = folder.ancestors().find(|folder| folder.is_dir());
    let there = there.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(free) = rustix::fs::statvfs(there) else { return Ok(()) };
    let free = free.f_bavail.saturating_mul(free.f_frsize);
    if free < bytes {
        let (needed, free) = (in_bytes(bytes), in_bytes(free));
        return Err(anyhow!(
            "{}: these parts need {needed}, and the disk has {free}; ask for fewer with --parts",
            folder.display()
        ));
    }
    Ok(())
}

#[cfg(not(unix))]
fn room_for(_: &Path, _: u64) -> Result<()> {
    Ok(())
}

/// A number of bytes, for a person.
fn in_bytes(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        10_000_000..10_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// The reduced serials, a line each.
fn list(census: &Census, layout: Layout, parts: Range<u64>, out: &mut Out) -> Result<Answer> {
    signals::end_on_signal()?;
    let mut text = String::new();
    let end = layout.range(census, parts.end).start;
    let mut at = layout.range(census, parts.start).start;
    while at < end {
        let next = (at + hoshi_lab::PART).min(end);
        let (bitmap, _) = census.bitmap(at..next);
        text.clear();
        for serial in bitmap.serials() {
            text.push_str(&serial.to_string());
            text.push('\n');
        }
        out.write(&text)?;
        at = next;
    }
    Ok(Answer::Yes)
}

/// The results of a census.
struct Summary {
    totals: Totals,
    infos: Option<Vec<PartInfo>>,
    digest: Option<u64>,
    parts: Range<u64>,
    /// Whether all parts are in it.
    is_complete: bool,
}

/// Draws the ko points of all positions and of the reduced ones, beside each other.
fn draw(
    picture: Option<Picture<'_>>,
    summary: &Summary,
    census: &Census,
    out: &mut Out,
) -> Result<()> {
    let (Some(picture), Some(ko)) = (picture, &summary.totals.ko) else { return Ok(()) };
    let (size, name) = (census.size(), ko_name(census.ko()));
    let map = |of: &str, heat: &[u64]| Counts {
        title: format!("{size}, {name} ko points: {of}"),
        counts: heat.iter().map(|&count| u128::from(count)).collect(),
    };
    let mut maps = vec![map("reduced", &ko.heat)];
    if summary.is_complete {
        maps.insert(0, map("all legal", &ko.heat_of_all(size)));
    }
    picture.heat(size, &maps, out)
}

fn print(
    summary: &Summary,
    census: &Census,
    per_part: bool,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let text = if is_json {
        format!("{}\n", as_json(summary, census, per_part))
    } else {
        as_text(summary, census, per_part)
    };
    out.write(&text)?;
    Ok(Answer::Yes)
}

fn strings(list: &[u64]) -> Vec<String> {
    list.iter().map(u64::to_string).collect()
}

fn as_json(summary: &Summary, census: &Census, per_part: bool) -> Value {
    let size = census.size();
    let mut object = json!({
        "width": size.width(),
        "height": size.height(),
        "ko": ko_name(census.ko()),
        "serials": census.serials().to_string(),
        "legal": summary.totals.legal.to_string(),
        "reduced": summary.totals.reduced.to_string(),
    });
    if let Some(ko) = &summary.totals.ko {
        object["ko_points"] = json!({ "reduced": ko.reduced().to_string() });
        object["max_ko"] = json!({
            "count": ko.most.to_string(),
            "positions": ko.with_most.to_string(),
            "serials": strings(&ko.serials),
        });
        object["heat"] = json!({ "reduced": strings(&ko.heat) });
        if summary.is_complete {
            object["ko_points"]["all"] = ko.all().to_string().into();
            object["heat"]["all"] = strings(&ko.heat_of_all(size)).into();
        }
    }
    if let Some(digest) = summary.digest {
        object["digest"] = format!("{digest:016x}").into();
    }
    if let Some(infos) = summary.infos.as_ref().filter(|_| per_part) {
        let part = |info: &PartInfo| {
            json!({
                "index": info.index.to_string(),
                "first": info.first.to_string(),
                "legal": info.totals.legal.to_string(),
                "reduced": info.totals.reduced.to_string(),
                "ko_points": census.ko().map(|_| info.ko_points.to_string()),
                "digest": format!("{:016x}", info.digest),
            })
        };
        object["parts"] = infos.iter().map(part).collect();
    }
    object
}

fn as_text(summary: &Summary, census: &Census, per_part: bool) -> String {
    let size = census.size();
    let mut text = format!("serials {}\n", census.serials());
    if !summary.is_complete && !summary.parts.is_empty() {
        text.push_str(&format!(
            "of these, parts {}-{}\n",
            summary.parts.start,
            summary.parts.end - 1
        ));
    }
    text.push_str(&format!("legal {}\nreduced {}\n", summary.totals.legal, summary.totals.reduced));
    if let Some(digest) = summary.digest {
        text.push_str(&format!("digest {digest:016x}\n"));
    }
    if let Some(ko) = &summary.totals.ko {
        text.push_str(&ko_text(ko, census, size, summary.is_complete));
    }
    if let Some(infos) = summary.infos.as_ref().filter(|_| per_part) {
        let names = ["part", "first serial", "legal", "reduced", "ko points", "digest"];
        let mut table = vec![names.map(str::to_owned)];
        table.extend(infos.iter().map(|info| {
            [
                info.index.to_string(),
                info.first.to_string(),
                info.totals.legal.to_string(),
                info.totals.reduced.to_string(),
                census.ko().map_or_else(|| "-".to_owned(), |_| info.ko_points.to_string()),
                format!("{:016x}", info.digest),
            ]
        }));
        text.push('\n');
        text.push_str(&aligned(&table));
    }
    text
}

fn ko_text(ko: &KoTotals, census: &Census, size: Size, is_complete: bool) -> String {
    let name = ko_name(census.ko());
    let board = |heat: &[u64]| {
        let heat = strings(heat);
        let rows: Vec<&[String]> = heat.chunks(usize::from(size.width())).collect();
        aligned(&rows)
    };
    let mut text =
        format!("ko points ({name}, Black to move) {} in reduced positions", ko.reduced());
    if is_complete {
        text.push_str(&format!(", {} in all", ko.all()));
    }
    text.push('\n');
    if ko.most > 0 {
        let first: Vec<String> = ko.serials.iter().take(4).map(u64::to_string).collect();
        let more = if ko.with_most > 4 { ", ..." } else { "" };
        let positions = match ko.with_most {
            1 => "1 position has".to_owned(),
            many => format!("{many} positions have"),
        };
        text.push_str(&format!(
            "most in one position {}; {positions} as many: {}{more}\n",
            ko.most,
            first.join(", ")
        ));
    }
    text.push_str("\nin reduced positions\n");
    text.push_str(&board(&ko.heat));
    if is_complete {
        text.push_str("\nin all legal positions\n");
        text.push_str(&board(&ko.heat_of_all(size)));
    }
    text
}

pub(super) fn merge(options: &LabMerge, out: &mut Out) -> Result<Answer> {
    let store = Store::open(&options.folder)?;
    let serials = store.census().serials();
    let done = watched("checking", serials, threads(None), out, |run| Ok(store.verify(run)?))?;
    let Some(verdict) = done else { return Ok(Answer::Interrupted) };
    for fault in &verdict.faults {
        out.warn(fault);
    }
    if !verdict.faults.is_empty() {
        return Ok(Answer::No);
    }
    match store.merge() {
        Ok((totals, infos, digest)) => {
            let parts = 0..store.parts();
            let summary = Summary {
                totals,
                infos: Some(infos),
                digest: Some(digest),
                parts,
                is_complete: true,
            };
            print(&summary, store.census(), options.per_part, options.json, out)
        }
        Err(error @ StoreError::Missing { .. }) => {
            out.warn(&error.to_string());
            Ok(Answer::No)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn verify(options: &LabVerify, out: &mut Out) -> Result<Answer> {
    let store = Store::open(&options.folder)?;
    let serials = store.census().serials();
    let done = watched("checking", serials, threads(None), out, |run| Ok(store.verify(run)?))?;
    let Some(verdict) = done else { return Ok(Answer::Interrupted) };
    if options.json {
        let object = json!({
            "parts": verdict.parts.to_string(),
            "missing": verdict.missing.to_string(),
            "faults": verdict.faults,
        });
        out.json(&object)?;
    } else {
        for fault in &verdict.faults {
            out.warn(fault);
        }
        let all = store.parts();
        let parts_are = if all == 1 { "part is" } else { "parts are" };
        let mut text = format!("{} of {all} {parts_are} whole", verdict.parts);
        if verdict.missing > 0 && verdict.faults.is_empty() {
            text.push_str("; the rest is not there yet");
        } else if verdict.is_complete() {
            text.push_str(", and the totals are as counted without enumerating");
        }
        out.line(&text)?;
    }
    Ok(if verdict.is_complete() { Answer::Yes } else { Answer::No })
}
