//! The pages of the viewer: one that is a file, with everything in it, and those of the server.

use std::fmt::Write as _;

use hoshi_core::Diagram;
use hoshi_record::replay::{self, Terms, default_node, is_problem};
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_render::{Coordinates, Sides, Style, SvgOptions, Theme, layout, svg};
use sha2::{Digest as _, Sha256};

use super::data::Data;
use crate::assets::{FILE, ICON, STYLE, VIEWER_STYLE};
use crate::inline;
use crate::pages::{self, Escaped, Head};
use crate::words::{fill, word};

/// Which position a page opens with.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// The end of a game, the start of a problem.
    #[default]
    Usual,
    /// The position after so many moves.
    Move(usize),
    /// The node at this path.
    At(Vec<usize>),
}

/// A page for one or more games that needs no server.
///
/// ```
/// use hoshi_record::sgf::Collection;
/// use hoshi_web::viewer::Page;
///
/// let file = Collection::read("(;SZ[9]PB[Ann]PW[Bob];B[cc];W[gg])")?;
/// let mut page = Page::new();
/// page.add(file.game(0).unwrap());
/// let html = page.html();
/// assert!(html.contains("<title>Ann – Bob</title>") && html.contains("script-src 'sha256-"));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub struct Page {
    data: Data,
    /// A title that was given.
    title: Option<String>,
    /// That of the first game.
    name: Option<String>,
    first: Option<String>,
    opening: Opening,
    style: String,
}

impl Default for Page {
    fn default() -> Page {
        Page::new()
    }
}

impl Page {
    /// A page without a game.
    #[must_use]
    pub fn new() -> Page {
        let (title, name, first) = (None, None, None);
        let (opening, style) = (Opening::Usual, String::new());
        Page { data: Data::new(), title, name, first, opening, style }
    }

    /// Opens the first game at this position. To be set before a game is added.
    #[must_use]
    pub fn opening(mut self, opening: Opening) -> Page {
        self.opening = opening;
        self
    }

    /// Gives it this title instead of the names of the players.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Page {
        self.title = Some(title.into());
        self
    }

    /// Draws the board in the colours of a theme. Without one it follows the reader's choice of light or dark, as
    /// the rest of the page does.
    #[must_use]
    pub fn theme(mut self, theme: &Theme) -> Page {
        self.style = theme_style(theme);
        self
    }

    /// Adds a game.
    pub fn add(&mut self, tree: GameTree<'_>) {
        if self.first.is_none() {
            self.name = Some(title(tree));
            let node = match &self.opening {
                Opening::Usual => None,
                Opening::Move(number) => hoshi_record::convert::node_at_move(tree, *number).ok(),
                Opening::At(path) => tree.at(path),
            };
            self.first = Some(picture(node.unwrap_or_else(|| default_node(tree))));
        }
        self.data.add(tree);
    }

    /// What there is to say about it: whether it was too large.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.data.note()
    }

    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let script = script();
        let mut style = inline::short_style(&[STYLE, VIEWER_STYLE].concat());
        style.push_str(&self.style);
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
            hash(&script),
            hash(&style)
        );
        let mut more = match &self.opening {
            Opening::Usual => String::new(),
            Opening::Move(number) => format!(" data-move=\"{number}\""),
            Opening::At(path) => {
                let path: Vec<String> = path.iter().map(ToString::to_string).collect();
                format!(" data-at=\"{}\"", path.join("."))
            }
        };
        if let Some(title) = &self.title {
            let _ = write!(more, " data-title=\"{}\"", Escaped(title));
        }
        let title = self.title.as_ref().or(self.name.as_ref()).map_or(word("game"), String::as_str);
        let body = body(&Body {
            kind: "",
            what: "file",
            more: &more,
            home: "",
            aside: "",
            title,
            first: self.first.as_deref().unwrap_or_default(),
            data: &self.data.json(),
        });
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"generator\" content=\"hoshi {}\">\n\
             <title>{}</title>\n<link rel=\"icon\" href=\"data:image/svg+xml,{}\">\n\
             <style>{style}</style>\n</head>\n{body}<script type=\"module\">{script}</script>\n</body>\n</html>\n",
            word("lang"),
            env!("CARGO_PKG_VERSION"),
            Escaped(title),
            in_address(ICON.trim()),
        )
    }
}

