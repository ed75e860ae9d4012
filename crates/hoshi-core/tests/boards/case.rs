//! From text to cases: titles, settings, boards and steps. Words are examined only to tell a
//! diagram from a step.

use hoshi_core::{Diagram, DiagramError, Size};

use crate::words::{Fault, Line};

/// What is done in a case rather than asserted.
pub(crate) const ACTIONS: [&str; 14] = [
    "play",
    "undo",
    "settle",
    "redo",
    "dead",
    "not-dead",
    "seki",
    "not-seki",
    "agree",
    "resume",
    "resign",
    "time",
    "forfeit",
    "no-result",
];

/// The board a case starts with.
#[derive(Debug)]
pub(crate) enum Start {
    Drawn(Box<Diagram>),
    Empty(Size),
}

impl Start {
    pub(crate) fn size(&self) -> Size {
        match self {
            Start::Drawn(diagram) => diagram.size(),
            Start::Empty(size) => *size,
        }
    }
}

/// One test: a title, a board, what is done on it and what must hold.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) settings: Vec<Line>,
    pub(crate) board: Start,
    /// The line where the board begins.
    pub(crate) board_line: usize,
    pub(crate) steps: Vec<Line>,
}

impl Case {
    /// The number of assertions.
    pub(crate) fn assertions(&self) -> usize {
        self.steps.iter().filter(|step| !ACTIONS.contains(&step.head())).count()
    }

    /// Whether the case depends on the orientation of the board: handicap points, the order in
    /// which set-up stones are read, points beside the board.
    pub(crate) fn is_bound_to_its_board(&self) -> bool {
        let bound = ["handicap", "no-handicap", "fixed-handicap", "order"];
        let mut lines = self.settings.iter().chain(&self.steps);
        lines.any(|line| {
            bound.contains(&line.head())
                || line
                    .words
                    .iter()
                    .any(|word| matches!(word.as_str(), "off-board" | "ko-off-board"))
        })
    }
}

/// A case being read.
struct Open {
    line: usize,
    title: String,
    settings: Vec<Line>,
    board: Option<(usize, Start)>,
    steps: Vec<Line>,
}

impl Open {
    fn close(self) -> Result<Case, Fault> {
        let Open { line, title, settings, board, steps } = self;
        let Some((board_line, board)) = board else {
            return Err(Fault::new(line, "this case has no board: draw one, or write size 9x9"));
        };
        let case = Case { title, settings, board, board_line, steps };
        if case.assertions() == 0 {
            return Err(Fault::new(line, "this case asserts nothing"));
        }
        if let Some(step) = case.steps.iter().find(|s| s.head() == "board" && s.diagram.is_none()) {
            return Err(Fault::new(step.number, "board needs a diagram under it"));
        }
        Ok(case)
    }

    fn add_words(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        // Text after a separate # is a comment.
        let words = text.split_whitespace().take_while(|&word| word != "#");
        let words: Vec<String> = words.map(str::to_string).collect();
        if self.board.is_some() {
            self.steps.push(Line { number, words, diagram: None });
        } else if words[0] == "size" {
            let [_, size] = &words[..] else {
                return Err(Fault::new(number, "write size and one size: size 9x9"));
            };
            let size = size.parse().map_err(|e| Fault::new(number, format!("{e}")))?;
            self.board = Some((number, Start::Empty(size)));
        } else {
            self.settings.push(Line { number, words, diagram: None });
        }
        Ok(())
    }

    fn add_diagram(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        let diagram: Diagram = text.parse().map_err(|error: DiagramError| {
            let message = error.to_string();
            let (_, message) = message.split_once(": ").unwrap_or(("", &message));
            Fault::new(number + error.line() - 1, message)
        })?;
        if self.board.is_none() {
            self.board = Some((number, Start::Drawn(Box::new(diagram))));
            return Ok(());
        }
        match self.steps.last_mut() {
            Some(step) if step.head() == "board" && step.diagram.is_none() => {
                step.diagram = Some(diagram);
                Ok(())
            }
            _ => Err(Fault::new(number, "a second board: say board before it")),
        }
    }
}

/// Whether a line is part of a diagram: a row of points, or column letters.
fn is_drawn(text: &str) -> bool {
    let row = |c: char| ".+,*XOxo●○()".contains(c);
    let letters = text.starts_with('A');
    (text.contains(row) && text.chars().all(|c| row(c) || c.is_ascii_digit() || c == ' '))
        || (letters && text.chars().all(|c| c.is_ascii_uppercase() || c == ' '))
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<Vec<Case>, Fault> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<Open> = None;
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).peekable();
    while let Some((number, line)) = lines.next() {
        if let Some(comment) = line.strip_prefix('#') {
            if is_drawn(comment.trim()) {
                return Err(Fault::new(number, "black is X here: # begins a comment"));
            }
        } else if let Some(title) = line.strip_prefix("==") {
            if let Some(done) = open.take() {
                cases.push(done.close()?);
            }
            let title = title.trim().to_string();
            if title.is_empty() {
                return Err(Fault::new(number, "a case needs a title: == TITLE"));
            }
            if cases.iter().any(|case| case.title == title) {
                return Err(Fault::new(number, format!("the title `{title}` is taken already")));
            }
            let (settings, steps) = (Vec::new(), Vec::new());
            open = Some(Open { line: number, title, settings, board: None, steps });
        } else if !line.is_empty() {
            let Some(case) = &mut open else {
                return Err(Fault::new(number, "a case begins with its title: == TITLE"));
            };
            if is_drawn(line) {
                let mut drawing = String::from(line);
                while let Some((_, row)) = lines.next_if(|(_, row)| is_drawn(row)) {
                    drawing.push('\n');
                    drawing.push_str(row);
                }
                case.add_diagram(number, &drawing)?;
            } else {
                case.add_words(number, line)?;
            }
        }
    }
    if let Some(done) = open {
        cases.push(done.close()?);
    }
    Ok(cases)
}
