//! The screens, one module each. A screen changes itself on events and returns effects.

pub(crate) mod choose;
pub(crate) mod game;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod new_game;
pub(crate) mod open;
pub(crate) mod study;
pub(crate) mod who;

use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::keys::{Action, Keys, Press, Where};
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The current screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Home(home::Home),
    NewGame(new_game::Form),
    History(Box<history::Browser>),
    Open(open::Open),
    Choose(choose::Choose),
    Who(who::Who),
    Study(Box<study::Study>),
    Game(Box<game::Game>),
}

impl Screen {
    /// The keys of the last line, which can be clicked.
    pub(crate) fn pairs(&self) -> Pairs {
        match self {
            Screen::Home(home) => home.pairs(),
            Screen::NewGame(form) => form.pairs(),
            Screen::History(browser) => browser.pairs(),
            Screen::Open(open) => open.pairs(),
            Screen::Choose(choose) => choose.pairs(),
            Screen::Who(who) => who.pairs(),
            Screen::Study(study) => study.pairs(),
            Screen::Game(game) => game.pairs(),
        }
    }

    /// Whether a line is typed, so that every letter belongs to it.
    fn is_typing(&self) -> bool {
        match self {
            Screen::Home(_) | Screen::Choose(_) => false,
            Screen::NewGame(form) => form.is_typing(),
            Screen::History(browser) => browser.is_typing(),
            Screen::Open(_) | Screen::Who(_) => true,
            Screen::Study(study) => study.is_typing(),
            Screen::Game(_) => true,
        }
    }

    /// The keys of this screen, if the key asks for them. The board has its own help.
    pub(crate) fn help(&self, key: KeyEvent, keys: &Keys) -> Option<Vec<(String, &'static str)>> {
        let press = Press::of(key);
        let is_letter = matches!(key.code, KeyCode::Char(_));
        // Their other keys cannot be configured, so the usual one is always there.
        let is_help = key.code == KeyCode::Char('?')
            || keys.action(press, Where::Everywhere) == Some(Action::Help);
        if !is_help || (is_letter && self.is_typing()) {
            return None;
        }
        let own = match self {
            Screen::Game(_) => return None,
            Screen::Home(_) => words::HELP_HOME,
            Screen::NewGame(_) => words::HELP_FORM,
            Screen::History(_) => words::HELP_HISTORY,
            Screen::Choose(_) => words::HELP_CHOOSE,
            Screen::Open(_) | Screen::Who(_) => words::HELP_LINE,
            Screen::Study(study) => {
                let own = widgets::pairs(study.help());
                return Some(widgets::cursor_keys(keys).into_iter().chain(own).collect());
            }
        };
        let help = (keys.name(Action::Help), words::about(Action::Help));
        Some(widgets::pairs(own).into_iter().chain([help]).collect())
    }

    /// The width of these keys.
    pub(crate) fn keys_width(&self, area: Rect) -> u16 {
        match self {
            Screen::Game(game) => game.keys_width(area),
            _ => area.width,
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, now: Instant) {
        match self {
            Screen::Home(home) => home.draw(frame, theme),
            Screen::NewGame(form) => form.draw(frame, theme),
            Screen::History(browser) => browser.draw(frame, theme),
            Screen::Open(open) => open.draw(frame, theme),
            Screen::Choose(choose) => choose.draw(frame, theme),
            Screen::Who(who) => who.draw(frame, theme),
            Screen::Study(study) => study.draw(frame, theme),
            Screen::Game(game) => game.draw(frame, theme, now),
        }
    }
}