/// The rules of CSS that give a board the colours of a theme.
fn theme_style(theme: &Theme) -> String {
    let color = |key: &str, other: &str| {
        theme.color(key).map_or_else(|| other.to_owned(), |color| color.to_string())
    };
    let mut style = format!(
        ":root{{--wood:{};--line:{}}}.star{{fill:{}}}.coordinate{{fill:{}}}.on-wood{{stroke:{2}}}.label.on-wood{{fill:{2}}}",
        color("board.fill", &color("page.fill", "#ffffff")),
        color("board.lines", "#000"),
        color("board.stars", "#000"),
        color("board.coordinates", "#000"),
    );
    for (side, other) in [("black", "#000"), ("white", "#fff")] {
        let of = |key: &str, other: &str| color(&format!("{side}.{key}"), other);
        let fill = of("fill", other);
        let _ = write!(
            style,
            "#stone-{side} stop{{stop-color:{}}}#stone-{side} stop:first-child{{stop-color:{}}}\
             .stone.{side}{{stroke:{}}}.on-{side}{{stroke:{ink}}}.label.on-{side}{{fill:{ink}}}",
            of("shade", &fill),
            of("light", &fill),
            of("edge", &fill),
            ink = of("ink", "#888"),
        );
    }
    style
}

/// The names of the players, or of the game.
pub(crate) fn title(tree: GameTree<'_>) -> String {
    let text = |key| tree.info_text(key).filter(|text| !text.trim().is_empty());
    let (black, white) = (text("PB"), text("PW"));
    if black.is_some() || white.is_some() {
        let named = |name: Option<std::borrow::Cow<'_, str>>, color: &str| {
            name.map_or(color.to_owned(), std::borrow::Cow::into_owned)
        };
        return format!("{} – {}", named(black, word("black")), named(white, word("white")));
    }
    match text("GN") {
        Some(name) => name.into_owned(),
        None if is_problem(tree) => word("problem").to_owned(),
        None => word("game").to_owned(),
    }
}

/// The board for the time until the script has drawn its own, and for those who have no scripts.
pub(crate) fn picture(node: NodeRef<'_>) -> String {
    draw(&replay::diagram(node, &Terms::of(node.game())))
}

/// A board in this way.
pub(crate) fn draw(diagram: &Diagram) -> String {
    // Without shadows, which would be half of its bytes.
    let theme = Theme::parse("[stones]\nshadow = \"none\"\n").unwrap_or_default();
    // With coordinates where the page has its own, so that nothing jumps.
    let style = Style::new().theme(theme).captions(false);
    let style = style.coordinates(Coordinates::A1).sides(Sides::LEFT_TOP);
    svg(&layout(diagram, &style), &SvgOptions::new())
}

/// What the body of a page has in it.
struct Body<'a> {
    /// What it is beside a viewer: a class.
    kind: &'a str,
    what: &'a str,
    /// More attributes of the body, as HTML.
    more: &'a str,
    /// A link to the start page, as HTML.
    home: &'a str,
    /// More beside the board, as HTML.
    aside: &'a str,
    title: &'a str,
    first: &'a str,
    data: &'a str,
}

fn body(body: &Body<'_>) -> String {
    let Body { kind, what, more, home, aside, title, first, data } = *body;
    fill(
        include_str!("viewer.html"),
        &[
            ("kind", kind),
            ("what", what),
            ("more", more),
            ("home", home),
            ("aside", aside),
            ("title", &Escaped(title).to_string()),
            ("first", first),
            ("data", data),
        ],
    )
}

/// A page of the server.
pub(crate) struct Served<'a> {
    pub(crate) hash: &'a str,
    /// The name of its script: `viewer`, or a page of tasks, which has more style too.
    pub(crate) kind: &'a str,
    pub(crate) title: &'a str,
    /// What a review opens, as JSON for `/api/open`.
    pub(crate) open: Option<String>,
    /// The name of an unfinished game that can be continued.
    pub(crate) unfinished: Option<&'a str>,
    /// The name of a game of the history, which can be deleted.
    pub(crate) remove: Option<&'a str>,
    /// The address of a board that shows the same record.
    pub(crate) board: Option<&'a str>,
    /// The choice of a first game, as JSON for `/api/new`.
    pub(crate) start: Option<String>,
    /// More beside the board, as HTML.
    pub(crate) aside: &'a str,
    /// A picture for those who show links with one, as an absolute address.
    pub(crate) preview: Option<String>,
    pub(crate) first: &'a str,
    pub(crate) data: &'a Data,
}

