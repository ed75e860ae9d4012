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

use crate::viewer;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../assets/", $name)).as_slice())),*]
    };
}

const FILES: &[(&str, &[u8])] = &files![
    "actions.js",
    "board.js",
    "clock.js",
    "dom.js",
    "ears.js",
    "game.js",
    "home.js",
    "hoshi.css",
    "icon.svg",
    "lesson.js",
    "page.js",
    "panel.js",
    "points.js",
    "record.js",
    "rematch.js",
    "review.js",
    "say.js",
    "share.js",
    "solve.js",
    "sound.js",
    "state.js",
    "tree.js",
    "viewer.css",
    "viewer.js",
    "words.js",
];

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
        let files = FILES.iter().map(|&(name, bytes)| {
            digest.update(bytes);
            // Comments are for those who read the sources, and `--assets` serves those.
            let short = match (std::str::from_utf8(bytes), name.rsplit('.').next()) {
                (Ok(text), Some("js")) => Bytes::from(viewer::short_script(text)),
                (Ok(text), Some("css")) => Bytes::from(viewer::short_style(text)),
                _ => Bytes::from_static(bytes),
            };
            let packed = gzip(&short).into();
            (name, (short, packed))
        });
        let files = files.collect();
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
            return match hoshi_files::read(&folder.join(name)) {
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
