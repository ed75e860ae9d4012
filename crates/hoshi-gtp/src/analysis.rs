//! The output of engines while they think: the `info` lines of `lz-analyze` and `kata-analyze`.

use hoshi_core::{Move, PointMap, Size};

/// An engine's view of the position at one moment: its candidate moves, the best first.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_gtp::Analysis;
///
/// let line = "info move C3 visits 2 winrate 0.4 order 1 pv C3 info move D4 visits 9 winrate 0.5 order 0 pv D4";
/// let analysis = Analysis::read(line, Size::S9).unwrap();
/// assert_eq!(Some(analysis.candidates[0].mv), Size::S9.parse_move("D4").ok());
/// assert_eq!(Analysis::read("= D4", Size::S9), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The candidate moves.
    pub candidates: Vec<Candidate>,
    /// Whose each point is likely to be, if the engine reports it: from 1, the side to move, to -1.
    pub ownership: Option<PointMap<f64>>,
}

/// A move that an engine considers.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_gtp::{Analysis, Candidate};
///
/// let line = "info move D4 visits 9 winrate 5120 prior 2000 order 0 pv D4 Q16";
/// let [Candidate { visits: 9, lead: None, line, .. }] = &Analysis::read(line, Size::S19).unwrap().candidates[..]
/// else { panic!("one candidate") };
/// assert_eq!(line.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The number of visits in the search.
    pub visits: u64,
    /// The winning chance of the side to move, from 0 to 1.
    pub win_rate: f64,
    /// The lead of the side to move in points, if the engine reports one.
    pub lead: Option<f64>,
    /// The probability of the move before the search, from 0 to 1, if the engine reports one.
    pub prior: Option<f64>,
    /// The expected continuation; this move is the first.
    pub line: Vec<Move>,
}

impl Analysis {
    /// Parses a line. `lz-analyze` writes chances in ten-thousandths, `kata-analyze` from 0 to 1; the
    /// notation of the numbers shows which of the two it is.
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
        let unit = unit(&words);
        let mut candidates = Vec::new();
        for (nth, &start) in starts.iter().enumerate() {
            let end = starts.get(nth + 1).copied().unwrap_or(words.len());
            candidates.extend(candidate(&words[start + 1..end], size, unit));
        }
        if candidates.is_empty() {
            return None;
        }
        candidates.sort_by_key(|(order, _)| *order);
        let candidates = candidates.into_iter().map(|(_, each)| each).collect();
        Some(Analysis { candidates, ownership: ownership(&words, size) })
    }
}

/// The ownership of all points, row by row from the top; `None` if a number is missing or wrong.
fn ownership(words: &[&str], size: Size) -> Option<PointMap<f64>> {
    let at = words.iter().position(|&word| word == "ownership")?;
    let words = words.get(at + 1..=at + size.area())?;
    let numbers: Option<Vec<f64>> = words
        .iter()
        .map(|word| word.parse().ok().filter(|number: &f64| (-1.0..=1.0).contains(number)))
        .collect();
    let numbers = numbers?;
    Some(PointMap::from_fn(size, |point| numbers[size.index(point)]))
}

/// The number that stands for certainty in a line. It depends on all chances of the line, because a single
/// 1 is ambiguous.
fn unit(words: &[&str]) -> f64 {
    let chances = words
        .windows(2)
        .filter(|pair| matches!(pair[0], "winrate" | "prior" | "lcb"))
        .map(|pair| pair[1]);
    let is_exact = |text: &str| text.contains(['.', 'e', 'E']);
    let is_large = |text: &str| text.parse::<f64>().is_ok_and(|number| number > 1.0);
    let is_kata = words.contains(&"utility") || chances.clone().any(is_exact);
    if !is_kata && chances.clone().any(is_large) { 10_000.0 } else { 1.0 }
}

