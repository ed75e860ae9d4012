//! `hoshi lab rank`, `unrank` and `random`.

use anyhow::{Result, anyhow};
use hoshi_core::{Size, SplitMix64};
use hoshi_lab::{Index, Points, Reduced, need};
use serde_json::{Value, json};

use super::{Answer, position, rows, wrong};
use crate::cli::{LabRandom, LabRank, LabUnrank};
use crate::error::UsageError;
use crate::memory::{self, Free};
use crate::out::Out;
use crate::players::any_seed;
use crate::signals;

pub(super) fn rank(options: &LabRank, out: &mut Out) -> Result<Answer> {
    let among = Among::new(options.size, options.reduced)?;
    let points = position(&options.position, options.size)?;
    let rank = among.rank(&points);
    if options.json {
        out.json(&among.to_json(&points, rank))?;
    } else if let Some(rank) = rank {
        out.line(rank.to_string())?;
    } else if !options.reduced || Among::new(options.size, false)?.rank(&points).is_none() {
        out.say("this position is not legal: a block has no liberty");
    } else {
        out.say("this position is not reduced: an image of it has a smaller serial");
    }
    Ok(if rank.is_some() { Answer::Yes } else { Answer::No })
}

pub(super) fn unrank(options: &LabUnrank, out: &mut Out) -> Result<Answer> {
    let among = Among::new(options.size, options.reduced)?;
    let Some(points) = among.unrank(options.rank) else {
        let (rank, last) = (options.rank, among.len() - 1);
        return Err(anyhow!(UsageError(format!(
            "there is no position {rank}: the last is {last}"
        ))));
    };
    among.show(&points, options.json, out)?;
    Ok(Answer::Yes)
}

pub(super) fn random(options: &LabRandom, out: &mut Out) -> Result<Answer> {
    signals::end_on_signal()?;
    let among = Among::new(options.size, options.reduced)?;
    let mut rng = SplitMix64::new(options.seed.unwrap_or_else(any_seed));
    for _ in 0..options.many {
        let points = among.random(&mut rng);
        among.show(&points, options.json, out)?;
    }
    Ok(Answer::Yes)
}

/// The positions that have numbers.
enum Among {
    Legal(Index),
    Reduced(Box<Reduced>),
}

impl Among {
    fn new(size: Size, is_reduced: bool) -> Result<Among> {
        // Those that are reduced take a few megabytes.
        if !is_reduced {
            let needs = need::index(size).map_err(wrong)?;
            memory::check(&format!("the index of {size}"), needs, Free::now(), |bytes| {
                let sizes = (1..=9).rev().filter_map(Size::square);
                let fits = |size: &Size| need::index(*size).is_ok_and(|needs| needs <= bytes);
                sizes.into_iter().find(fits).map(|size| format!("{size} would fit"))
            })?;
        }
        if is_reduced {
            Ok(Among::Reduced(Box::new(Reduced::new(size).map_err(wrong)?)))
        } else {
            Ok(Among::Legal(Index::new(size).map_err(wrong)?))
        }
    }

    fn size(&self) -> Size {
        match self {
            Among::Legal(index) => index.size(),
            Among::Reduced(reduced) => reduced.size(),
        }
    }

    fn len(&self) -> u128 {
        match self {
            Among::Legal(index) => index.len(),
            Among::Reduced(reduced) => reduced.len().into(),
        }
    }

    fn rank(&self, points: &[u8]) -> Option<u128> {
        match self {
            Among::Legal(index) => index.rank(points),
            Among::Reduced(reduced) => {
                let serial = hoshi_lab::serial(points).try_into().ok()?;
                reduced.rank(serial).map(u128::from)
            }
        }
    }

    fn unrank(&self, rank: u128) -> Option<Points> {
        match self {
            Among::Legal(index) => index.unrank(rank),
            Among::Reduced(reduced) => {
                let serial = reduced.unrank(rank.try_into().ok()?)?;
                hoshi_lab::points(&serial.to_string(), reduced.size())
            }
        }
    }

    fn random(&self, rng: &mut SplitMix64) -> Points {
        match self {
            Among::Legal(index) => index.random(rng),
            Among::Reduced(reduced) => {
                let serial = reduced.random(rng).to_string();
                hoshi_lab::points(&serial, reduced.size()).unwrap_or_default()
            }
        }
    }

    /// A position that has a number, for a person or a program.
    fn show(&self, points: &[u8], is_json: bool, out: &mut Out) -> Result<()> {
        if is_json {
            return out.json(&self.to_json(points, self.rank(points)));
        }
        out.line(rows(points, self.size()).join("/"))
    }

    fn to_json(&self, points: &[u8], rank: Option<u128>) -> Value {
        let mut object = json!({
            "width": self.size().width(),
            "height": self.size().height(),
            "serial": hoshi_lab::serial(points).to_string(),
            "rows": rows(points, self.size()),
            "rank": rank.map(|rank| rank.to_string()),
        });
        let name = match self {
            Among::Legal(_) => "legal",
            Among::Reduced(_) => "reduced",
        };
        object[name] = self.len().to_string().into();
        object
    }
}
