//! `hoshi lab`: small boards, counted and indexed.

use std::path::Path;

use anyhow::{Result, anyhow};
use hoshi_core::{Size, SplitMix64};
use hoshi_lab::{Index, Ko, TooLarge, by_stones, ko_points, legal, symmetric};
use serde_json::{Value, json};

use super::Answer;

use crate::cli::{By, KoKind, LabCount, LabRandom, LabRank, LabUnrank, LabWhat, WrongCall};
use crate::files;
use crate::out::Out;
use crate::players::any_seed;

/// Does what was asked for.
pub(crate) fn run(what: &LabWhat, out: &mut Out) -> Result<Answer> {
    match what {
        LabWhat::Count(options) => count(options, out),
        LabWhat::Rank(options) => rank(options, out),
        LabWhat::Unrank(options) => unrank(options, out),
        LabWhat::Random(options) => random(options, out),
    }
}

/// A board that is too large is a wrong call.
fn wrong(error: TooLarge) -> anyhow::Error {
    anyhow!(WrongCall(error.to_string()))
}

fn count(options: &LabCount, out: &mut Out) -> Result<Answer> {
    crate::out::end_on_ctrl_c()?;
    let size = options.size;
    let all = legal(size).map_err(wrong)?.to_string();
    let mut object = json!({ "width": size.width(), "height": size.height(), "legal": all });
    let mut text = format!("legal {all}\n");
    let mut set = |name: &str, value: Value| object[name] = value;
    match options.by {
        None => {}
        Some(By::Symmetry) => {
            let count = symmetric(size).map_err(wrong)?;
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
        Some(By::Ko) => {
            let (ko, name) = match options.ko {
                KoKind::Loose => (Ko::Loose, "loose"),
                KoKind::Strict => (Ko::Strict, "strict"),
            };
            let heat = ko_points(size, ko).map_err(wrong)?;
            let sum: u128 = heat.iter().sum();
            let heat: Vec<String> = heat.iter().map(u128::to_string).collect();
            text.push_str(&format!("ko points ({name}, Black to move) {sum}\n\n"));
            let rows: Vec<&[String]> = heat.chunks(usize::from(size.width())).collect();
            text.push_str(&aligned(&rows));
            set("ko", name.into());
            set("ko_points", sum.to_string().into());
            set("heat", heat.into());
        }
        Some(By::Stones) => {
            let counts = by_stones(size).map_err(wrong)?;
            let counts: Vec<String> = counts.iter().map(u128::to_string).collect();
            text.push('\n');
            let mut rows = vec![["stones".to_owned(), "positions".to_owned()]];
            rows.extend(counts.iter().enumerate().map(|(n, count)| [n.to_string(), count.clone()]));
            text.push_str(&aligned(&rows));
            set("stones", counts.into());
        }
    }
    if options.json {
        out.line(&object.to_string())?;
    } else {
        out.write(&text)?;
    }
    Ok(Answer::Yes)
}

/// Rows whose columns are flush: words to the left, numbers to the right.
fn aligned(rows: &[impl AsRef<[String]>]) -> String {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.as_ref().get(column)).map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths).map(|(cell, &width)| {
            let is_number = cell.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn rank(options: &LabRank, out: &mut Out) -> Result<Answer> {
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

fn unrank(options: &LabUnrank, out: &mut Out) -> Result<Answer> {
    let index = Index::new(options.size).map_err(wrong)?;
    let Some(points) = index.unrank(options.rank) else {
        let (rank, last) = (options.rank, index.len() - 1);
        return Err(anyhow!(WrongCall(format!("there is no position {rank}: the last is {last}"))));
    };
    show(&index, &points, options.json, out)?;
    Ok(Answer::Yes)
}

fn random(options: &LabRandom, out: &mut Out) -> Result<Answer> {
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

fn rows(points: &[u8], size: Size) -> Vec<String> {
    let letter = |&color: &u8| ['.', 'X', 'O'][usize::from(color)];
    points.chunks(usize::from(size.width())).map(|row| row.iter().map(letter).collect()).collect()
}

/// A position as the command line has it.
fn position(text: &str, size: Size) -> Result<Vec<u8>> {
    let is_serial = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_serial {
        return hoshi_lab::points(text, size).ok_or_else(|| {
            let last = hoshi_lab::serial(&vec![2; size.area()]);
            anyhow!(WrongCall(format!("a {size} board has no serial {text}: the last is {last}")))
        });
    }
    let is_rows = |text: &str| text.contains(['.', 'X', 'O', 'x', 'o', '/']);
    let is_file = files::is_dash(Path::new(text)) || Path::new(text).is_file();
    let text = if is_file {
        String::from_utf8_lossy(&files::read(Path::new(text))?).into_owned()
    } else {
        text.to_owned()
    };
    let wrong = |why: String| anyhow!(WrongCall(why));
    if !is_rows(&text) {
        return Err(wrong(format!(
            "`{text}` is no position: write a serial, rows of .XO joined by /, or the name of a file"
        )));
    }
    let found: Vec<&str> =
        text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
    if found.len() != usize::from(size.height()) {
        let rows = found.len();
        return Err(wrong(format!("a {size} board has {} rows, not {rows}", size.height())));
    }
    let mut points = Vec::with_capacity(size.area());
    for (number, row) in found.iter().enumerate() {
        let letters: Vec<char> = row.chars().filter(|letter| *letter != ' ').collect();
        if letters.len() != usize::from(size.width()) {
            let (wide, number) = (letters.len(), number + 1);
            return Err(wrong(format!(
                "row {number}, `{row}`, has {wide} points; a {size} board has {} in each",
                size.width()
            )));
        }
        for letter in letters {
            points.push(match letter {
                '.' => 0,
                'X' | 'x' => 1,
                'O' | 'o' => 2,
                _ => {
                    return Err(wrong(format!(
                        "`{letter}` in row {} is none of . X O",
                        number + 1
                    )));
                }
            });
        }
    }
    Ok(points)
}
