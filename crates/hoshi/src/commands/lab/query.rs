//! `hoshi lab query`: single positions.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::{Move, Size};
use hoshi_lab::{Naive, Store};
use serde_json::json;

use super::{Answer, ko_kind, position, rows, wrong};
use crate::cli::LabQuery;
use crate::error::UsageError;
use crate::out::Out;

pub(super) fn query(options: &LabQuery, out: &mut Out) -> Result<Answer> {
    let store = match options.board.parse::<Size>() {
        // A folder of that name is meant only if it holds a census.
        Ok(_) if !Path::new(&options.board).join("manifest.json").is_file() => None,
        _ => Some(Store::open(Path::new(&options.board)).with_context(|| {
            format!("`{}` is neither a board, as 5x5, nor the folder of a census", options.board)
        })?),
    };
    let size = match &store {
        Some(store) => store.census().size(),
        None => {
            options.board.parse::<Size>().map_err(|error| anyhow!(UsageError(error.to_string())))?
        }
    };
    let kind = store.as_ref().map_or(Some(ko_kind(options.ko)), |store| store.census().ko());
    let naive = Naive::new(size).map_err(wrong)?;
    let mut reader = store.as_ref().map(Store::reader).transpose()?;
    for text in &options.positions {
        let points = position(text, size)?;
        let serial: u64 = hoshi_lab::serial(&points).try_into().context("a board of 25 points")?;
        let dead = naive.without_liberty(serial);
        let is_in = dead.is_none() && naive.is_reduced(serial);
        let mask = kind.filter(|_| dead.is_none()).map_or(0, |kind| naive.ko_mask(serial, kind));
        if let (Some(reader), Some(store)) = (&mut reader, &store) {
            let Some((bit, stored)) = reader.get(serial)? else {
                let part = serial / store.layout().part();
                return Err(anyhow!("serial {serial} is in part {part}, which is not there yet"));
            };
            if bit != is_in || bit && stored != mask {
                return Err(anyhow!(
                    "serial {serial}: {} has another bit or ko mask than the position",
                    store.folder().display()
                ));
            }
        }
        let canonical = naive.canonical(serial);
        let named = |set: u32| -> Vec<String> {
            let points = size.points().enumerate().filter(|(number, _)| set >> number & 1 != 0);
            points.map(|(_, point)| size.move_name(Move::Play(point))).collect()
        };
        if options.json {
            let object = json!({
                "serial": serial.to_string(),
                "rows": rows(&points, size),
                "legal": dead.is_none(),
                "without_liberty": named(dead.unwrap_or(0)),
                "reduced": is_in,
                "canonical": canonical.to_string(),
                "ko": named(mask),
            });
            out.json(&object)?;
            continue;
        }
        let mut line = format!("{serial} {}: ", rows(&points, size).join("/"));
        match dead {
            Some(block) => {
                line.push_str(&format!("not legal, no liberty at {}", named(block).join(" ")));
            }
            None if is_in => line.push_str("legal, reduced"),
            None => {
                line.push_str(&format!("legal, not reduced: {canonical} is its smallest image"));
            }
        }
        if mask != 0 {
            line.push_str(&format!(", ko at {}", named(mask).join(" ")));
        }
        out.line(&line)?;
    }
    Ok(Answer::Yes)
}
