//! What engines say while they think: the `info` lines of `lz-analyze` and `kata-analyze`.

use hoshi_core::{Move, Size};

/// What an engine thinks at a moment: its candidates, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The moves that it looks at.
    pub candidates: Vec<Candidate>,
}

/// A move that an engine looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// The chance of the side to move to win with it, from 0 to 1.
    pub win_rate: f64,
    /// By how many points the side to move leads with it, if the engine says so.
    pub lead: Option<f64>,
    /// How likely it looked before it was tried, from 0 to 1, if the engine says so.
    pub prior: Option<f64>,
    /// The moves that the engine expects, this one first.
    pub line: Vec<Move>,
}

impl Analysis {
    /// Reads a line. `lz-analyze` counts chances in ten-thousandths, `kata-analyze` from 0 to 1; which
    /// of the two it is, is seen by how the number is written.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_gtp::Analysis;
    ///
    /// let leela = "info move D4 visits 10 winrate 4830 prior 2100 order 0 pv D4 Q16";
    /// let kata = "info move D4 visits 10 winrate 0.483 prior 0.21 scoreLead -0.5 order 0 pv D4 Q16";
    /// let [leela, kata] = [leela, kata].map(|line| Analysis::read(line, Size::S19).unwrap());
    /// let (one, other) = (&leela.candidates[0], &kata.candidates[0]);
    /// assert!((one.win_rate - other.win_rate).abs() < 1e-9);
    /// assert_eq!((one.lead, other.lead), (None, Some(-0.5)));
    /// assert_eq!(one.line.len(), 2);
    /// ```
    #[must_use]
    pub fn read(line: &str, size: Size) -> Option<Analysis> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let starts: Vec<usize> = words
            .iter()
            .enumerate()
            .filter(|(_, word)| **word == "info")
            .map(|(at, _)| at)
            .collect();
        let mut candidates = Vec::new();
        for (nth, &start) in starts.iter().enumerate() {
            let end = starts.get(nth + 1).copied().unwrap_or(words.len());
            candidates.extend(candidate(&words[start + 1..end], size));
        }
        if candidates.is_empty() {
            return None;
        }
        candidates.sort_by_key(|(order, _)| *order);
        Some(Analysis { candidates: candidates.into_iter().map(|(_, each)| each).collect() })
    }
}

/// One candidate, with its place in the order.
fn candidate(words: &[&str], size: Size) -> Option<(u64, Candidate)> {
    let main = words.iter().position(|&word| word == "pv").unwrap_or(words.len());
    let value = |name: &str| {
        let at = words[..main].iter().position(|&word| word == name)?;
        words[..main].get(at + 1).copied()
    };
    // A whole number is of ten thousand; one with a point, or 0 or 1, is the chance itself.
    let chance = |name: &str| {
        let text = value(name)?;
        let number: f64 = text.parse().ok()?;
        let is_whole = !text.contains(['.', 'e', 'E']) && number > 1.0;
        let chance = if is_whole { number / 10_000.0 } else { number };
        (0.0..=1.0).contains(&chance).then_some(chance)
    };
    let mv = size.parse_move(value("move")?).ok()?;
    let lead = value("scoreLead").or_else(|| value("scoreMean"));
    let line = words[main..]
        .iter()
        .skip(1)
        // `pvVisits` and the like come behind it.
        .map_while(|word| size.parse_move(word).ok())
        .collect();
    let order = value("order").and_then(|order| order.parse().ok()).unwrap_or(u64::MAX);
    let candidate = Candidate {
        mv,
        visits: value("visits")?.parse().ok()?,
        win_rate: chance("winrate")?,
        lead: lead.and_then(|lead| lead.parse().ok()).filter(|lead: &f64| lead.is_finite()),
        prior: chance("prior"),
        line,
    };
    Some((order, candidate))
}
