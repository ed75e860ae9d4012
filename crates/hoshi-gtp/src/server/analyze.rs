//! The analysis commands: their arguments, and the `info` lines that Leela Zero and `KataGo` have made common.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hoshi_core::{Color, Game, Move, Point};

use super::input::Watch;
use super::{AnalysisRequest, Asked, GoProgram, Question, Reply, Server};
use crate::analysis::{Analysis, Candidate};
use crate::player::Genmove;
use crate::wire::vertex;

/// The default time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// The notation of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `lz-analyze`: chances in ten-thousandths.
    Leela,
    /// `kata-analyze`: chances from 0 to 1, the lead in points, the ownership.
    Kata,
}

/// The arguments of an analysis command.
#[derive(Debug, PartialEq, Eq)]
struct Arguments {
    color: Color,
    request: AnalysisRequest,
    root_info: bool,
}

impl Arguments {
    /// `[COLOR] [CENTISECONDS] {KEY VALUE}`. `None` if they are invalid.
    fn parse(args: &[String], game: &Game, dialect: Dialect, is_move: bool) -> Option<Arguments> {
        let mut words = args.iter().map(String::as_str).peekable();
        let color = words.peek().and_then(|word| word.parse().ok());
        if color.is_some() {
            words.next();
        }
        let color = color.unwrap_or(game.turn());
        let interval = words.peek().and_then(|word| centiseconds(word));
        if interval.is_some() {
            words.next();
        }
        let interval = interval.unwrap_or(INTERVAL);
        let (max_moves, avoid) = (None, Vec::new());
        let mut request = AnalysisRequest { interval, max_moves, ownership: false, avoid, is_move };
        let mut root_info = false;
        let is_kata = dialect == Dialect::Kata;
        while let Some(key) = words.next() {
            let value = words.next()?;
            match key {
                "interval" => request.interval = centiseconds(value)?,
                // All candidates are reported anyway.
                "minmoves" => drop(value.parse::<usize>().ok()?),
                "maxmoves" => request.max_moves = Some(value.parse().ok()?),
                "ownership" if is_kata => request.ownership = truth(value)?,
                "rootInfo" if is_kata => root_info = truth(value)?,
                "avoid" | "allow" => {
                    let side: Color = value.parse().ok()?;
                    let size = game.size();
                    let list = words.next()?.split(',').map(|name| size.parse_move(name).ok());
                    let list: Vec<Move> = list.collect::<Option<_>>()?;
                    let depth: u32 = words.next()?.parse().ok()?;
                    // Deeper moves are up to the program.
                    if side != color || depth == 0 {
                        continue;
                    }
                    if key == "avoid" {
                        request.avoid.extend(list);
                    } else {
                        let all = size.points().map(Move::Play).chain([Move::Pass]);
                        request.avoid.extend(all.filter(|mv| !list.contains(mv)));
                    }
                }
                _ => return None,
            }
        }
        Some(Arguments { color, request, root_info })
    }
}

fn centiseconds(word: &str) -> Option<Duration> {
    word.parse::<u32>().ok().map(|number| Duration::from_millis(10 * u64::from(number)))
}

