//! Keys and their actions. This table is the only one: the help screen and the configuration use it.

use std::fmt;
use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::words;

/// An action of a key on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the table ACTIONS, which explains them")]
pub enum Action {
    Left,
    Down,
    Up,
    Right,
    Play,
    Type,
    Pass,
    Undo,
    Redo,
    Resign,
    Comment,
    Read,
    Score,
    Estimate,
    Hint,
    Liberties,
    Accept,
    Seki,
    Continue,
    Demonstrate,
    Pause,
    Stop,
    Restart,
    Replace,
    Log,
    File,
    Copy,
    Draw,
    Review,
    Analyze,
    Back,
    Next,
    First,
    Last,
    Jump,
    Above,
    Below,
    Autoplay,
    Mark,
    Label,
    Remove,
    Promote,
    SetUp,
    Correct,
    Result,
    SaveAs,
    New,
    Speak,
    Theme,
    Help,
    Leave,
}

/// Where an action is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    Everywhere,
    Play,
    Count,
    Review,
}

/// An action with its keys; `words::about` says what it does.
pub(crate) struct Entry {
    pub(crate) action: Action,
    /// The name in the configuration.
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [&'static str],
    pub(crate) place: Where,
}

const fn entry(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    place: Where,
) -> Entry {
    Entry { action, name, keys, place }
}

/// Every action with its default keys.
pub(crate) const ACTIONS: &[Entry] = &[
    entry(Action::Left, "left", &["left", "h"], Where::Everywhere),
    entry(Action::Down, "down", &["down", "j"], Where::Everywhere),
    entry(Action::Up, "up", &["up", "k"], Where::Everywhere),
    entry(Action::Right, "right", &["right", "l"], Where::Everywhere),
    entry(Action::Play, "play", &["enter", "space"], Where::Everywhere),
    entry(Action::Type, "type", &[":"], Where::Everywhere),
    entry(Action::Comment, "comment", &["c"], Where::Everywhere),
    entry(Action::Read, "read", &["tab"], Where::Everywhere),
    entry(Action::Liberties, "liberties", &["!"], Where::Everywhere),
    entry(Action::File, "file", &["o"], Where::Everywhere),
    entry(Action::Copy, "copy", &["y"], Where::Everywhere),
    entry(Action::Draw, "draw", &["f"], Where::Everywhere),
    entry(Action::SaveAs, "save-as", &["w"], Where::Everywhere),
    entry(Action::Speak, "speak", &["\""], Where::Everywhere),
    entry(Action::Theme, "theme", &["z"], Where::Everywhere),
    entry(Action::Help, "help", &["?", "f1"], Where::Everywhere),
    entry(Action::Leave, "leave", &["q"], Where::Everywhere),
    entry(Action::Pass, "pass", &["p"], Where::Play),
    entry(Action::Undo, "undo", &["u"], Where::Play),
    entry(Action::Redo, "redo", &["U"], Where::Play),
    entry(Action::Resign, "resign", &["R"], Where::Play),
    entry(Action::Score, "score", &["s"], Where::Play),
    entry(Action::Estimate, "estimate", &["e"], Where::Play),
    entry(Action::Hint, "hint", &["t"], Where::Play),
    entry(Action::Correct, "correct", &["/"], Where::Play),
    entry(Action::Result, "result", &["="], Where::Play),
    entry(Action::Pause, "pause", &["b"], Where::Play),
    entry(Action::Stop, "stop", &["x"], Where::Play),
    entry(Action::Restart, "restart", &["X"], Where::Play),
    entry(Action::Replace, "replace", &["Z"], Where::Play),
    entry(Action::Log, "log", &["i"], Where::Play),
    entry(Action::Review, "review", &["v"], Where::Everywhere),
    entry(Action::New, "new", &["n"], Where::Play),
    entry(Action::Accept, "accept", &["a"], Where::Count),
    entry(Action::Seki, "seki", &["m"], Where::Count),
    entry(Action::Continue, "continue", &["r"], Where::Count),
    entry(Action::Demonstrate, "demonstrate", &["d"], Where::Count),
    entry(Action::Back, "back", &["left", ","], Where::Review),
    entry(Action::Next, "next", &["right", "."], Where::Review),
    entry(Action::First, "first", &["home", "<"], Where::Review),
    entry(Action::Last, "last", &["end", ">"], Where::Review),
    entry(Action::Above, "above", &["up", "pageup"], Where::Review),
    entry(Action::Below, "below", &["down", "pagedown"], Where::Review),
    entry(Action::Jump, "jump", &["#"], Where::Review),
    entry(Action::Autoplay, "autoplay", &["space"], Where::Review),
    entry(Action::Analyze, "analyze", &["a"], Where::Review),
    entry(Action::Mark, "mark", &["m"], Where::Review),
    entry(Action::Label, "label", &["="], Where::Review),
    entry(Action::Remove, "remove", &["x"], Where::Review),
    entry(Action::Promote, "promote", &["+"], Where::Review),
    entry(Action::SetUp, "set-up", &["s"], Where::Review),
];

/// The actions that move the cursor.
pub(crate) const MOVES: [Action; 4] = [Action::Left, Action::Down, Action::Up, Action::Right];

/// A press of a key.
///
/// ```
/// use hoshi_tui::Press;
///
/// assert_eq!("ctrl-r".parse::<Press>().unwrap().to_string(), "ctrl-r");
/// assert!("enterr".parse::<Press>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    code: KeyCode,
    control: bool,
}

