//! Rules 1xx: what the reader stumbled over, and how it went on.

use super::{Report, Rule};
use crate::sgf::{Collection, Trouble};

/// Passes on what the reader noted.
pub(super) fn check(file: &Collection, report: &mut Report) {
    for fault in file.faults() {
        let (rule, taken) = rule_of(fault.trouble);
        report.add(rule, fault.offset, format!("{}{taken}", fault.trouble), true);
    }
    if let (Some(last), more @ 1..) = (file.faults().last(), file.unkept_faults()) {
        let message = format!("and {more} more faults in the syntax of the file");
        report.add(Rule::MoreFaults, last.offset, message, true);
    }
}

/// The rule, and what was made of it where the trouble's own words don't tell.
fn rule_of(trouble: Trouble) -> (Rule, &'static str) {
    match trouble {
        Trouble::TextOutside => (Rule::TextOutside, "; it is passed over"),
        Trouble::MissingOpen => (Rule::MissingOpen, ""),
        Trouble::MissingSemicolon => (Rule::MissingSemicolon, ""),
        Trouble::MissingClose => (Rule::MissingClose, ""),
        Trouble::ExtraClose => (Rule::ExtraClose, ""),
        Trouble::AfterTheEnd => (Rule::AfterTheEnd, "; taken as its continuation"),
        Trouble::GameInGame => (Rule::GameInGame, "; taken as a game of its own"),
        Trouble::EmptyVariation => (Rule::EmptyVariation, ""),
        Trouble::NodeAfterVariations => (Rule::NodeAfterVariations, "; taken as another variation"),
        Trouble::RestAfterVariations => {
            (Rule::RestAfterVariations, "; taken as properties of the node before these")
        }
        Trouble::TextInNode => (Rule::TextInNode, "; it is passed over"),
        Trouble::NoValue => (Rule::NoValue, "; it is passed over"),
        Trouble::NoName => (Rule::NoName, "; it is passed over"),
        Trouble::BareBracket => (Rule::BareBracket, ""),
        Trouble::MissingBracket => (Rule::MissingBracket, "; taken to end before what follows"),
        Trouble::UnclosedValue => (Rule::UnclosedValue, "; taken to end with it"),
        Trouble::ExtraBracket => (Rule::ExtraBracket, "; it is passed over"),
    }
}
