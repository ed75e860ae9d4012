//! `hoshi lab count`.

use anyhow::{Result, bail};
use hoshi_core::Size;
use hoshi_lab::{Symmetric, by_stones, ko_points, legal, need, symmetric};
use serde_json::{Value, json};

use super::pictures::{Counts, Picture};
use super::{Answer, aligned, ko_kind, ko_name, search, wrong};
use crate::cli::{By, LabCount};
use crate::error::UsageError;
use crate::memory::{self, Free};
use crate::out::Out;

/// What was counted besides.
enum Counted {
    Nothing,
    Symmetric(Symmetric),
    KoPoints(Vec<u128>),
    Stones(Vec<u128>),
}

/// Refuses a board whose count does not fit in memory.
fn fits(size: Size) -> Result<()> {
    let needs = need::legal(size).map_err(wrong)?;
    memory::check(&format!("counting {size}"), needs, Free::now(), |bytes| {
        let side = size.width().min(size.height());
        let fits = (1..=side).rev().find_map(|side| need::longest_legal(side, bytes))?;
        Some(format!("{fits} would fit"))
    })
}

pub(super) fn count(options: &LabCount, out: &mut Out) -> Result<Answer> {
    let size = options.size;
    let what = format!("counting {size}");
    let picture = Picture::asked(&options.drawing)?;
    if picture.is_some() && !matches!(options.by, Some(By::Ko | By::Stones)) {
        bail!(UsageError("--draw needs --by ko or --by stones".to_owned()));
    }
    fits(size)?;
    // What is too large for it is said before all the rest is counted.
    let by = search(&what, out, || {
        Ok(match options.by {
            None => Counted::Nothing,
            Some(By::Symmetry) => Counted::Symmetric(symmetric(size).map_err(wrong)?),
            Some(By::Ko) => Counted::KoPoints(ko_points(size, ko_kind(options.ko)).map_err(wrong)?),
            Some(By::Stones) => Counted::Stones(by_stones(size).map_err(wrong)?),
        })
    })?;
    if let Some(picture) = picture {
        match &by {
            Counted::KoPoints(counts) => {
                let name = ko_name(Some(ko_kind(options.ko)));
                let title = format!("Ko points of {size} ({name}, Black to move)");
                picture.heat(size, &[Counts { title, counts: counts.clone() }], out)?;
            }
            Counted::Stones(counts) => {
                picture.numbers(&format!("Legal positions of {size} by stones"), counts, out)?;
            }
            Counted::Nothing | Counted::Symmetric(_) => {}
        }
    }
    let all = search(&what, out, || legal(size).map_err(wrong))?.to_string();
    let mut object = json!({ "width": size.width(), "height": size.height(), "legal": all });
    let mut text = format!("legal {all}\n");
    let mut set = |name: &str, value: Value| object[name] = value;
    match by {
        Counted::Nothing => {}
        Counted::Symmetric(count) => {
            set("reduced", count.reduced.to_string().into());
            set("reduced_with_swap", count.reduced_with_swap.to_string().into());
            let fixed = count.fixed.iter().map(|fixed| {
                json!({
                    "name": fixed.name,
                    "positions": fixed.positions.to_string(),
                    "swapped": fixed.swapped.to_string(),
                })
            });
            set("fixed", fixed.collect());
            text.push_str(&format!("up to symmetry {}\n", count.reduced));
            text.push_str(&format!("and to the colours {}\n\n", count.reduced_with_swap));
            let mut rows =
                vec![["left as they are by", "", "with colours swapped"].map(str::to_owned)];
            rows.extend(count.fixed.iter().map(|fixed| {
                [fixed.name.to_owned(), fixed.positions.to_string(), fixed.swapped.to_string()]
            }));
            text.push_str(&aligned(&rows));
        }
        Counted::KoPoints(heat) => {
            let name = ko_name(Some(ko_kind(options.ko)));
            let sum: u128 = heat.iter().sum();
            let heat: Vec<String> = heat.iter().map(u128::to_string).collect();
            text.push_str(&format!("ko points ({name}, Black to move) {sum}\n\n"));
            let rows: Vec<&[String]> = heat.chunks(usize::from(size.width())).collect();
            text.push_str(&aligned(&rows));
            set("ko", name.into());
            set("ko_points", sum.to_string().into());
            set("heat", heat.into());
        }
        Counted::Stones(counts) => {
            let counts: Vec<String> = counts.iter().map(u128::to_string).collect();
            text.push('\n');
            let mut rows = vec![["stones".to_owned(), "positions".to_owned()]];
            rows.extend(counts.iter().enumerate().map(|(n, count)| [n.to_string(), count.clone()]));
            text.push_str(&aligned(&rows));
            set("stones", counts.into());
        }
    }
    if options.json {
        out.json(&object)?;
    } else {
        out.write(&text)?;
    }
    Ok(Answer::Yes)
}