const NAMES: &[(&str, KeyCode)] = &[
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("enter", KeyCode::Enter),
    ("space", KeyCode::Char(' ')),
    ("tab", KeyCode::Tab),
    ("esc", KeyCode::Esc),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Press {
    pub(crate) fn of(key: KeyEvent) -> Press {
        Press { code: key.code, control: key.modifiers.contains(KeyModifiers::CONTROL) }
    }

    /// The key with this displayed name.
    pub(crate) fn shown_as(name: &str) -> Option<Press> {
        let name = match name {
            "PgUp" => "pageup".to_owned(),
            "PgDn" => "pagedown".to_owned(),
            letter if letter.chars().count() == 1 => letter.to_owned(),
            name => name.to_lowercase(),
        };
        name.parse().ok()
    }

    /// Whether a key has the same meaning on every screen, so that it cannot be given to an action.
    pub(crate) fn is_reserved(key: KeyEvent) -> bool {
        key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'z' | 'l'))
    }

    pub(crate) fn event(self) -> KeyEvent {
        let modifiers = if self.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        KeyEvent::new(self.code, modifiers)
    }
}

/// Why a key cannot be given to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// There is no key with this name.
    UnknownKey(String),
    /// There is no action with this name.
    UnknownAction(String),
    /// The key always means the same.
    Reserved(String),
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyError::UnknownKey(key) => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                f.write_str(&words::not_a_key(key, &names.join(", ")))
            }
            KeyError::UnknownAction(action) => {
                f.write_str(&words::not_an_action(action, &Keys::actions().join(", ")))
            }
            KeyError::Reserved(key) => f.write_str(&words::reserved(key)),
        }
    }
}

impl std::error::Error for KeyError {}

impl FromStr for Press {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Press, KeyError> {
        let (control, name) = match text.strip_prefix("ctrl-") {
            Some(name) => (true, name),
            None => (false, text),
        };
        let mut letters = name.chars();
        let code = match (letters.next(), letters.next()) {
            (Some(letter), None) if hoshi_files::is_visible(letter) => KeyCode::Char(letter),
            _ => {
                let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
                let function = || name.strip_prefix('f')?.parse().ok().map(KeyCode::F);
                let function = || function().filter(|code| matches!(code, KeyCode::F(1..=12)));
                named.or_else(function).ok_or_else(|| KeyError::UnknownKey(text.to_owned()))?
            }
        };
        Ok(Press { code, control })
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("ctrl-")?;
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(letter)) => write!(f, "{letter}"),
            (None, KeyCode::F(number)) => write!(f, "f{number}"),
            _ => f.write_str("?"),
        }
    }
}

