//! The names of rules in the commands of KGS and `KataGo`.

use hoshi_core::{Bonus, DeadStones, Ko, Preset, Rules, Scoring, Suicide};

/// The rules that `kgs-rules` or `kata-set-rules` names: a preset of ours, also with overrides, or one of
/// `KataGo`'s variants of the Chinese rules, or its settings as `kata-get-rules` writes them.
pub(super) fn named(name: &str) -> Option<Rules> {
    if name.trim().starts_with('{') {
        return from_json(name.trim());
    }
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
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = tax_of(rules);
    let bonus = match rules.bonus {
        Bonus::Nothing => "0",
        Bonus::ButOne => "N-1",
        Bonus::Each => "N",
    };
    let suicide = rules.suicide != Suicide::Forbidden;
    let friendly = rules.dead == DeadStones::Agreed;
    format!(
        "{{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\"suicide\":{suicide},\"tax\":\"{tax}\",\
         \"whiteHandicapBonus\":\"{bonus}\",\"friendlyPassOk\":{friendly}}}"
    )
}

/// Reads what [`to_json`] writes: the first preset that has all these settings, else one with the same scoring
/// and its settings changed.
fn from_json(text: &str) -> Option<Rules> {
    let text = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    // No value contains a comma or a colon.
    let unquoted = |word: &str| {
        let word = word.trim();
        let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
        let is_plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        Some(inner.unwrap_or(word).to_owned()).filter(|word| !word.is_empty() && is_plain(word))
    };
    let pairs = text.split(',').filter(|_| !text.is_empty());
    let settings: Option<Vec<(String, String)>> = pairs
        .map(|pair| {
            let (key, value) = pair.split_once(':')?;
            Some((unquoted(key)?, unquoted(value)?))
        })
        .collect();
    let settings = settings?;
    let change = |base: Rules| {
        settings.iter().try_fold(base, |rules, (key, value)| match (key.as_str(), value.as_str()) {
            ("hasButton", "false") => Some(rules),
            ("tax", tax) => Some(rules).filter(|rules| tax_of(rules).eq_ignore_ascii_case(tax)),
            ("friendlyPassOk", "true") => Some(Rules { dead: DeadStones::Agreed, ..rules }),
            ("friendlyPassOk", "false") => Some(Rules { dead: DeadStones::Stay, ..rules }),
            (key, value) => with(&rules, key, value),
        })
    };
    let is_territory = settings
        .iter()
        .any(|(key, value)| key == "scoring" && value.eq_ignore_ascii_case("territory"));
    let base = Rules::of(if is_territory { Preset::Japanese } else { Preset::Chinese });
    let changed = change(base)?;
    let mut presets = Preset::ALL.into_iter().map(Rules::of);
    let same = presets.find(|rules| to_json(rules) == to_json(&changed));
    Some(same.unwrap_or(changed))
}

/// What `KataGo` calls the tax of rules: under territory rules, points in seki do not count.
fn tax_of(rules: &Rules) -> &'static str {
    match rules.scoring {
        Scoring::Area => "NONE",
        Scoring::Territory => "SEKI",
    }
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
        for name in ["", "go", "stone-scoring", "chinese,capture=1", "{\"ko\":1}"] {
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

    #[test]
    fn rules_are_read_as_they_are_written() {
        for preset in Preset::ALL {
            let rules = Rules::of(preset);
            let json = to_json(&rules);
            assert_eq!(named(&json).map(|rules| to_json(&rules)), Some(json));
        }
        let spaced = r#"{ "ko": "SITUATIONAL", "scoring": "TERRITORY", "suicide": true }"#;
        let rules = named(spaced).unwrap();
        assert_eq!((rules.ko, rules.scoring), (Ko::Situational, Scoring::Territory));
        assert_eq!(rules.suicide, Suicide::Multi);
        for wrong in [
            "{",
            "{}x",
            "{\"ko\":}",
            "{\"ko\":\"SPIGHT\"}",
            "{\"hasButton\":true}",
            "{\"tax\":\"ALL\"}",
            "{\"colour\":\"red\"}",
            "{\"ko\" \"SIMPLE\"}",
        ] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }
}
