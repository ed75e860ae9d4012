//! The view of a session in lines: boards, moves and results are data, prompts and troubles are talk. It
//! holds the session's snapshot, and nothing else of the game.

mod lines;
mod prompt;
mod spoken;
mod tell;

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use hoshi_core::Size;
use hoshi_render::text;
use hoshi_session::host::{Delivery, Handle, Host, Opening};
use hoshi_session::{Answer, MarkingView, Phase, Question, ScoreView, Side, Snapshot};
use hoshi_store::History;
use hoshi_tui::{Entered, Key};

use super::aside::Displaced;
use super::input::{Reader, Typed};
use super::next::Next;
use super::teach::Teacher;
use super::words::{self, Line};
use crate::cli::Look;
use crate::commands::score;
use crate::config::Config;
use crate::files;
use crate::out::{self, Out, Text};
use crate::signals;
use tell::{HOW_TO_MARK, list};

/// How long an engine may keep somebody waiting who has nothing more to say than `quit`, or nothing at all:
/// from the last thing that happened on.
const GRACE: Duration = Duration::from_secs(5);

/// The same if there are other lines before that, which wait for the engine.
const MORE: Duration = Duration::from_secs(60);

/// Something that the view waits for.
pub(super) enum Wake {
    Delivery(Delivery),
    Typed(Typed),
    Key(Key),
    Interrupted,
    /// The process is to stop.
    Stop,
    /// It continues after it was stopped.
    Continued,
}

/// Plays until the game is over, or the lines are, and makes sure that the record is safe.
pub(super) fn run(
    host: &Host,
    opening: Opening,
    history: &History,
    config: &Config,
    teaches: bool,
    out: &mut Out,
) -> Result<()> {
    let was_over = opening.session.game().outcome().is_some();
    let is_recorded = opening.sink.is_some();
    let (tell, wakes) = mpsc::channel();
    let events = tell.clone();
    let handle =
        &host.open_with(opening, move |delivery| events.send(Wake::Delivery(delivery)).is_ok());
    let played = View::open(handle, tell, wakes, out).and_then(|mut view| {
        view.teacher = teaches.then(Teacher::new);
        let done = view.play(config, out);
        // A terminal that is gone shows no prompt.
        let _ = view.clear_prompt(out);
        view.input.keep();
        done
    });
    // A game that ended here may lead to another; it counts as the last one only while it is open.
    let next = match handle.ask(Question::Record) {
        Ok(Answer::Record { sgf }) if is_recorded && !was_over => Next::after(history, &sgf),
        _ => None,
    };
    // A second signal waits until the record is somewhere.
    let _writing = files::WRITING.read();
    let closing = handle.close()?;
    let is_over = closing.session.game().outcome().is_some();
    let file = closing.file;
    // Engines end here, before anything is said about the file.
    drop(closing.minds);
    match file {
        Ok(None) => {}
        Ok(Some(path)) => {
            out.say(format!("The game is in {}", files::shown(&path)));
            if !is_over {
                out.say("It is unfinished; `hoshi play --resume` continues it.");
            }
            if let Some(next) = next.filter(|_| played.is_ok() && !signals::is_noted()) {
                out.say(next.sentence());
            }
        }
        Err(unsaved) => {
            let size = closing.session.game().size();
            return Err(Displaced::into_output(unsaved, size, out).into());
        }
    }
    played
}

struct View<'a> {
    handle: &'a Handle,
    state: Box<Snapshot>,
    /// When the clocks showed what the state says.
    clock_seen: Instant,
    wakes: Receiver<Wake>,
    input: Reader,
    /// The lines that were typed and not taken yet.
    held: VecDeque<Typed>,
    /// Whether every program has started.
    has_begun: bool,
    /// Whether a game that is over is looked at and corrected.
    stays: bool,
    /// Whether the player left, or Ctrl-C was pressed.
    is_leaving: bool,
    /// Whether the board has changed since it was shown.
    is_stale: bool,
    /// Whether the prompt stands.
    is_asked: bool,
    /// Whether a hint was asked for and has not come.
    awaits_hint: bool,
    /// Whether the board is shown with every move.
    shows_board: bool,
    /// Whether columns are spelled out.
    spells: bool,
    /// Who looks at the moves of people, if that is wanted.
    teacher: Option<Teacher>,
}

