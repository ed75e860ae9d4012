//! How far long work is: a bar on a terminal; elsewhere nothing, or with `-v` a line a minute.

use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::screen::{columns, size_of};
use super::{Out, Text, wait_if_ending};

/// How often work is asked how far it is.
pub(crate) const REDRAW: Duration = Duration::from_millis(250);

/// The time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The columns of the bar itself.
const BAR_WIDTH: RangeInclusive<usize> = 4..=24;

/// The bar on the terminal, if there is one. The thread that ends the program removes it too.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// How progress is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    Bar,
    /// Lines, the last of them at this time; before the first, the start of the program.
    Lines(Instant),
    Nothing,
}

impl Out {
    /// Whether anybody sees how far the work is.
    pub(crate) fn shows_progress(&self) -> bool {
        !matches!(self.progress, Shown::Nothing)
    }

    /// Shows what is being done and, if `total` estimates how long all of it takes, how far it is. The
    /// next output removes it from the terminal.
    pub(crate) fn progress(&mut self, what: &str, gone: Duration, total: Option<Duration>) {
        match &mut self.progress {
            Shown::Nothing => {}
            Shown::Bar => draw(what, gone, total),
            Shown::Lines(last) => {
                if let Some(line) = line(last, Instant::now(), what, gone, total) {
                    self.detail(line);
                }
            }
        }
    }
}

