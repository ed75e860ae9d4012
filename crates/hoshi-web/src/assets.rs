//! Scripts, styles and pictures of the pages: built into the program, compressed once, under an address that
//! changes with them.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::inline;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../assets/", $name)))),*]
    };
}

/// The scripts of a page, each after those that it imports. They are served as one, by the name of the last.
pub(crate) type Scripts = &'static [(&'static str, &'static str)];

const HOME: Scripts = files![
    "words-home.js",
    "words-problems.js",
    "dom.js",
    "open.js",
    "stored.js",
    "series.js",
    "files.js",
    "chooser.js",
    "home.js",
];
/// The scripts of a page with a viewer: what all of them share, and its own.
macro_rules! viewer {
    ($($name:literal),* $(,)?) => {
        files![
            "words.js",
            "words-viewer.js",
            "points.js",
            "dom.js",
            "arrows.js",
            "board.js",
            "record.js",
            "solve.js",
            "tree.js",
            "view.js",
            $($name),*
        ]
    };
}
const VIEWER: Scripts = viewer!["open.js", "viewer.js"];
/// That of the page that is a file.
pub(crate) const FILE: Scripts = viewer!["file.js"];
const LEARN: Scripts = viewer!["open.js", "stored.js", "words-learn.js", "learn.js"];
const PROBLEMS: Scripts =
    viewer!["stored.js", "words-problems.js", "series.js", "files.js", "chooser.js", "problems.js"];
const GAME: Scripts = files![
    "words.js",
    "words-game.js",
    "points.js",
    "dom.js",
    "open.js",
    "board.js",
    "page.js",
    "state.js",
    "sound.js",
    "clock.js",
    "ears.js",
    "panel.js",
    "arrows.js",
    "actions.js",
    "marks.js",
    "review.js",
    "share.js",
    "lesson.js",
    "hints.js",
    "rematch.js",
    "teach.js",
    "say.js",
    "game.js",
];
/// Loaded when a review needs it.
const TREE: Scripts = files!["tree.js"];

/// The styles, each of these files together.
const STYLES: [(&str, Scripts); 5] = [
    ("hoshi.css", files!["hoshi.css", "form.css"]),
    ("home.css", files!["hoshi.css", "form.css", "home.css"]),
    ("game.css", files!["hoshi.css", "form.css", "game.css"]),
    ("viewer.css", files!["hoshi.css", "viewer.css"]),
    ("study.css", files!["hoshi.css", "viewer.css", "study.css"]),
];
/// Those of the page that is a file.
pub(crate) const STYLE: &str = include_str!("../assets/hoshi.css");
pub(crate) const VIEWER_STYLE: &str = include_str!("../assets/viewer.css");
pub(crate) const ICON: &str = include_str!("../assets/icon.svg");

/// The files of the pages.
pub(crate) struct Assets {
    /// The part of their address that changes with them.
    pub(crate) hash: String,
    files: HashMap<&'static str, (Bytes, Bytes)>,
    /// Where they are read anew each time, for those who work on them.
    folder: Option<PathBuf>,
}

impl Assets {
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        let mut digest = Sha256::new();
        let mut files = HashMap::new();
        for (name, text) in joined() {
            digest.update(&text);
            let packed = gzip(text.as_bytes()).into();
            files.insert(name, (Bytes::from(text), packed));
        }
        let hash = match folder {
            Some(_) => "work".to_owned(),
            None => digest.finalize()[..6].iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Assets { hash, files, folder }
    }

    /// The answer to a request for a file.
    pub(crate) fn answer(&self, hash: &str, name: &str, headers: &HeaderMap) -> Response {
        if hash != self.hash {
            return StatusCode::NOT_FOUND.into_response();
        }
        let kind = (header::CONTENT_TYPE, content_type(name));
        if let Some(folder) = self.folder.as_ref().filter(|_| is_plain(name)) {
            let read = |name: &str| hoshi_files::read(&folder.join(name));
            let whole = match STYLES.iter().find(|(style, _)| *style == name) {
                Some((_, parts)) => parts.iter().map(|(part, _)| read(part)).collect(),
                None => read(name).map(|bytes| vec![bytes]),
            };
            let whole = whole.map(|parts: Vec<Vec<u8>>| parts.concat());
            return match whole {
                Ok(bytes) => ([kind, (header::CACHE_CONTROL, "no-store")], bytes).into_response(),
                Err(error) => (StatusCode::NOT_FOUND, format!("{name}: {error}\n")).into_response(),
            };
        }
        let Some((plain, packed)) = self.files.get(name) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let keep = (header::CACHE_CONTROL, "public, max-age=31536000, immutable");
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        if accepted.is_some_and(|accepted| accepted.contains("gzip")) {
            let how = (header::CONTENT_ENCODING, "gzip");
            ([kind, keep, how, (header::VARY, "Accept-Encoding")], packed.clone()).into_response()
        } else {
            ([kind, keep, (header::VARY, "Accept-Encoding")], plain.clone()).into_response()
        }
    }
}

/// The files as they are served: the scripts of a page in one, without comments. `--assets` serves the sources.
fn joined() -> impl Iterator<Item = (&'static str, String)> {
    let scripts = [HOME, GAME, VIEWER, LEARN, PROBLEMS].into_iter().filter_map(|scripts| {
        // A test joins them, so that they can be joined here.
        Some((scripts.last()?.0, inline::join(scripts).unwrap_or_default()))
    });
    let single = TREE.iter().map(|&(name, text)| (name, inline::short_script(text)));
    let styles = STYLES.iter().map(|&(name, parts)| {
        let parts: Vec<&str> = parts.iter().map(|(_, text)| *text).collect();
        (name, inline::short_style(&parts.concat()))
    });
    scripts.chain(single).chain(styles).chain([("icon.svg", ICON.to_owned())])
}

/// Whether a name can only be a file of the folder itself: a module that is not built in yet is served too.
fn is_plain(name: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    name.bytes().all(is_fine) && !name.starts_with('.')
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The bytes compressed.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_of_every_page_can_be_joined() {
        for scripts in [HOME, GAME, VIEWER, FILE, LEARN, PROBLEMS] {
            let script = inline::join(scripts).expect("the forms that can be joined");
            assert!(script.len() > 1000 && !script.contains("import {"));
        }
        // It is loaded alone, so that it may import nothing.
        assert!(TREE.iter().all(|(_, text)| !text.contains("\nimport ")));
        let assets = Assets::new(None);
        // What only pages of tasks need is not in the viewer, and so not in the page that is a file.
        let viewer = String::from_utf8(assets.files["viewer.js"].0.to_vec()).expect("a script");
        assert!(
            ["indexedDB", "hoshi-learn", "webkitdirectory"].iter().all(|it| !viewer.contains(it))
        );
        let scripts = ["home.js", "game.js", "viewer.js", "learn.js", "problems.js", "tree.js"];
        for name in scripts.into_iter().chain(["home.css", "study.css", "icon.svg"]) {
            assert!(assets.files.get(name).is_some_and(|(plain, _)| !plain.is_empty()), "{name}");
        }
    }
}
