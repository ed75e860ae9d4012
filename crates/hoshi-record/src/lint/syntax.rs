//! Rules 1xx: syntax errors that the reader found, and how it recovered.

use super::{Report, Rule};
use crate::sgf::{Collection, Trouble};

/// Reports the reader's faults.
pub(super) fn check(file: &Collection, report: &mut Report) {
    for fault in file.faults() {
        let (rule, taken) = rule_of(fault.trouble);
        report.add(rule, fault.offset, format!("{}{taken}", fault.trouble), true);
    }
    if let (Some(last), more @ 1..) = (file.faults().last(), file.unkept_faults()) {
        let message = format!("and {more} more syntax faults in the file");
        report.add(Rule::MoreFaults, last.offset, message, true);
    }
}

/// The rule, and how the reader recovered, where the fault's own message does not say.
fn rule_of(trouble: Trouble) -> (Rule, &'static str) {
    match trouble {
        Trouble::TextOutside => (Rule::TextOutside, "; skipped"),
        Trouble::MissingOpen => (Rule::MissingOpen, ""),
        Trouble::MissingSemicolon => (Rule::MissingSemicolon, ""),
        Trouble::MissingClose => (Rule::MissingClose, ""),
        Trouble::ExtraClose => (Rule::ExtraClose, ""),
        Trouble::AfterTheEnd => (Rule::AfterTheEnd, "; treated as its continuation"),
        Trouble::GameInGame => (Rule::GameInGame, "; treated as a separate game"),
        Trouble::EmptyVariation => (Rule::EmptyVariation, ""),
        Trouble::NodeAfterVariations => {
            (Rule::NodeAfterVariations, "; treated as another variation")
        }
        Trouble::RestAfterVariations => {
            (Rule::RestAfterVariations, "; treated as properties of the node before these")
        }
        Trouble::TextInNode => (Rule::TextInNode, "; skipped"),
        Trouble::NoValue => (Rule::NoValue, "; skipped"),
        Trouble::NoName => (Rule::NoName, "; skipped"),
        Trouble::BareBracket => (Rule::BareBracket, ""),
        Trouble::MissingBracket => {
            (Rule::MissingBracket, "; treated as ending before the next token")
        }
        Trouble::UnclosedValue => (Rule::UnclosedValue, "; treated as ending there"),
        Trouble::ExtraBracket => (Rule::ExtraBracket, "; skipped"),
    }
}