/// The current keys.
///
/// ```
/// use hoshi_tui::Keys;
///
/// let mut keys = Keys::default();
/// assert!(keys.set("pass", &["n".into()]).is_ok());
/// assert!(keys.set("fly", &["n".into()]).unwrap_err().to_string().contains("`fly`"));
/// ```
#[derive(Clone, Debug)]
pub struct Keys {
    /// The keys of each entry of [`ACTIONS`].
    of: Vec<Vec<Press>>,
}

impl Default for Keys {
    fn default() -> Keys {
        let presses = |entry: &Entry| {
            entry.keys.iter().filter_map(|key| key.parse().ok()).collect::<Vec<Press>>()
        };
        Keys { of: ACTIONS.iter().map(presses).collect() }
    }
}

impl Keys {
    /// The names of all actions.
    #[must_use]
    pub fn actions() -> Vec<&'static str> {
        ACTIONS.iter().map(|entry| entry.name).collect()
    }

    /// Changes the keys of an action.
    ///
    /// # Errors
    /// If the action or the key is unknown, where the message lists the known ones, or if the key always means the same.
    pub fn set(&mut self, action: &str, keys: &[String]) -> Result<(), KeyError> {
        let Some(at) = ACTIONS.iter().position(|entry| entry.name == action) else {
            return Err(KeyError::UnknownAction(action.to_owned()));
        };
        let presses = keys.iter().map(|key| key.parse()).collect::<Result<Vec<Press>, _>>()?;
        if let Some(press) = presses.iter().find(|press| Press::is_reserved(press.event())) {
            return Err(KeyError::Reserved(press.to_string()));
        }
        // A key has one action in one place; the newer one wins.
        for (nth, entry) in ACTIONS.iter().enumerate() {
            let overlap = entry.place == ACTIONS[at].place
                || [entry.place, ACTIONS[at].place].contains(&Where::Everywhere);
            if overlap && nth != at {
                self.of[nth].retain(|press| !presses.contains(press));
            }
        }
        self.of[at] = presses;
        Ok(())
    }

    /// The action of a key in a place; actions of the place come before those available everywhere.
    pub(crate) fn action(&self, press: Press, place: Where) -> Option<Action> {
        let find = |place: Where| {
            let mut all = ACTIONS.iter().zip(&self.of);
            all.find(|(entry, keys)| entry.place == place && keys.contains(&press))
        };
        find(place).or_else(|| find(Where::Everywhere)).map(|(entry, _)| entry.action)
    }

    /// Whether the keys that move the cursor are the default ones.
    pub(crate) fn are_arrows_usual(&self) -> bool {
        let usual = Keys::default();
        let all = ACTIONS.iter().zip(self.of.iter().zip(&usual.of));
        all.filter(|(entry, _)| MOVES.contains(&entry.action)).all(|(_, (now, old))| now == old)
    }

    /// Whether a key has an action.
    #[cfg(test)]
    pub(crate) fn has(&self, name: &str) -> bool {
        Press::shown_as(name).is_some_and(|press| self.of.iter().any(|of| of.contains(&press)))
    }

    /// The displayed name of the first key of an action.
    pub(crate) fn name(&self, action: Action) -> String {
        let at = ACTIONS.iter().position(|entry| entry.action == action);
        let first = at.and_then(|at| self.of[at].first());
        first.map_or_else(|| "-".to_owned(), |press| shown(*press))
    }

    /// The displayed names of the keys of an action that is available everywhere, without those that have another action
    /// in a place.
    pub(crate) fn names_in(&self, nth: usize, place: Where) -> String {
        let action = Some(ACTIONS[nth].action);
        let is_own = |press: &&Press| self.action(**press, place) == action;
        let names: Vec<String> =
            self.of[nth].iter().filter(is_own).map(|press| shown(*press)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    }

    /// The displayed names of all keys of an action.
    pub(crate) fn names(&self, nth: usize) -> String {
        let names: Vec<String> = self.of[nth].iter().map(|press| shown(*press)).collect();
        names.join(" ")
    }
}