fn truth(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// An analysis as a line.
fn line(analysis: &Analysis, game: &Game, dialect: Dialect, arguments: &Arguments) -> String {
    let size = game.size();
    let AnalysisRequest { avoid, max_moves, ownership, .. } = &arguments.request;
    let shown: Vec<&Candidate> = analysis
        .candidates
        .iter()
        .filter(|candidate| !avoid.contains(&candidate.mv))
        .take(max_moves.unwrap_or(usize::MAX))
        .collect();
    // It was stopped before it had looked at anything.
    if analysis.candidates.is_empty() {
        return String::new();
    }
    let mut words = Vec::new();
    for (order, candidate) in shown.iter().enumerate() {
        let Candidate { mv, visits, win_rate, lead, prior, line } = candidate;
        let name = |mv: &Move| vertex(size, *mv).unwrap_or_default();
        let chance = |chance: f64| match dialect {
            Dialect::Leela => format!("{:.0}", 10_000.0 * chance),
            Dialect::Kata => format!("{chance:.6}"),
        };
        words.push(format!("info move {} visits {visits} winrate {}", name(mv), chance(*win_rate)));
        if let (Dialect::Kata, Some(lead)) = (dialect, lead) {
            words.push(format!("scoreMean {lead:.3} scoreLead {lead:.3}"));
        }
        if let Some(prior) = prior {
            words.push(format!("prior {}", chance(*prior)));
        }
        words.push(format!("order {order} pv"));
        // A continuation has at least the move itself.
        let line = if line.is_empty() { std::slice::from_ref(mv) } else { line };
        words.extend(line.iter().map(name));
    }
    if arguments.root_info && !shown.is_empty() {
        let visits: u64 = shown.iter().map(|candidate| candidate.visits).sum();
        let mean = |value: &dyn Fn(&Candidate) -> f64| {
            let weighted = shown.iter().map(|candidate| candidate.visits as f64 * value(candidate));
            weighted.sum::<f64>() / (visits.max(1)) as f64
        };
        let win_rate = mean(&|candidate| candidate.win_rate);
        words.push(format!("rootInfo visits {visits} winrate {win_rate:.6}"));
        if shown.iter().all(|candidate| candidate.lead.is_some()) {
            let lead = mean(&|candidate| candidate.lead.unwrap_or_default());
            words.push(format!("scoreLead {lead:.3}"));
        }
    }
    if let (true, Some(owners)) = (*ownership, &analysis.ownership) {
        words.push("ownership".to_owned());
        let owner = |point: Point| owners.get(point).copied().unwrap_or_default();
        words.extend(size.points().map(|point| format!("{:.4}", owner(point))));
    }
    words.join(" ")
}

impl<P: GoProgram> Server<'_, P> {
    /// `lz-analyze`, `kata-analyze`, and with a move at the end `lz-genmove_analyze` and
    /// `kata-genmove_analyze`.
    pub(super) fn analyze(
        &mut self,
        dialect: Dialect,
        is_move: bool,
        args: &[String],
        asked: &mut Asked<'_>,
    ) -> Reply {
        let now = self.table.game();
        let Some(arguments) = Arguments::parse(args, now, dialect, is_move) else {
            return Reply::Failure("syntax error".to_owned());
        };
        let color = arguments.color;
        let game = &*self.table.to_play(color);
        asked.write(&format!("={}\n", asked.id));
        let clock = if is_move { self.clock.look(color) } else { None };
        let watch = if is_move { Watch::Interrupt } else { Watch::AnyLine };
        let (program, input, number) = (&mut self.program, asked.input, asked.line);
        let began = Instant::now();
        let answer = input.watched(watch, number, |stop| {
            let is_regression = !is_move;
            let question = Question { game, color, clock, is_cleanup: false, is_regression, stop };
            let mut report = |analysis: &Analysis| {
                let text = line(analysis, game, dialect, &arguments);
                if !text.is_empty() {
                    asked.write(&format!("{text}\n"));
                }
                if asked.error.is_some() {
                    // The output is closed.
                    stop.store(true, Ordering::Relaxed);
                }
            };
            program.analyze(&question, &arguments.request, &mut report)
        });
        if is_move {
            self.clock.spend(color, began.elapsed());
            let text = match answer {
                Genmove::Move(mv) => match self.play_chosen(color, mv) {
                    Ok(name) => name,
                    Err(why) => {
                        (self.talk)(&format!("{why}; resigning"));
                        "resign".to_owned()
                    }
                },
                Genmove::Resign => "resign".to_owned(),
            };
            asked.write(&format!("play {text}\n"));
        }
        asked.write("\n");
        Reply::Success(None)
    }
}

