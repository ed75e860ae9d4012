//! Keys, mouse and pasted text: to the current screen, its help, or the loop.

use std::time::Instant;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use super::{App, Turn};
use crate::effect::Effect;
use crate::keys::Press;
use crate::run::End;
use crate::screens::Screen;
use crate::screens::open::Open;
use crate::widgets;

impl App {
    /// The help of a screen besides the board: opened by its key, closed by any click and by any key that does not
    /// scroll it. Returns whether the event was for it.
    fn is_for_help(&mut self, event: &Event) -> bool {
        let is_open = self.help.is_some();
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => false,
            Event::Key(key) if !is_open => {
                self.help = self.screen.help(*key, &self.keys).map(|pairs| (pairs, 0));
                self.help.is_some()
            }
            // Ctrl-C and the like always mean the same.
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => false,
            Event::Key(key) if is_open => {
                self.key_help(*key);
                true
            }
            Event::Mouse(mouse) if !matches!(mouse.kind, MouseEventKind::Down(_)) => {
                match mouse.kind {
                    MouseEventKind::ScrollUp => self.wheel_help(-3),
                    MouseEventKind::ScrollDown => self.wheel_help(3),
                    _ => {}
                }
                is_open
            }
            Event::Key(_) | Event::Mouse(_) | Event::Paste(_) => self.help.take().is_some(),
            _ => false,
        }
    }

    /// Scrolls the help, or closes it. A help that is visible as a whole is closed by the arrows, too.
    fn key_help(&mut self, key: KeyEvent) {
        let Some((pairs, scroll)) = self.help.take() else { return };
        let most = widgets::help_scroll(self.area, &pairs);
        let to = widgets::scrolled(scroll, key).filter(|_| most > 0);
        self.help = to.map(|to| (pairs, to.min(most)));
    }

    /// Scrolls the help with the wheel.
    fn wheel_help(&mut self, by: i16) {
        if let Some((pairs, scroll)) = &mut self.help {
            *scroll = scroll.saturating_add_signed(by).min(widgets::help_scroll(self.area, pairs));
        }
    }

    pub(super) fn input(&mut self, event: Event, now: Instant) -> Turn {
        if self.is_for_help(&event) {
            return Turn::Draw;
        }
        let effects = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Turn::Same,
            Event::Key(key) if Press::is_reserved(key) => match key.code {
                KeyCode::Char('c') => return self.leave(End::Interrupted),
                KeyCode::Char('z') => return self.stop(),
                _ => return Turn::Continued,
            },
            Event::Key(key) => match &mut self.screen {
                Screen::Home(home) => home.key(key),
                Screen::NewGame(form) => form.key(key),
                Screen::History(browser) => browser.key(key),
                Screen::Open(open) => open.key(key),
                Screen::Choose(choose) => choose.key(key),
                Screen::Who(who) => who.key(key),
                Screen::Study(study) => study.key(key),
                Screen::Game(game) => game.key(key, now),
            },
            Event::Mouse(mouse) if mouse.row + 1 == self.area.bottom() => {
                let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
                let pairs = self.screen.pairs();
                let width = self.screen.keys_width(self.area);
                let press = widgets::key_at(&pairs, width, mouse.column);
                return match press.filter(|_| is_click) {
                    Some(press) => self.input(Event::Key(press.event()), now),
                    None => Turn::Same,
                };
            }
            Event::Mouse(mouse) => {
                let (is_changed, effects) = match &mut self.screen {
                    Screen::Home(home) => home.mouse(mouse),
                    Screen::NewGame(form) => form.mouse(mouse),
                    Screen::History(browser) => browser.mouse(mouse),
                    Screen::Game(game) => game.mouse(mouse),
                    Screen::Study(study) => study.mouse(mouse),
                    Screen::Choose(choose) => choose.mouse(mouse),
                    Screen::Open(_) | Screen::Who(_) => (false, Vec::new()),
                };
                if !is_changed && effects.is_empty() {
                    return Turn::Same;
                }
                effects
            }
            Event::Paste(text) => self.paste(&text),
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, width, height);
                Vec::new()
            }
            Event::FocusGained | Event::FocusLost => return Turn::Same,
        };
        self.carry_out(effects)
    }

    pub(super) fn stop(&mut self) -> Turn {
        self.is_stopped = true;
        Turn::Stop
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.screen {
            Screen::NewGame(form) => form.paste(text),
            Screen::History(browser) => browser.paste(text),
            Screen::Game(game) => game.paste(text),
            Screen::Who(who) => who.paste(text),
            Screen::Study(_) | Screen::Choose(_) => {}
            Screen::Open(open) => return open.paste(text),
            // A file that is dropped on the start screen, or a record that is pasted there.
            Screen::Home(_) => {
                let mut open = Open::default();
                let effects = open.paste(text);
                self.screen = Screen::Open(open);
                return effects;
            }
        }
        Vec::new()
    }
}
