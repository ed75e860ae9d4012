//! The pages, as HTML. All that comes from records or visitors is escaped here, and nowhere else becomes HTML.

use std::fmt;

/// A text for HTML, in an element or between quotes of an attribute.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // What steers a terminal or the direction of text is no part of a name.
                '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {
                    f.write_str("\u{fffd}")?;
                }
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
                other => write!(f, "{other}")?,
            }
        }
        Ok(())
    }
}

/// What a page starts with.
pub(crate) struct Head<'a> {
    pub(crate) title: &'a str,
    pub(crate) script: &'a str,
    pub(crate) hash: &'a str,
    /// More for the head, as HTML.
    pub(crate) more: &'a str,
}

pub(crate) fn page(head: &Head<'_>, body: &str) -> String {
    let Head { title, script, hash, more } = head;
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"/assets/{hash}/hoshi.css\">\n\
         <link rel=\"icon\" href=\"/assets/{hash}/icon.svg\">\n{more}\
         <script type=\"module\" src=\"/assets/{hash}/{script}\"></script>\n</head>\n{body}</html>\n",
        Escaped(title)
    )
}

/// A game in a list.
pub(crate) struct Item {
    pub(crate) address: String,
    /// A picture of it.
    pub(crate) picture: Option<String>,
    pub(crate) title: String,
    pub(crate) about: String,
}

/// What the start page shows.
pub(crate) struct Home<'a> {
    pub(crate) hash: &'a str,
    /// Engines of this machine.
    pub(crate) engines: &'a [String],
    /// The last choice for a new game, as JSON.
    pub(crate) choice: &'a str,
    pub(crate) running: &'a [Item],
    pub(crate) unfinished: &'a [Item],
    /// Games that were played, if this visitor may see them.
    pub(crate) history: Option<History<'a>>,
}

/// A page of the history.
pub(crate) struct History<'a> {
    pub(crate) items: &'a [Item],
    /// Words that these games have.
    pub(crate) filter: &'a str,
    /// The addresses of the pages with newer and with older games.
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

pub(crate) fn home(home: &Home<'_>) -> String {
    let engines: String = home
        .engines
        .iter()
        .map(|name| format!("<option value=\"{0}\">{0}</option>", Escaped(name)))
        .collect();
    let list = |id: &str, heading: &str, more: &str, items: &[Item]| {
        if items.is_empty() {
            return String::new();
        }
        let items: String = items.iter().map(item).collect();
        format!(
            "<section class=\"card\" aria-labelledby=\"{id}\"{more}><h2 id=\"{id}\">{heading}</h2><ul class=\"games\">{items}</ul></section>\n"
        )
    };
    let body = format!(
        include_str!("home.html"),
        engines = engines,
        choice = Escaped(home.choice),
        running = list("running", "Being played now", " data-running", home.running),
        unfinished = list("unfinished", "Continue", " data-continue", home.unfinished),
        history = home.history.as_ref().map(history).unwrap_or_default(),
    );
    page(&Head { title: "hoshi", script: "home.js", hash: home.hash, more: "" }, &body)
}

fn history(history: &History<'_>) -> String {
    let History { items, filter, before, after } = history;
    let games: String = items.iter().map(item).collect();
    let games = match (items.is_empty(), filter.is_empty()) {
        (false, _) => format!("<ul class=\"games\">{games}</ul>"),
        (true, true) => {
            "<p class=\"quiet\">Games appear here when they have been played.</p>".to_owned()
        }
        (true, false) => "<p class=\"quiet\">No game has these words.</p>".to_owned(),
    };
    let turn = |address: &Option<String>, text: &str| match address {
        Some(address) => format!("<a class=\"button\" href=\"{}\">{text}</a>", Escaped(address)),
        None => String::new(),
    };
    format!(
        "<section class=\"card\" aria-labelledby=\"games\"><div class=\"games-head\"><h2 id=\"games\">Games</h2>\
         <form class=\"row\" role=\"search\" action=\"/#games\"><input type=\"search\" name=\"filter\" value=\"{}\" \
         placeholder=\"name, date, size, result\" aria-label=\"Filter the games\"><button type=\"submit\">Filter</button></form></div>\
         {games}<nav class=\"pages\" aria-label=\"Pages of the history\">{}{}</nav></section>\n",
        Escaped(filter),
        turn(before, "Newer games"),
        turn(after, "Older games"),
    )
}

fn item(item: &Item) -> String {
    let picture = item.picture.as_ref().map(|address| {
        format!(
            "<img loading=\"lazy\" alt=\"\" width=\"160\" height=\"160\" src=\"{}\">",
            Escaped(address)
        )
    });
    let blank = || "<span class=\"blank-board\"></span>".to_owned();
    format!(
        "<li><a href=\"{}\">{}<span class=\"title\">{}</span><span class=\"quiet\">{}</span></a></li>",
        Escaped(&item.address),
        picture.unwrap_or_else(blank),
        Escaped(&item.title),
        Escaped(&item.about)
    )
}

/// What a page with a board is opened for.
pub(crate) struct BoardPage<'a> {
    pub(crate) hash: &'a str,
    pub(crate) title: &'a str,
    /// `game`, `history` or `address`.
    pub(crate) what: &'a str,
    /// The name of the game, or of the file; for an address, the page knows it.
    pub(crate) name: &'a str,
    /// A picture for those who show links with one, as an absolute address.
    pub(crate) preview: Option<String>,
    /// A picture of the board for the time until the page has one of its own.
    pub(crate) first: Option<String>,
}

pub(crate) fn board(board: &BoardPage<'_>) -> String {
    let more = board.preview.as_ref().map(|address| {
        format!(
            "<meta property=\"og:title\" content=\"{}\">\n<meta property=\"og:image\" content=\"{}\">\n",
            Escaped(board.title),
            Escaped(address)
        )
    });
    let first =
        board.first.as_ref().map(|address| format!("<img alt=\"\" src=\"{}\">", Escaped(address)));
    let body = format!(
        include_str!("board.html"),
        what = Escaped(board.what),
        name = Escaped(board.name),
        title = Escaped(board.title),
        first = first.unwrap_or_default(),
    );
    let more = more.unwrap_or_default();
    page(&Head { title: board.title, script: "game.js", hash: board.hash, more: &more }, &body)
}

/// A page that only says something.
pub(crate) fn word(hash: &str, title: &str, text: &str) -> String {
    let body = format!(
        "<body class=\"word\"><main><h1>{}</h1><p>{}</p><p><a href=\"/\">To the start page</a></p></main></body>\n",
        Escaped(title),
        Escaped(text)
    );
    page(&Head { title, script: "words.js", hash, more: "" }, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_markup() {
        let text = Escaped("<script>alert('1' & \"2\")</script>\u{1b}[2J\u{202e}").to_string();
        assert_eq!(
            text,
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;\u{fffd}[2J"
        );
    }

    #[test]
    fn a_filter_is_shown_as_it_was_typed_and_never_as_markup() {
        let item = Item {
            address: "/history/a.sgf".to_owned(),
            picture: None,
            title: "<b> – Bob".to_owned(),
            about: "9x9".to_owned(),
        };
        let page = |items: &[Item]| {
            let after = Some("/?filter=%22&page=2".to_owned());
            history(&History { items, filter: "\"><i>", before: None, after })
        };
        let found = page(&[item]);
        assert!(found.contains("value=\"&quot;&gt;&lt;i&gt;\""), "{found}");
        assert!(found.contains("&lt;b&gt; – Bob") && found.contains("page=2"), "{found}");
        assert!(page(&[]).contains("No game has these words."));
    }
}
