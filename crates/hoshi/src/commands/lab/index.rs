//! `hoshi lab rank`, `unrank` and `random`.

use anyhow::{Result, anyhow};
use hoshi_core::SplitMix64;
use hoshi_lab::Index;
use serde_json::{Value, json};

use super::{Answer, position, rows, wrong};
use crate::cli::{LabRandom, LabRank, LabUnrank, WrongCall};
use crate::out::Out;
use crate::players::any_seed;

pub(super) fn rank(options: &LabRank, out: &mut Out) -> Result<Answer> {
    let index = Index::new(options.size).map_err(wrong)?;
    let points = position(&options.position, options.size)?;
    let rank = index.rank(&points);
    if options.json {
        out.line(&told(&index, &points, rank).to_string())?;
    } else if let Some(rank) = rank {
        out.line(&rank.to_string())?;
    } else {
        out.say("this position is not legal: a block has no liberty");
    }
    Ok(if rank.is_some() { Answer::Yes } else { Answer::No })
}

pub(super) fn unrank(options: &LabUnrank, out: &mut Out) -> Result<Answer> {
    let index = Index::new(options.size).map_err(wrong)?;
    let Some(points) = index.unrank(options.rank) else {
        let (rank, last) = (options.rank, index.len() - 1);
        return Err(anyhow!(WrongCall(format!("there is no position {rank}: the last is {last}"))));
    };
    show(&index, &points, options.json, out)?;
    Ok(Answer::Yes)
}

pub(super) fn random(options: &LabRandom, out: &mut Out) -> Result<Answer> {
    let index = Index::new(options.size).map_err(wrong)?;
    let mut rng = SplitMix64::new(options.seed.unwrap_or_else(any_seed));
    for _ in 0..options.many {
        let points = index.random(&mut rng);
        show(&index, &points, options.json, out)?;
    }
    Ok(Answer::Yes)
}

/// A position of the index, for a person or a program.
fn show(index: &Index, points: &[u8], is_json: bool, out: &mut Out) -> Result<()> {
    if is_json {
        return out.line(&told(index, points, index.rank(points)).to_string());
    }
    out.line(&rows(points, index.size()).join("/"))
}

fn told(index: &Index, points: &[u8], rank: Option<u128>) -> Value {
    json!({
        "width": index.size().width(),
        "height": index.size().height(),
        "serial": hoshi_lab::serial(points).to_string(),
        "rows": rows(points, index.size()),
        "rank": rank.map(|rank| rank.to_string()),
        "legal": index.len().to_string(),
    })
}