impl View<'_> {
    fn open<'a>(
        handle: &'a Handle,
        tell: Sender<Wake>,
        wakes: Receiver<Wake>,
        out: &Out,
    ) -> Result<View<'a>> {
        let Ok(Wake::Delivery(Delivery::Snapshot(state))) = wakes.recv() else {
            bail!("the game cannot be opened");
        };
        let interrupted = tell.clone();
        signals::on_signal(move || drop(interrupted.send(Wake::Interrupted)));
        let input = Reader::start(tell, out)?;
        Ok(View {
            handle,
            stays: state.result.is_some(),
            state,
            clock_seen: Instant::now(),
            wakes,
            input,
            held: VecDeque::new(),
            has_begun: false,
            is_leaving: false,
            is_stale: true,
            is_asked: false,
            awaits_hint: false,
            shows_board: true,
            spells: false,
            teacher: None,
        })
    }

    fn size(&self) -> Size {
        self.state.size()
    }

    /// Whether a person is to move, or to see to a program that cannot.
    fn awaits_person(&self) -> bool {
        let state = &self.state;
        match state.phase {
            Phase::Placing | Phase::Playing => {
                let Some(turn) = state.position.turn else { return false };
                !state.seats[turn].program || state.seats[turn].fault.is_some()
            }
            Phase::Marking => {
                let has_person = Side::ALL.into_iter().any(|side| !state.seats[side].program);
                has_person && !state.marking.as_ref().is_some_and(|marking| marking.waiting)
            }
            Phase::Over => false,
        }
    }

    fn play(&mut self, config: &Config, out: &mut Out) -> Result<()> {
        // A game that was left with marked stones; a new proposal comes with its own words.
        let is_marked = |marking: &MarkingView| marking.source == "the record";
        let is_marked = self.state.marking.as_ref().is_some_and(is_marked);
        self.wait_for_programs(out)?;
        if is_marked && !self.is_leaving {
            out.say("Both sides passed. The dead stones are those that the record has marked.");
            out.say(HOW_TO_MARK);
        }
        loop {
            self.drain(out)?;
            if self.is_leaving {
                return Ok(());
            }
            if self.state.phase == Phase::Over && !self.stays {
                return Ok(());
            }
            let awaits = self.awaits_person() || self.stays;
            if awaits {
                if self.is_stale && self.shows_board {
                    self.show(out)?;
                }
                self.prompt(out)?;
            } else if self.input.is_edited() {
                self.prompt(out)?;
            }
            // On a terminal, a line may also interrupt an engine that is thinking. A script waits for its
            // hint: the next line may be a move, after which nobody wants it.
            if ((awaits && !self.awaits_hint) || self.input.is_terminal())
                && let Some(typed) = self.held.pop_front()
            {
                self.is_asked = false;
                self.typed(typed, config, out)?;
                self.input.taken();
                continue;
            }
            self.wait(out)?;
        }
    }

    /// Waits for the next thing to happen, and hears of it. If an engine keeps a person waiting who only
    /// wants to leave, they leave without its move. Nobody waits where two programs play.
    fn wait(&mut self, out: &mut Out) -> Result<()> {
        let has_person = Side::ALL.into_iter().any(|side| !self.state.seats[side].program);
        let last = self.held.iter().position(|typed| self.is_last(typed));
        let patience = last.filter(|_| has_person).map(|nth| if nth == 0 { GRACE } else { MORE });
        let wake = match patience {
            None => self.wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => self.wakes.recv_timeout(patience),
        };
        match wake {
            Ok(wake) => self.hear(wake, out),
            Err(why) => {
                if why == RecvTimeoutError::Timeout {
                    self.clear_prompt(out)?;
                    out.say("The engine has not moved; leaving the game unfinished.");
                }
                self.is_leaving = true;
                Ok(())
            }
        }
    }

    /// Waits until every program has started; one that cannot play this game ends it before it begins.
    fn wait_for_programs(&mut self, out: &mut Out) -> Result<()> {
        loop {
            let mut is_starting = false;
            for side in Side::ALL {
                let seat = &self.state.seats[side];
                if let Some(fault) = seat.fault.as_ref().filter(|_| seat.program && !seat.present) {
                    let name = seat.name.clone();
                    let why = if fault.starts_with(&name) { String::new() } else { name + ": " };
                    return Err(anyhow!("{why}{fault}"));
                }
                is_starting |= seat.program && !seat.present;
            }
            if !is_starting {
                self.has_begun = true;
                return Ok(());
            }
            self.wait(out)?;
            if self.is_leaving {
                return Ok(());
            }
        }
    }

    /// Whether the player wants to leave.
    fn is_last(&self, typed: &Typed) -> bool {
        match typed {
            Typed::End | Typed::Failed(_) => true,
            Typed::Line(line) => matches!(words::read(line, self.size()), Ok(Line::Quit)),
            Typed::TooLong => false,
        }
    }

    fn hear(&mut self, wake: Wake, out: &mut Out) -> Result<()> {
        match wake {
            Wake::Interrupted | Wake::Delivery(Delivery::Closed) => self.is_leaving = true,
            Wake::Typed(typed) => self.held.push_back(typed),
            Wake::Key(key) => match self.input.take(key)? {
                None => {}
                Some(Entered::Line(line)) => self.held.push_back(Typed::Line(line)),
                Some(Entered::End) => self.held.push_back(Typed::End),
                Some(Entered::Interrupt) => {
                    signals::note_interrupt();
                    self.is_leaving = true;
                }
                Some(Entered::Stop) => self.input.stop()?,
            },
            Wake::Stop => self.input.stop()?,
            Wake::Continued => self.input.retake()?,
            Wake::Delivery(Delivery::Snapshot(state)) => {
                self.state = state;
                self.is_stale = true;
            }
            Wake::Delivery(Delivery::Events(events)) => {
                for event in events {
                    if self.tells(&event) || out.is_verbose() {
                        self.clear_prompt(out)?;
                    }
                    self.tell(&event, out)?;
                }
            }
        }
        Ok(())
    }

    /// Tells what has been published so far.
    fn drain(&mut self, out: &mut Out) -> Result<()> {
        while let Ok(wake) = self.wakes.try_recv() {
            self.hear(wake, out)?;
        }
        Ok(())
    }

    /// The board and what there is to know beside it.
    fn show(&mut self, out: &mut Out) -> Result<()> {
        self.clear_prompt(out)?;
        self.is_stale = false;
        // While stones are being marked, whose each point would be is part of the picture.
        let score = match &self.state.marking {
            Some(_) => match self.handle.ask(Question::Score) {
                Ok(Answer::Score { score }) => Some(score),
                _ => None,
            },
            None => self.state.result.as_ref().and_then(|result| result.score.clone()),
        };
        let state = &self.state;
        let diagram = state.diagram(score.as_deref());
        let style = out.text_style(&Look::default());
        let mut page = Text::from("\n") + out::board(&text::draw(&diagram, &style));
        let mut text = String::new();
        let captures = state.position.captures;
        text.push_str(&format!(
            "\nCaptured by Black {}, by White {}.",
            captures.black, captures.white
        ));
        if let Some(point) = state.position.ko {
            text.push_str(&format!(" Ko at {point}."));
        }
        text.push('\n');
        if let Some(marking) = &state.marking {
            let dead = if marking.dead.is_empty() { "none".into() } else { list(&marking.dead) };
            text.push_str(&format!("Dead: {dead}. "));
            if !marking.seki.is_empty() {
                text.push_str(&format!("In seki: {}. ", list(&marking.seki)));
            }
            text.push_str(&format!("As it stands: {}\n", marking.result));
        }
        if !state.node.comment.is_empty() {
            text.push_str(&format!("Comment: {}\n", state.node.comment));
        }
        page += text;
        out.write(page)?;
        out.flush()
    }

    /// The count as it stands.
    fn score(&self, out: &mut Out) -> Result<()> {
        let Answer::Score { score } = self.handle.ask(Question::Score)? else { return Ok(()) };
        self.table(&score, out)?;
        out.line(&score.result)
    }

    fn table(&self, count: &ScoreView, out: &mut Out) -> Result<()> {
        out.write(score::table(&self.state.rules, self.state.moves.len(), count))
    }
}
