//! The names of rules in the commands of KGS and `KataGo`.

use hoshi_core::{Bonus, Ko, Preset, Rules, Scoring, Suicide};

/// The rules that `kgs-rules` or `kata-set-rules` names: a preset of ours, also with overrides, or one of
/// `KataGo`'s variants of the Chinese rules.
pub(super) fn named(name: &str) -> Option<Rules> {
    let name = name.trim().to_ascii_lowercase().replace('_', "-");
    match name.as_str() {
        // These servers play Chinese rules with superko.
        "chinese-ogs" | "chinese-kgs" => {
            Some(Rules { ko: Ko::Positional, ..Rules::of(Preset::Chinese) })
        }
        "tromptaylor" => Some(Rules::of(Preset::TrompTaylor)),
        "newzealand" => Some(Rules::of(Preset::NewZealand)),
        name => name.parse().ok().filter(|rules: &Rules| rules.capture.is_none()),
    }
}

/// The rules as `kata-get-rules` writes them.
pub(super) fn to_json(rules: &Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let (scoring, tax) = match rules.scoring {
        Scoring::Area => ("AREA", "NONE"),
        Scoring::Territory => ("TERRITORY", "SEKI"),
    };
    let bonus = match rules.bonus {
        Bonus::Nothing => "0",
        Bonus::ButOne => "N-1",
        Bonus::Each => "N",
    };
    let suicide = rules.suicide != Suicide::Forbidden;
    let friendly = rules.dead == hoshi_core::DeadStones::Agreed;
    format!(
        "{{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"suicide\":{suicide},\"tax\":\"{tax}\",\
         \"whiteHandicapBonus\":\"{bonus}\",\"friendlyPassOk\":{friendly}}}"
    )
}

/// The rules with one of `KataGo`'s settings changed, as `kata-set-rule` has it.
pub(super) fn with(rules: &Rules, key: &str, value: &str) -> Option<Rules> {
    let mut rules = rules.clone();
    match (key, value.to_ascii_uppercase().as_str()) {
        ("ko", "SIMPLE") => rules.ko = Ko::Simple,
        ("ko", "POSITIONAL") => rules.ko = Ko::Positional,
        ("ko", "SITUATIONAL") => rules.ko = Ko::Situational,
        ("scoring", "AREA") => rules.scoring = Scoring::Area,
        ("scoring", "TERRITORY") => rules.scoring = Scoring::Territory,
        ("suicide", "TRUE") => rules.suicide = Suicide::Multi,
        ("suicide", "FALSE") => rules.suicide = Suicide::Forbidden,
        ("whiteHandicapBonus", "0") => rules.bonus = Bonus::Nothing,
        ("whiteHandicapBonus", "N-1") => rules.bonus = Bonus::ButOne,
        ("whiteHandicapBonus", "N") => rules.bonus = Bonus::Each,
        _ => return None,
    }
    Some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_go_by_the_names_that_controllers_use() {
        for (name, preset) in [
            ("tromp-taylor", Preset::TrompTaylor),
            ("Japanese", Preset::Japanese),
            ("new_zealand", Preset::NewZealand),
            ("new-zealand", Preset::NewZealand),
            ("AGA", Preset::Aga),
            ("bga", Preset::Bga),
            ("korean", Preset::Korean),
            ("chinese-kgs", Preset::Chinese),
            ("chinese,ko=psk", Preset::Chinese),
        ] {
            assert_eq!(named(name).map(|rules| rules.preset), Some(preset), "{name}");
        }
        for name in ["", "go", "stone-scoring", "chinese,capture=1", "{\"ko\":\"SIMPLE\"}"] {
            assert_eq!(named(name), None, "{name}");
        }
        let rules = named("japanese").unwrap();
        let rules = with(&rules, "ko", "SITUATIONAL").unwrap();
        assert_eq!(
            to_json(&rules),
            r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0","friendlyPassOk":true}"#
        );
        assert_eq!(with(&rules, "tax", "ALL"), None);
    }
}
