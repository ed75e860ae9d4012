//! The pages, as HTML. All that comes from records or visitors is escaped here, and nowhere else becomes HTML.

use std::fmt;

use crate::words::{fill, word};

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
    /// The name of its script; without one there is none.
    pub(crate) kind: &'a str,
    /// The name of its style.
    pub(crate) style: &'a str,
    pub(crate) hash: &'a str,
    /// More for the head, as HTML.
    pub(crate) more: &'a str,
}

pub(crate) fn page(head: &Head<'_>, body: &str) -> String {
    let Head { title, kind, style, hash, more } = head;
    let script = match *kind {
        "" => String::new(),
        kind => {
            format!("<script type=\"module\" src=\"/assets/{hash}/{kind}.js\"></script>\n")
        }
    };
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"/assets/{hash}/{style}.css\">\n\
         <link rel=\"icon\" href=\"/assets/{hash}/icon.svg\">\n{more}{script}</head>\n{body}</html>\n",
        word("lang"),
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
    /// How many more there are.
    pub(crate) running_more: usize,
    pub(crate) unfinished: &'a [Item],
    /// Games that were played, if this visitor may see them.
    pub(crate) history: Option<History<'a>>,
    /// Whether there are deleted games that this visitor may see.
    pub(crate) has_trash: bool,
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
    let list = |id: &str, heading: &str, more: &str, items: &[Item], left_out: usize| {
        if items.is_empty() {
            return String::new();
        }
        let items: String = items.iter().map(item).collect();
        format!(
            "<section class=\"card\" aria-labelledby=\"{id}\"{more}><h2 id=\"{id}\">{}</h2><ul class=\"games\">{items}</ul>{}</section>\n",
            Escaped(heading),
            and_more("runningMore", left_out),
        )
    };
    let trash = match home.has_trash {
        true => format!(
            "<p class=\"trash-link\"><a href=\"/trash\">{}</a></p>\n",
            Escaped(word("trash"))
        ),
        false => String::new(),
    };
    let values = [
        ("chooser", chooser(true)),
        ("engines", engines),
        ("choice", Escaped(home.choice).to_string()),
        (
            "running",
            list("running", word("running"), " data-running", home.running, home.running_more),
        ),
        (
            "unfinished",
            list("unfinished", word("unfinished"), " data-continue", home.unfinished, 0),
        ),
        ("history", home.history.as_ref().map(history).unwrap_or_default()),
        ("trash", trash),
    ];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    let body = fill(include_str!("home.html"), &values);
    page(&Head { title: "hoshi", kind: "home", style: "home", hash: home.hash, more: "" }, &body)
}

/// Where problems are chosen, which the visitor's browser keeps; the start page has a link to them.
pub(crate) fn chooser(is_home: bool) -> String {
    let link = match is_home {
        true => "<p><a id=\"problems-kept\" class=\"button\" href=\"/problems\" hidden></a></p>\n",
        false => "",
    };
    fill(include_str!("chooser.html"), &[("link", link)])
}

/// The page of deleted games: each has its name and what is known of it. So many `more` there are.
pub(crate) fn trash(hash: &str, games: &[Item], more: usize) -> String {
    let restore = |game: &Item| {
        format!(
            "<li><span class=\"title\">{}</span> <span class=\"quiet\">{}</span> \
             <button type=\"button\" data-restore=\"{}\">{}</button></li>",
            Escaped(&game.title),
            Escaped(&game.about),
            Escaped(&game.address),
            Escaped(word("restore")),
        )
    };
    let list = match games {
        [] => format!("<p class=\"quiet\">{}</p>", Escaped(word("trashEmpty"))),
        games => format!(
            "<p class=\"quiet\">{}</p><ul class=\"trash\">{}</ul>{}",
            Escaped(word("trashHow")),
            games.iter().map(restore).collect::<String>(),
            and_more("trashMore", more),
        ),
    };
    let title = word("trash");
    let body = format!(
        "<body class=\"home\"><main><section class=\"card\"><h1>{title}</h1>{list}\
         <p id=\"trash-error\" class=\"bad\" role=\"alert\"></p>\
         <p><a href=\"/#games\">{}</a></p></section></main></body>\n",
        Escaped(word("toStart")),
    );
    page(
        &Head { title: &format!("{title} – hoshi"), kind: "home", style: "home", hash, more: "" },
        &body,
    )
}

/// A line about what a list leaves out, if it leaves out something.
fn and_more(key: &str, more: usize) -> String {
    let line = word(key).replace("{n}", &more.to_string());
    if more == 0 { String::new() } else { format!("<p class=\"quiet\">{}</p>", Escaped(&line)) }
}

fn history(history: &History<'_>) -> String {
    let History { items, filter, before, after } = history;
    let games: String = items.iter().map(item).collect();
    let games = match (items.is_empty(), filter.is_empty()) {
        (false, _) => format!("<ul class=\"games\">{games}</ul>"),
        (true, true) => format!("<p class=\"quiet\">{}</p>", Escaped(word("noGames"))),
        (true, false) => format!("<p class=\"quiet\">{}</p>", Escaped(word("noneFound"))),
    };
    // Without games there is nothing to filter.
    if items.is_empty() && filter.is_empty() && before.is_none() {
        return format!(
            "<section class=\"card\" aria-labelledby=\"games\"><h2 id=\"games\">{}</h2>{games}</section>\n",
            Escaped(word("games"))
        );
    }
    let turn = |address: &Option<String>, text: &str| match address {
        Some(address) => {
            format!("<a class=\"button\" href=\"{}\">{}</a>", Escaped(address), Escaped(text))
        }
        None => String::new(),
    };
    format!(
        "<section class=\"card\" aria-labelledby=\"games\"><div class=\"games-head\"><h2 id=\"games\">{}</h2>\
         <form class=\"row\" role=\"search\" action=\"/#games\"><input type=\"search\" name=\"filter\" value=\"{}\" \
         placeholder=\"{}\" aria-label=\"{}\"><button type=\"submit\">{}</button></form></div>\
         {games}<nav class=\"pages\" aria-label=\"{}\">{}{}</nav></section>\n",
        Escaped(word("games")),
        Escaped(filter),
        Escaped(word("filterHint")),
        Escaped(word("filterLabel")),
        Escaped(word("filter")),
        Escaped(word("pages")),
        turn(before, word("newer")),
        turn(after, word("older")),
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
    /// A picture of the board for the time until the page has one of its own, as SVG.
    pub(crate) first: &'a str,
    /// Whether the moves of a learner are judged.
    pub(crate) teaches: bool,
}

pub(crate) fn board(board: &BoardPage<'_>) -> String {
    let body = fill(
        include_str!("board.html"),
        &[
            ("what", &Escaped(board.what).to_string()),
            ("name", &Escaped(board.name).to_string()),
            ("more", if board.teaches { " data-teach" } else { "" }),
            ("title", &Escaped(board.title).to_string()),
            ("first", board.first),
        ],
    );
    let title = format!("{} – hoshi", board.title);
    page(&Head { title: &title, kind: "game", style: "game", hash: board.hash, more: "" }, &body)
}

/// A page that only says something.
pub(crate) fn notice(hash: &str, title: &str, text: &str) -> String {
    let body = format!(
        "<body class=\"word\"><main><h1>{}</h1><p>{}</p><p><a class=\"button\" href=\"/\">{}</a></p></main></body>\n",
        Escaped(title),
        Escaped(text),
        Escaped(word("toStart")),
    );
    page(&Head { title, kind: "", style: "hoshi", hash, more: "" }, &body)
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