impl<'a> Served<'a> {
    /// A page of the viewer with nothing to do but look.
    pub(crate) fn new(hash: &'a str, title: &'a str, first: &'a str, data: &'a Data) -> Served<'a> {
        Served {
            hash,
            kind: "viewer",
            title,
            open: None,
            unfinished: None,
            remove: None,
            board: None,
            start: None,
            aside: "",
            preview: None,
            first,
            data,
        }
    }
}

/// The viewer as a page of the server, where scripts and styles are files.
pub(crate) fn served(page: &Served<'_>) -> String {
    let hash = page.hash;
    let mut more = String::new();
    if let Some(address) = &page.preview {
        let _ = write!(
            more,
            "<meta property=\"og:title\" content=\"{}\">\n<meta property=\"og:image\" content=\"{}\">\n",
            Escaped(page.title),
            Escaped(address)
        );
    }
    let mut attributes = String::new();
    let given = [
        ("open", page.open.as_deref()),
        ("continue", page.unfinished),
        ("remove", page.remove),
        ("board", page.board),
        ("start", page.start.as_deref()),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            let _ = write!(attributes, " data-{name}=\"{}\"", Escaped(value));
        }
    }
    let is_viewer = page.kind == "viewer";
    let kind = if is_viewer { String::new() } else { format!(" study {}", page.kind) };
    let body = body(&Body {
        kind: &kind,
        what: "page",
        more: &attributes,
        home: "<a href=\"/\" class=\"home-link\">hoshi</a>",
        aside: page.aside,
        title: page.title,
        first: page.first,
        data: &page.data.json(),
    });
    let style = if is_viewer { "viewer" } else { "study" };
    let head = Head { title: page.title, kind: page.kind, style, hash, more: &more };
    pages::page(&head, &format!("{body}</body>\n"))
}

fn script() -> String {
    // A test joins them, so that they can be joined here.
    inline::join(FILE).unwrap_or_default()
}

/// The hash of an inline script or style, as a policy names it.
fn hash(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digest = Sha256::digest(text.as_bytes());
    let mut base64 = String::new();
    for bytes in digest.chunks(3) {
        let mut group = [0_u8; 4];
        group[1..=bytes.len()].copy_from_slice(bytes);
        let bits = u32::from_be_bytes(group);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            base64.push(if place <= bytes.len() { letter.into() } else { '=' });
        }
    }
    base64
}

/// A text in a `data:` address between double quotes.
fn in_address(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'/'
            | b':'
            | b'='
            | b'\''
            | b' '
            | b','
            | b'('
            | b')' => {
                address.push(byte.into());
            }
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoshi_record::sgf::Collection;

    #[test]
    fn the_modules_can_be_joined() {
        let script = inline::join(FILE).expect("the forms that can be joined");
        assert!(script.contains("new Board(") && !script.contains("import "));
        // An end tag would end the script.
        assert!(!script.contains("</script") && !script.contains("<!--"));
        assert!(![STYLE, VIEWER_STYLE].concat().contains("</"));
    }

    #[test]
    fn hashes_are_as_policies_have_them() {
        // `echo -n x | openssl dgst -sha256 -binary | base64`
        assert_eq!(hash("x"), "LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=");
    }

    #[test]
    fn a_record_cannot_break_out_of_the_page() {
        let text = "(;PB[</title><script>x]C[</script><!-- <script>]LB[aa:<b>]N[<i>];B[aa])";
        let file = Collection::read(text).expect("a record");
        let mut page = Page::new();
        page.add(file.game(0).expect("a game"));
        let html = page.html();
        // The picture has a title of its own; nothing else of the record may open a tag.
        assert_eq!(html.matches("<script").count(), 2, "{html}");
        assert_eq!(html.matches("</script").count(), 2);
        assert!(!html.contains("<!--") && !html.contains("<b>") && !html.contains("<i>"));
    }

    #[test]
    fn the_picture_has_no_style_of_its_own() {
        let file =
            Collection::read("(;SZ[9]AB[aa]LB[bb:x]AR[cc:dd]TB[ee]TR[aa])").expect("a record");
        let svg = picture(file.game(0).expect("a game").root());
        // The policy would drop it.
        assert!(!svg.contains("style=") && !svg.contains("<style"), "{svg}");
    }
}