impl Asked<'_> {
    /// Writes a part of the answer, and keeps the first error.
    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
            self.error = written.err();
        }
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{PointMap, Preset, Rules, Size};

    use super::*;

    fn arguments(text: &str, dialect: Dialect) -> Option<Arguments> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        Arguments::parse(&args, &game, dialect, false)
    }

    #[test]
    fn arguments_are_those_of_leela_and_kata() {
        let kata = |text: &str| arguments(text, Dialect::Kata);
        let plain = kata("").unwrap();
        assert_eq!((plain.color, plain.request.interval), (Color::Black, INTERVAL));
        let all = kata("w 50 maxmoves 3 ownership true rootInfo True avoid w D4,pass 1").unwrap();
        assert_eq!((all.color, all.root_info), (Color::White, true));
        assert_eq!(all.request.interval, Duration::from_millis(500));
        assert_eq!((all.request.max_moves, all.request.ownership), (Some(3), true));
        assert_eq!(all.request.avoid.len(), 2);
        assert_eq!(kata("100").unwrap().request.interval, INTERVAL);
        assert_eq!(kata("interval 100 minmoves 2").unwrap().request.interval, INTERVAL);
        assert_eq!(kata("allow b E5 1").unwrap().request.avoid.len(), 81);
        // It applies to the other side.
        assert_eq!(kata("b allow w E5 1").unwrap().request.avoid, []);
        for wrong in
            ["x", "b x", "b 10 maxmoves", "maxmoves -1", "avoid b Z9 1", "avoid b D4", "10 10"]
        {
            assert_eq!(kata(wrong), None, "{wrong}");
        }
        assert_eq!(arguments("b 10 ownership true", Dialect::Leela), None);
    }

    /// The client side reads back what is written.
    #[test]
    fn lines_are_read_back() {
        let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let mv = |name: &str| Size::S9.parse_move(name).unwrap();
        let candidate = |name: &str, visits, win_rate, lead| Candidate {
            mv: mv(name),
            visits,
            win_rate,
            lead: Some(lead),
            prior: Some(0.25),
            line: vec![mv(name), mv("C3"), Move::Pass],
        };
        let owners = PointMap::from_fn(Size::S9, |point| f64::from(point.x()) / 8.0 - 0.5);
        let candidates = vec![
            candidate("E5", 300, 0.5321, 1.5),
            candidate("D4", 90, 1.0, -0.5),
            candidate("pass", 10, 0.0, -0.5),
        ];
        let analysis = Analysis { candidates, ownership: Some(owners) };
        let wanted = arguments("b 10 ownership true rootInfo true", Dialect::Kata).unwrap();
        let text = line(&analysis, &game, Dialect::Kata, &wanted);
        assert!(
            text.starts_with(
                "info move E5 visits 300 winrate 0.532100 scoreMean 1.500 scoreLead 1.500 \
                 prior 0.250000 order 0 pv E5 C3 pass info move D4 "
            ),
            "{text}"
        );
        assert!(
            text.contains(
                " rootInfo visits 400 winrate 0.624075 scoreLead 1.000 ownership -0.5000 "
            )
        );
        let read = Analysis::read(&text, Size::S9).unwrap();
        assert_eq!(read.candidates, analysis.candidates);
        assert_eq!(read.ownership, analysis.ownership);
        let plain = arguments("b 10 maxmoves 2 avoid b E5 1", Dialect::Leela).unwrap();
        let text = line(&analysis, &game, Dialect::Leela, &plain);
        assert_eq!(
            text,
            "info move D4 visits 90 winrate 10000 prior 2500 order 0 pv D4 C3 pass \
             info move pass visits 10 winrate 0 prior 2500 order 1 pv pass C3 pass"
        );
        assert_eq!(line(&Analysis::default(), &game, Dialect::Kata, &wanted), "");
    }
}