/// The displayed name of a key.
fn shown(press: Press) -> String {
    match press.code {
        KeyCode::Enter => "Enter".to_owned(),
        KeyCode::Char(' ') => "Space".to_owned(),
        KeyCode::PageUp => "PgUp".to_owned(),
        KeyCode::PageDown => "PgDn".to_owned(),
        KeyCode::Home | KeyCode::End | KeyCode::Tab | KeyCode::F(_) => {
            let text = press.to_string();
            text[..1].to_uppercase() + &text[1..]
        }
        _ => press.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_usual_key_is_one_and_has_one_meaning() {
        let mut seen = HashSet::new();
        let mut keys = 0;
        for entry in ACTIONS {
            for key in entry.keys {
                let press: Press = key.parse().unwrap_or_else(|why| panic!("{why}"));
                assert!(seen.insert((press, entry.place as u8)), "{key} in {:?}", entry.place);
                keys += 1;
            }
        }
        assert!(keys > ACTIONS.len());
        let names: HashSet<&str> = ACTIONS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), ACTIONS.len());
    }

    /// The help has two columns, and nothing in it is cut off.
    #[test]
    fn what_keys_do_is_said_in_few_words() {
        let longest = ACTIONS.iter().map(|entry| words::about(entry.action).len()).max();
        assert!(longest <= Some(32), "{longest:?}");
        let keys = Keys::default();
        let longest = (0..ACTIONS.len()).map(|nth| keys.names(nth).len()).max();
        assert!(longest <= Some(12), "{longest:?}");
    }

    /// Shift and a letter begins a point, so no column of 19x19 but R, which resigns, is a command.
    #[test]
    fn columns_are_free() {
        let columns: Vec<Press> = ('A'..='T')
            .filter(|letter| !matches!(letter, 'I' | 'R'))
            .map(|letter| letter.to_string().parse().unwrap())
            .collect();
        assert_eq!(columns.len(), 18);
        for press in columns {
            for place in [Where::Play, Where::Count, Where::Review] {
                assert_eq!(Keys::default().action(press, place), None, "{press}");
            }
        }
    }

    #[test]
    fn a_key_that_is_given_away_is_lost() {
        let mut keys = Keys::default();
        keys.set("undo", &["p".into(), "ctrl-y".into()]).unwrap();
        let press = |text: &str| text.parse().unwrap();
        assert_eq!(keys.action(press("p"), Where::Play), Some(Action::Undo));
        assert_eq!(keys.action(press("ctrl-y"), Where::Play), Some(Action::Undo));
        assert_eq!(keys.action(press("u"), Where::Play), None);
        assert_eq!(keys.name(Action::Pass), "-");
        assert!(keys.set("undo", &["hyper-x".into()]).unwrap_err().to_string().contains("hyper-x"));
    }

    /// A key that would never reach its action is refused, and nothing changes.
    #[test]
    fn keys_that_always_mean_the_same_are_refused() {
        let mut keys = Keys::default();
        for (key, sign) in [("ctrl-c", "quits"), ("ctrl-z", "suspends"), ("ctrl-l", "redraws")] {
            let why = keys.set("pass", &["f2".into(), key.into()]).unwrap_err().to_string();
            assert!(why.contains(key) && why.contains(sign), "{why}");
        }
        assert_eq!(keys.name(Action::Pass), "p");
        keys.set("pass", &["c".into(), "ctrl-C".into()]).unwrap();
    }

    #[test]
    fn a_place_comes_before_everywhere() {
        let keys = Keys::default();
        let left: Press = "left".parse().unwrap();
        assert_eq!(keys.action(left, Where::Play), Some(Action::Left));
        assert_eq!(keys.action(left, Where::Review), Some(Action::Back));
    }
}