/// One candidate, with its place in the order.
fn candidate(words: &[&str], size: Size, unit: f64) -> Option<(u64, Candidate)> {
    let main = words.iter().position(|&word| word == "pv").unwrap_or(words.len());
    let value = |name: &str| {
        let at = words[..main].iter().position(|&word| word == name)?;
        words[..main].get(at + 1).copied()
    };
    let chance = |name: &str| {
        let chance = value(name)?.parse::<f64>().ok()? / unit;
        (0.0..=1.0).contains(&chance).then_some(chance)
    };
    let mv = size.parse_move(value("move")?).ok()?;
    let lead = value("scoreLead").or_else(|| value("scoreMean"));
    let line = words[main..]
        .iter()
        .skip(1)
        // `pvVisits` and similar words may follow.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Analysis {
        Analysis::read(line, Size::S19).expect("an analysis")
    }

    fn names(line: &[Move]) -> String {
        let names: Vec<String> = line.iter().map(|&mv| Size::S19.move_name(mv)).collect();
        names.join(" ")
    }

    /// From the documentation of the engines.
    #[test]
    fn lines_of_lz_analyze() {
        let analysis = read(
            "info move E4 visits 1178 winrate 4802 prior 2211 lcb 4781 order 0 pv E4 E3 F3 D3 \
             info move P16 visits 1056 winrate 4796 prior 2206 lcb 4769 order 1 pv P16 P17 pass \
             info move E3 visits 264 winrate 1 prior 0 lcb 0 order 2 pv",
        );
        let [first, second, third] = &analysis.candidates[..] else { panic!("{analysis:?}") };
        assert_eq!((first.visits, first.win_rate, first.prior), (1178, 0.4802, Some(0.2211)));
        assert_eq!(names(&first.line), "E4 E3 F3 D3");
        assert_eq!(names(&second.line), "P16 P17 pass");
        assert_eq!((first.lead, third.line.len()), (None, 0));
        // 1 in 10,000, not certainty.
        assert_eq!((third.win_rate, third.prior), (0.0001, Some(0.0)));
    }

    /// Sayuri adds the lead to whole numbers.
    #[test]
    fn a_lead_does_not_decide_the_scale() {
        let line =
            "info move Q16 visits 5 winrate 5213 scoreLead 0.75 prior 811 lcb 5000 order 0 pv Q16";
        let first = &read(line).candidates[0];
        assert_eq!((first.win_rate, first.lead), (0.5213, Some(0.75)));
    }

    #[test]
    fn lines_of_kata_analyze() {
        let analysis = read(
            "info move P16 visits 470 utility -0.0414945 winrate 0.479712 scoreMean -0.63075 \
             scoreStdev 24.7179 scoreLead -0.63075 scoreSelfplay -0.5221 prior 0.220566 lcb 0.47657 \
             utilityLcb -0.0502929 weight 470.2 isSymmetryOf D16 order 1 pv P16 P17 O17 \
             info move E4 visits 487 edgeVisits 487 utility -0.0408357 winrate 1 scoreMean -0.611848 \
             scoreStdev 24.7058 scoreLead -0.611848 prior 1e-05 lcb -0.277945 order 0 \
             pv E4 E3 F3 pvVisits 487 301 7 pvEdgeVisits 487 301 7 \
             rootInfo visits 958 winrate 0.48 scoreLead -0.6 utility -0.04 \
             ownership 0.1 -0.2 0.93 ownershipStdev 0.1 0.1 0.1",
        );
        let [first, second] = &analysis.candidates[..] else { panic!("{analysis:?}") };
        assert_eq!(names(&first.line), "E4 E3 F3");
        assert_eq!((first.visits, first.win_rate, first.prior), (487, 1.0, Some(0.00001)));
        assert_eq!(first.lead, Some(-0.611848));
        assert_eq!((second.win_rate, names(&second.line).as_str()), (0.479712, "P16 P17 O17"));
    }

    #[test]
    fn invalid_lines_are_rejected() {
        for line in [
            "",
            "info",
            "info move",
            "info move D4",
            "info move D4 visits 5",
            "info move D4 visits -5 winrate 0.5",
            "info move Z99 visits 5 winrate 0.5",
            "info move D4 visits 5 winrate nan",
            "info move D4 visits 5 winrate 20000",
            "info move D4 visits 5 winrate 1.5",
            "rootInfo visits 5 winrate 0.5",
            "play D4",
        ] {
            assert_eq!(Analysis::read(line, Size::S19), None, "{line}");
        }
        let line = "info move D4 visits 5 winrate 0.5 scoreLead inf order -1 pv D4 x";
        let first = &read(line).candidates[0];
        assert_eq!((first.lead, names(&first.line).as_str()), (None, "D4"));
    }
}