/// Removes the bar.
pub(super) fn clear() {
    if let Some(bar) = BAR.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

fn draw(what: &str, gone: Duration, total: Option<Duration>) {
    // A bar that is gone at once only flickers.
    if gone < REDRAW {
        return;
    }
    // Not below: the thread that ends the program waits for the lock.
    wait_if_ending();
    let mut bar = BAR.lock().unwrap_or_else(PoisonError::into_inner);
    let bar = bar.get_or_insert_with(|| {
        let target = ProgressDrawTarget::term_like_with_hz(Box::<Stderr>::default(), 20);
        let bar = ProgressBar::with_draw_target(None, target);
        // The template has no error, so the other style is never used.
        let style = ProgressStyle::with_template("{msg}");
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    });
    let width = usize::from(Stderr::default().width());
    // One message for the whole line: every change draws it anew.
    bar.set_message(bar_line(Text::from(what).as_str(), Estimate::of(gone, total), width));
}

/// The line of the bar, in this many columns.
fn bar_line(what: &str, estimate: Option<Estimate>, width: usize) -> String {
    let estimate = estimate.map(|estimate| (estimate.percent, estimate.left()));
    // The bar takes what the words leave, within limits.
    let room = |left: &str| width.saturating_sub(" [] 99 %, ".len() + left.len());
    match estimate {
        Some((percent, left)) if room(&left) > *BAR_WIDTH.start() => {
            let what = shortened(what, room(&left) - BAR_WIDTH.start());
            let columns = (room(&left) - columns(&what)).min(*BAR_WIDTH.end());
            let done = columns * usize::try_from(percent).unwrap_or(100) / 100;
            let bar = "#".repeat(done) + &".".repeat(columns - done);
            format!("{what} [{bar}] {percent:>2} %, {left}")
        }
        _ => format!("{} ...", shortened(what, width.saturating_sub(4))),
    }
}

/// As much of a text as fits into this many columns: the bar has one line.
fn shortened(text: &str, room: usize) -> String {
    let mut text = text.to_owned();
    while columns(&text) > room && text.pop().is_some() {}
    text
}

/// Standard error for indicatif, which fills the line of a bar with spaces. Some columns on the right stay
/// free: a terminal shows Ctrl-C as `^C` there. Otherwise that would begin the next line, and the bar would be
/// left behind.
#[derive(Debug, Default)]
struct Stderr {
    /// What is written at the next flush.
    text: Mutex<String>,
}

impl Stderr {
    /// The columns that stay free.
    const FREE: usize = 4;

    fn add(&self, text: &str) -> io::Result<()> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    /// Moves the cursor this often in a direction.
    fn go(&self, times: usize, direction: char) -> io::Result<()> {
        if times == 0 { Ok(()) } else { self.add(&format!("\x1b[{times}{direction}")) }
    }
}

impl TermLike for Stderr {
    fn width(&self) -> u16 {
        let columns = size_of(io::stderr()).map_or(80, |(columns, _)| columns);
        u16::try_from(columns.saturating_sub(Stderr::FREE).max(1)).unwrap_or(u16::MAX)
    }

    fn height(&self) -> u16 {
        let rows = size_of(io::stderr()).map_or(24, |(_, rows)| rows);
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.go(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(&format!("{text}\n"))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.add("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let text = std::mem::take(&mut *self.text.lock().unwrap_or_else(PoisonError::into_inner));
        io::stderr().write_all(text.as_bytes())
    }
}

/// The next line about the work, if it is time for one.
fn line(
    last: &mut Instant,
    now: Instant,
    what: &str,
    gone: Duration,
    total: Option<Duration>,
) -> Option<String> {
    if now.saturating_duration_since(*last) < BETWEEN_LINES {
        return None;
    }
    *last = now;
    Some(match Estimate::of(gone, total) {
        Some(estimate) => format!("{what}: {} %, {}", estimate.percent, estimate.left()),
        None if gone < BETWEEN_LINES => format!("{what}: {} s so far", gone.as_secs()),
        None => format!("{what}: {} min so far", gone.as_secs() / 60),
    })
}

/// An estimate of the end of some work. If it takes longer than estimated, it stays at 99 %.
#[derive(Clone, Copy)]
struct Estimate {
    percent: u64,
    left: Duration,
}

impl Estimate {
    fn of(gone: Duration, total: Option<Duration>) -> Option<Estimate> {
        let total = total.filter(|total| !total.is_zero())?;
        let share = gone.as_secs_f64() / total.as_secs_f64();
        let percent = ((100.0 * share) as u64).min(99);
        Some(Estimate { percent, left: total.saturating_sub(gone) })
    }

    fn left(self) -> String {
        match self.left.as_secs_f64().ceil() as u64 {
            0 => "any moment now".to_owned(),
            seconds @ 1..120 => format!("about {seconds} s left"),
            seconds @ 120..7200 => format!("about {} min left", seconds / 60),
            seconds => format!("about {} h left", seconds / 3600),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(gone: u64, total: u64) -> Option<(u64, String)> {
        let (gone, total) = (Duration::from_millis(gone), Duration::from_secs(total));
        let estimate = Estimate::of(gone, Some(total))?;
        Some((estimate.percent, estimate.left()))
    }

    #[test]
    fn an_estimate_says_how_far_and_how_long() {
        assert_eq!(estimate(0, 2), Some((0, "about 2 s left".to_owned())));
        assert_eq!(estimate(50_000, 100), Some((50, "about 50 s left".to_owned())));
        assert_eq!(estimate(9_000, 3), Some((99, "any moment now".to_owned())));
        assert_eq!(estimate(0, 600), Some((0, "about 10 min left".to_owned())));
        assert_eq!(estimate(0, 86_400), Some((0, "about 24 h left".to_owned())));
        assert_eq!(estimate(5, 0), None);
    }

    #[test]
    fn what_is_done_fits_beside_the_bar() {
        assert_eq!(shortened("game 3 of 20", 20), "game 3 of 20");
        assert_eq!(shortened("game 3 of 20", 6), "game 3");
        assert_eq!(shortened("李李", 3), "李");
    }

    #[test]
    fn the_bar_is_one_line_of_any_terminal() {
        let (gone, total) = (Duration::from_secs(50), Some(Duration::from_secs(100)));
        let at = |width| bar_line("game 3 of 20", Estimate::of(gone, total), width);
        assert_eq!(
            at(76),
            format!("game 3 of 20 [{0}{1}] 50 %, about 50 s left", "#".repeat(12), ".".repeat(12))
        );
        assert_eq!(at(40), "game 3 of 2 [##..] 50 %, about 50 s left");
        assert_eq!(at(20), "game 3 of 20 ...");
        assert_eq!(bar_line("game 3 of 20", None, 76), "game 3 of 20 ...");
        for width in 4..100 {
            assert!(columns(&at(width)) <= width, "{width}: {}", at(width));
        }
    }

    #[test]
    fn there_is_a_line_a_minute() {
        let start = Instant::now();
        let mut last = start;
        let mut said = Vec::new();
        for second in (0..200).step_by(10) {
            let gone = Duration::from_secs(second);
            let total = (second > 100).then_some(Duration::from_secs(240));
            said.extend(line(&mut last, start + gone, "work", gone, total));
        }
        let wanted =
            ["work: 1 min so far", "work: 50 %, about 2 min left", "work: 75 %, about 60 s left"];
        assert_eq!(said, wanted);
    }
}
