//! The name of a ruleset, SGF's RU, in the languages and abbreviations that occur.
//!
//! A ruleset that hoshi lacks (old Chinese rules with their group tax) is unreadable, not replaced by
//! the closest one, which would score games differently.

use hoshi_core::{Preset, Rules};

use super::{Reading, Unreadable, sensible, text};

const WHAT: &str = "a ruleset that hoshi knows";

#[rustfmt::skip]
const NAMES: &[(Preset, &[&str])] = &[
    (Preset::Japanese, &[
        "japanese", "jp", "j", "japan", "jpn", "japonaise", "japonaises", "japanisch", "japanische",
        "japones", "japonés", "japonesas", "giapponese", "giapponesi", "japans", "japanse", "nihon",
        "nihon kiin", "日本", "日本式", "日", "일본", "японские",
    ]),
    (Preset::Chinese, &[
        "chinese", "cn", "c", "china", "chn", "chinoise", "chinoises", "chinesisch", "chinesische",
        "chino", "chinas", "cinese", "cinesi", "chinees", "chinese, pair go", "中国", "中國", "中国式",
        "中", "중국", "китайские",
    ]),
    (Preset::Korean, &[
        "korean", "kr", "k", "korea", "kor", "coreenne", "coréenne", "coréennes", "koreanisch",
        "koreanische", "韩国", "韓国", "韓國", "한국", "корейские",
    ]),
    (Preset::Aga, &["aga", "american", "us", "american go association"]),
    (Preset::Bga, &["bga", "british", "uk", "british go association"]),
    (Preset::French, &[
        "french", "ffg", "fr", "francaise", "française", "francaises", "françaises", "französisch",
        "französische", "federation francaise de go", "fédération française de go",
    ]),
    (Preset::NewZealand, &[
        "nz", "new zealand", "new-zealand", "newzealand", "new_zealand", "nzgs",
    ]),
    (Preset::Ing, &[
        "goe", "ing", "ing goe", "ing/goe", "ing's", "sst", "ing sst", "应氏", "應氏", "応氏", "응씨",
    ]),
    (Preset::TrompTaylor, &[
        "tromp-taylor", "tromp/taylor", "tromp taylor", "tromp_taylor", "tromptaylor", "tt", "logical",
        "tromp & taylor",
    ]),
];

/// Words around the name that add nothing.
const AROUND: [&str; 22] = [
    "rules",
    "rule",
    "ruleset",
    "rules of go",
    "regel",
    "regeln",
    "règle",
    "règles",
    "regle",
    "regles",
    "reglas",
    "regole",
    "regels",
    "规则",
    "規則",
    "ルール",
    "棋规",
    "棋規",
    "规",
    "룰",
    "규칙",
    "правила",
];

/// Well-known names that are not read, and why.
#[rustfmt::skip]
const OTHERS: &[(&str, &str)] = &[
    ("old chinese", "counting with a group tax"), ("ancient chinese", "counting with a group tax"),
    ("stone counting", "counting with a group tax"), ("tang", "counting with a group tax"),
    ("tang (japanese + group tax)", "counting with a group tax"),
    ("tt--", "Tromp-Taylor with other details"),
];

/// Reads RU. The names that hoshi writes (`Japanese`, `NZ`, ...) are taken as written; other cases,
/// languages and abbreviations are understood, as are hoshi's own `chinese,ko=psk`.
///
/// ```
/// use hoshi_core::{Preset, Rules};
/// use hoshi_record::info::rules;
///
/// assert_eq!(rules::read("中国规则")?.value, Rules::of(Preset::Chinese));
/// assert_eq!(rules::read("chinese,ko=psk")?.value, "chinese,ko=psk".parse::<Rules>()?);
/// assert_eq!(rules::read("GOE")?.value, Rules::of(Preset::Ing));
/// assert_eq!(rules::read("capture=5")?.value, "capture=5".parse::<Rules>()?);
/// assert_eq!(
///     rules::read("Old Chinese").unwrap_err().to_string(),
///     "`Old Chinese` is not a ruleset that hoshi knows: hoshi has no preset for counting with a group tax"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If hoshi has no such rules: the record keeps its text, and the user has to choose.
pub fn read(text: &str) -> Result<Reading<Rules>, Unreadable> {
    sensible(text, WHAT, "Japanese, Chinese, Korean, AGA, NZ, GOE or Tromp-Taylor")?;
    if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.sgf() == Some(text)) {
        return Ok(Reading::as_written(Rules::of(preset)));
    }
    let folded = text::fold(text);
    let name = bare(&folded);
    let found = NAMES.iter().find(|(_, names)| names.contains(&name));
    if let Some((preset, _)) = found {
        let known = preset.sgf().unwrap_or("simple");
        let what = format!("understood as {known} rules");
        return Ok(Reading::interpreted(Rules::of(*preset), what));
    }
    if let Ok(rules) = folded.parse::<Rules>() {
        let what = format!("understood as hoshi's rules {rules}");
        return Ok(Reading::interpreted(rules, what));
    }
    if let Some(rules) = katago(text.trim()) {
        let what = format!("understood as hoshi's rules {rules}");
        return Ok(Reading::interpreted(rules, what));
    }
    let hint = match OTHERS.iter().find(|(other, _)| *other == name) {
        Some((_, why)) => format!("hoshi has no preset for {why}"),
        None => "write Japanese, Chinese, Korean, AGA, NZ, GOE or Tromp-Taylor".to_owned(),
    };
    Err(Unreadable::new(text, WHAT, hint))
}

/// Rules as `KataGo` writes them into its own games, if hoshi supports them:
/// `koPOSITIONALscoreAREAtaxNONEsui1whbN`. It does not support a group tax or a button.
fn katago(text: &str) -> Option<Rules> {
    let (ko, rest) = text.strip_prefix("ko")?.split_once("score")?;
    let (scoring, rest) = rest.split_once("tax")?;
    let (tax, rest) = rest.split_once("sui")?;
    let ko = match ko {
        "SIMPLE" => "simple",
        "POSITIONAL" => "psk",
        "SITUATIONAL" => "ssk",
        _ => return None,
    };
    let (preset, scoring) = match (scoring, tax) {
        ("AREA", "NONE") => ("simple", "area"),
        ("TERRITORY", "SEKI") => ("japanese", "territory"),
        _ => return None,
    };
    // Friendly passes concern programs, not the rules.
    let rest = rest.trim_end_matches("fpok1").trim_end_matches("fpok0");
    let (suicide, bonus) = rest.split_at_checked(1)?;
    let suicide = match suicide {
        "0" => "forbidden",
        "1" => "multi",
        _ => return None,
    };
    let bonus = match bonus {
        "" | "whb0" => "none",
        "whbN-1" => "n-1",
        "whbN" => "n",
        _ => return None,
    };
    let rules = format!("{preset},ko={ko},suicide={suicide},scoring={scoring},bonus={bonus}");
    rules.parse().ok()
}

/// The name without `rules` before or after it.
fn bare(folded: &str) -> &str {
    let mut name = folded.trim_end_matches('.').trim();
    // At most one word on each side; longer ones first, so that `规则` isn't cut to `则`.
    let mut around = AROUND;
    around.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
    if let Some(rest) = around.iter().find_map(|word| name.strip_suffix(word)) {
        name = rest.trim();
    }
    if let Some(rest) = around.iter().find_map(|word| name.strip_prefix(word)) {
        name = rest.trim_start_matches(':').trim();
    }
    // The Chinese and Japanese genitive.
    name.strip_suffix('的').unwrap_or(name)
}
