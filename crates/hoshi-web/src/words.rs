//! The sentences of the pages. They are in `assets/words-pages.json`, beside those of the scripts; templates name them
//! as `{=key}`. Another language is another set of these files.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::pages::Escaped;

static WORDS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    // A test reads it, so that it can be read here.
    serde_json::from_str(include_str!("../assets/words-pages.json")).unwrap_or_default()
});

/// A sentence, as text.
pub(crate) fn word(key: &str) -> &'static str {
    let found = WORDS.get(key).map(String::as_str);
    debug_assert!(found.is_some(), "no word for `{key}`");
    found.unwrap_or_default()
}

/// Fills a template: `{name}` is one of the values, which are HTML, and `{=key}` is a sentence, which is text.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        page.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            page.push('{');
            rest = after;
            break;
        };
        match name.strip_prefix('=') {
            Some(key) => page.push_str(&Escaped(word(key)).to_string()),
            None => {
                let value = values.iter().find(|(known, _)| *known == name);
                debug_assert!(value.is_some(), "no value for `{name}`");
                page.push_str(value.map_or("", |(_, value)| value));
            }
        }
        rest = behind;
    }
    page.push_str(rest);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATES: [&str; 4] = [
        include_str!("home.html"),
        include_str!("chooser.html"),
        include_str!("board.html"),
        include_str!("viewer/viewer.html"),
    ];
    const SOURCES: [&str; 7] = [
        include_str!("pages.rs"),
        include_str!("requests.rs"),
        include_str!("trash.rs"),
        include_str!("start.rs"),
        include_str!("viewer/page.rs"),
        include_str!("viewer/serve.rs"),
        include_str!("viewer/study.rs"),
    ];

    /// The words that come between two marks.
    fn between<'a>(text: &'a str, start: &str, end: char) -> Vec<&'a str> {
        text.split(start).skip(1).filter_map(|part| part.split(end).next()).collect()
    }

    #[test]
    fn every_sentence_is_there_and_used() {
        let mut used: Vec<&str> =
            TEMPLATES.iter().flat_map(|text| between(text, "{=", '}')).collect();
        for call in ["word(\"", "numbered(\"", "and_more(\""] {
            used.extend(SOURCES.iter().flat_map(|text| between(text, call, '"')));
        }
        assert!(used.len() > 50, "{used:?}");
        for key in &used {
            assert!(WORDS.contains_key(*key), "`{key}` is not in words-pages.json");
        }
        for key in WORDS.keys() {
            assert!(used.contains(&key.as_str()), "`{key}` is not used");
        }
    }

    #[test]
    fn templates_have_no_sentences_of_their_own() {
        for template in TEMPLATES {
            // What is left without tags, placeholders and numbers.
            let mut text = String::new();
            for part in template.split('<').skip(1) {
                text.push_str(part.split_once('>').map_or("", |(_, text)| text));
                text.push(' ');
            }
            let placeholders = between(&text, "{", '}').join("\n");
            for name in placeholders.lines() {
                text = text.replace(&format!("{{{name}}}"), "");
            }
            let left = text.replace("hoshi", "");
            assert!(!left.contains(char::is_alphabetic), "{left}");
            for attribute in ["aria-label=\"", "placeholder=\"", "title=\""] {
                for value in between(template, attribute, '"') {
                    let is_example =
                        !value.contains(' ') && value.contains(|it: char| it.is_ascii_digit());
                    assert!(value.starts_with('{') || is_example, "{attribute}{value}");
                }
            }
        }
    }

    #[test]
    fn values_are_markup_and_sentences_are_text() {
        assert_eq!(fill("<p>{x}: {=start}{</p>", &[("x", "<b>")]), "<p><b>: Start{</p>");
    }
}
