//! The list of games as a table of at most eighty columns: whatever is too long gives way.

use hoshi_files::visible_line;
use hoshi_store::Entry;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr};

use crate::out::{Out, Style, Text};

/// How wide the table may be.
const WIDTH: usize = 80;
/// What stands between two columns.
const GAP: usize = 2;
/// How wide a result may be: `being played` fits.
const RESULT: usize = 12;
/// How wide a date with its time is.
const DATE: usize = 16;

const HEADS: [&str; 7] = ["#", "began", "black", "white", "board", "moves", "result"];

/// The row of one game.
enum Row {
    Game([String; 7]),
    /// A number, a date, and what is wrong.
    Problem([String; 3]),
}

/// The table.
pub(super) fn table(entries: &[Entry], out: &Out) -> Text {
    let rows: Vec<Row> = entries.iter().map(row).collect();
    let mut widths = HEADS.map(UnicodeWidthStr::width);
    for row in &rows {
        let cells: &[String] = match row {
            Row::Game(cells) => cells,
            Row::Problem(cells) => &cells[..2],
        };
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.width().max(*width);
        }
    }
    fit(&mut widths);
    let heading = line(&HEADS.map(str::to_owned), &widths);
    let mut text = out.style(Style::Heading, &heading) + "\n";
    for row in &rows {
        let line = match row {
            Row::Game(cells) => line(cells, &widths),
            Row::Problem(cells) => {
                let [number, date, ..] = widths;
                line(cells, &[number, date, WIDTH - number - date - 2 * GAP])
            }
        };
        text += line + "\n";
    }
    text
}

fn row(entry: &Entry) -> Row {
    let number = entry.number.to_string();
    let time = entry.when.time();
    let date = format!("{} {}", entry.when.date(), time.get(..5).unwrap_or_default());
    let game = match &entry.game {
        Ok(game) => game,
        Err(problem) => {
            return Row::Problem([number, date, clean(&format!("{}: {problem}", entry.name))]);
        }
    };
    let name = |name: &str| if name.is_empty() { "-".to_owned() } else { clean(name) };
    let size = game.size;
    let result = match &game.result {
        _ if entry.is_played => "being played".to_owned(),
        Some(result) if !game.is_unfinished() => {
            // As SGF spells it, where it can be read: that is short.
            game.ending().map_or_else(|| clean(result), |ending| ending.to_string())
        }
        _ => "unfinished".to_owned(),
    };
    Row::Game([
        number,
        date,
        name(&game.black),
        name(&game.white),
        format!("{}x{}", size.width(), size.height()),
        game.moves.to_string(),
        result,
    ])
}

/// Text from a file, on one line.
fn clean(text: &str) -> String {
    visible_line(text).into_owned()
}

/// Makes the columns as narrow as they must be: the result first, then the names, the longer of them
/// before the other.
fn fit(widths: &mut [usize; 7]) {
    let [number, date, black, white, board, moves, result] = widths;
    *date = DATE.max(*date);
    *result = RESULT.min(*result);
    let others = *number + *date + *board + *moves + *result + 6 * GAP;
    let room = WIDTH.saturating_sub(others);
    let half = room / 2;
    if *black + *white > room {
        if *black <= half {
            *white = room - *black;
        } else if *white <= room - half {
            *black = room - *white;
        } else {
            (*black, *white) = (half, room - half);
        }
    }
}

/// One line: numbers to the right, the rest to the left.
fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (index, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        if index > 0 {
            line.push_str(&" ".repeat(GAP));
        }
        let cell = cut(cell, width);
        let space = " ".repeat(width.saturating_sub(cell.width()));
        let is_number = index == 0 || index == 5;
        let (before, after) = if is_number { (space.as_str(), "") } else { ("", space.as_str()) };
        line.push_str(before);
        line.push_str(&cell);
        line.push_str(after);
    }
    line.truncate(line.trim_end().len());
    line
}

/// The text, or as much of it as fits, and `…`. Some letters are two columns wide.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let mut kept = String::new();
    for letter in text.chars() {
        let wide = letter.width().unwrap_or(0);
        if wide > room {
            break;
        }
        room -= wide;
        kept.push(letter);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut() {
        assert_eq!(cut("Shusaku", 7), "Shusaku");
        assert_eq!(cut("Shusaku", 6), "Shusa…");
        assert_eq!(cut("本因坊秀策", 10), "本因坊秀策");
        assert_eq!(cut("本因坊秀策", 8), "本因坊…");
        assert_eq!(cut("本因坊秀策", 9), "本因坊秀…");
    }

    #[test]
    fn names_share_what_is_left() {
        let fitted = |black, white| {
            let mut widths = [5, 16, black, white, 5, 5, 30];
            fit(&mut widths);
            assert!(widths.iter().sum::<usize>() + 6 * GAP <= WIDTH);
            (widths[2], widths[3])
        };
        assert_eq!(fitted(5, 5), (5, 5));
        assert_eq!(fitted(5, 90), (5, 20));
        assert_eq!(fitted(90, 5), (20, 5));
        assert_eq!(fitted(90, 90), (12, 13));
    }
}
