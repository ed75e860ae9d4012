//! Rules 4xx: game information that is not spelt as the standard has it. The lint reports how it
//! was interpreted; the text stays, as it may say more.

use hoshi_core::{Color, Size};

use super::facts::Facts;
use super::values::{is_empty, respelt};
use super::{Report, Rule};
use crate::info::{self, Reading, Unreadable};
use crate::sgf::{Known, NodeRef, Value};

/// Checks one value of a game information property.
pub(super) fn check_value(
    facts: &Facts<'_>,
    known: &Known,
    value: &Value<'_>,
    report: &mut Report,
) {
    if matches!(known.key, "KM" | "HA" | "TM" | "DT") && is_empty(value) {
        let message = format!("{} is empty", known.key);
        report.add(Rule::EmptyInfo, value.offset(), message, false);
        return;
    }
    let text = || value.simple_text();
    match known.key {
        "SZ" => {
            let read = info::size::read(&text());
            report_reading(
                read,
                known,
                value,
                Rule::SizeUnreadable,
                Rule::SizeSpelling,
                facts,
                report,
            );
        }
        "KM" => {
            let hints = info::komi::Hints { rules: facts.rules.as_ref(), handicap: facts.handicap };
            let read = info::komi::read(&text(), hints);
            report_reading(
                read,
                known,
                value,
                Rule::KomiUnreadable,
                Rule::KomiSpelling,
                facts,
                report,
            );
        }
        "HA" => {
            let read = info::handicap::read(&text());
            let rules = (Rule::HandicapUnreadable, Rule::HandicapSpelling);
            report_reading(read, known, value, rules.0, rules.1, facts, report);
        }
        // An empty result is not reported.
        "RE" if !is_empty(value) => {
            let read = info::result::read(&text());
            report_reading(
                read,
                known,
                value,
                Rule::ResultUnreadable,
                Rule::ResultSpelling,
                facts,
                report,
            );
        }
        "DT" => {
            let read = info::date::read(&text());
            report_reading(
                read,
                known,
                value,
                Rule::DateUnreadable,
                Rule::DateSpelling,
                facts,
                report,
            );
        }
        "RU" if !is_empty(value) => {
            let read = info::rules::read(&text());
            report_reading(
                read,
                known,
                value,
                Rule::RulesUnknown,
                Rule::RulesSpelling,
                facts,
                report,
            );
        }
        "TM" => {
            let read = info::time::read(&text());
            report_reading(
                read,
                known,
                value,
                Rule::TimeUnreadable,
                Rule::TimeSpelling,
                facts,
                report,
            );
        }
        // Any spelling that is understood will do.
        "OT" if !is_empty(value) => {
            if let Err(unreadable) = info::overtime::read(&text()) {
                let message = format!("OT: {unreadable}");
                report.add(Rule::OvertimeUnreadable, value.offset(), message, false);
            }
        }
        _ => {}
    }
}

/// Reports how a value was interpreted, unless it is in standard form.
fn report_reading<T>(
    read: Result<Reading<T>, Unreadable>,
    known: &Known,
    value: &Value<'_>,
    unreadable: Rule,
    spelling: Rule,
    facts: &Facts<'_>,
    report: &mut Report,
) {
    match read {
        Ok(reading) if reading.how.is_interpreted() => {
            let message = format!("{}: {}", known.key, reading.how);
            let fixable = respelt(known, value, facts.size).is_some();
            report.add(spelling, value.offset(), message, fixable);
        }
        Ok(_) => {}
        Err(error) => {
            report.add(unreadable, value.offset(), format!("{}: {error}", known.key), false);
        }
    }
}

/// Checks that HA is the number of stones set up.
pub(super) fn check_handicap(facts: &Facts<'_>, report: &mut Report) {
    let (game, handicap) = (facts.game, facts.handicap as usize);
    let Some(property) = game.info("HA").filter(|_| handicap >= 2) else { return };
    // The stones on the board before White's first move.
    let (mut set_up, mut white, mut played) = (0, false, 0);
    for node in game.main_line() {
        set_up += stones(node, "AB", facts.size);
        white |= stones(node, "AW", facts.size) > 0;
        let mut moves = node.moves(facts.size).peekable();
        if moves.peek().is_some_and(|(color, ..)| *color == Color::White) {
            break;
        }
        played += moves.count();
        if played > handicap {
            break;
        }
    }
    // With white stones it is a position, not the start of a game; and some programs write the
    // stones as moves.
    if white || played >= handicap || set_up == handicap {
        return;
    }
    let (rule, but) = match set_up {
        0 => (Rule::HandicapWithoutStones, "no stone is".to_owned()),
        1 => (Rule::HandicapDisagrees, "1 stone is".to_owned()),
        stones => (Rule::HandicapDisagrees, format!("{stones} stones are")),
    };
    let message = format!("HA is {handicap}, but {but} set up with AB");
    report.add(rule, property.value().offset(), message, false);
}

fn stones(node: NodeRef<'_>, key: &str, size: Size) -> usize {
    let lists = node.properties().filter(|property| property.is(key));
    lists.flat_map(|list| list.values()).filter_map(|value| value.points(size)).flatten().count()
}
