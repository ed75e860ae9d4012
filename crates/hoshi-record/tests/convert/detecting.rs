//! Format detection: by content, and by file name.

use std::path::Path;

use hoshi_record::convert::{Format, Options, UnknownFormat, read, write};

use crate::{random, sgf};

#[test]
fn whatever_is_written_is_recognised() {
    let mut seen = [0; Format::ALL.len()];
    for seed in 0..300 {
        let file = sgf(&random::game(seed, true));
        let game = file.game(0).expect("a game");
        for (format, seen) in Format::ALL.into_iter().zip(&mut seen) {
            let options = Options { base: Some("https://go.example".into()), ..Options::default() };
            let Ok(written) = write(game, format, &options) else { continue };
            assert_eq!(Format::detect(&written.bytes), Some(format), "seed {seed}");
            assert!(read(written.bytes, None).is_ok_and(|record| record.format == format));
            *seen += 1;
        }
    }
    let written = Format::ALL.into_iter().zip(seen).filter(|(format, _)| format.is_written());
    assert!(written.clone().all(|(_, seen)| seen > 50), "{seen:?}");
    assert_eq!(written.count(), 7);
}

#[test]
fn by_what_they_begin_with() {
    let cases: &[(&[u8], Option<Format>)] = &[
        (b"", None),
        (b" \n", None),
        (b"(;)", Some(Format::Sgf)),
        (b"\xef\xbb\xbf\n (;)", Some(Format::Sgf)),
        (b"\xff\xfe(\0;\0)\0", Some(Format::Sgf)),
        (b"\xfe\xff\0(\0;\0)", Some(Format::Sgf)),
        (b"From: a friend\n\nSee (;SZ[9])", Some(Format::Sgf)),
        (b";SZ[9]", Some(Format::Sgf)),
        (b"19x19", Some(Format::Sgn)),
        (b"19X19,a9B", Some(Format::Sgn)),
        (b", \n19x19 A9b", Some(Format::Sgn)),
        (b"\xef\xbb\xbf9x9 C3b", Some(Format::Sgn)),
        (b"19x", None),
        (b"x19", None),
        (b"1x2x3", None),
        (b"/game/19x19", Some(Format::Url)),
        (b"https://a/b/game/9x9,C3b", Some(Format::Url)),
        (b"https%3A%2F%2Fa%2Fgame%2F9x9", Some(Format::Url)),
        (b"format = 1", Some(Format::Dgf)),
        (b"format=1", Some(Format::Dgf)),
        (b"# a game\n\nid = \"x\"\nboard = [1]", Some(Format::Dgf)),
        (b"moves = []\n", Some(Format::Dgf)),
        (b"komi = 5\n", None),
        (b"1 0 0 1\n0\n0\n", Some(Format::Dgr)),
        (b"12345", Some(Format::Dgr)),
        (b"DGFB", Some(Format::Dgfb)),
        (b"\x01\0\0\x01\0", Some(Format::Dgb)),
        (b"\x01\0\0\x01\x04", None),
        (b"\\HS\n\\HE\n", Some(Format::Gib)),
        (b"\xef\xbb\xbf\r\n\\[GAMENAME=x\\]", Some(Format::Gib)),
        (b"STO 0 2 1 3 3\n", Some(Format::Gib)),
        (b"x\n19\nPMABBREER", Some(Format::Ngf)),
        (b"19x19 rated\n19\nPMABBREER", Some(Format::Ngf)),
        (b"# x\n\n[Header]\n", Some(Format::Ugf)),
        (b"[data]\n", Some(Format::Ugf)),
        (b"Dear Sir", None),
        (b"\x89PNG\r\n\x1a\n", None),
    ];
    for (bytes, format) in cases {
        assert_eq!(Format::detect(bytes), *format, "{}", bytes.escape_ascii());
    }
}

#[test]
fn by_their_names() {
    for format in Format::ALL {
        let name = format.name();
        assert_eq!(Format::of_path(Path::new(&format!("a/b.{name}"))), Some(format));
        assert_eq!(Format::of_path(Path::new(&format!("b.{}", name.to_uppercase()))), Some(format));
        assert_eq!(name.parse(), Ok(format));
        assert_eq!(format.to_string(), name);
    }
    assert_eq!(Format::of_path(Path::new("a.UGI")), Some(Format::Ugf));
    for path in ["sgf", ".sgf", "a.sgf.gz", "a", "-", "a.txt", "a.", "a.dgm"] {
        assert_eq!(Format::of_path(Path::new(path)), None, "{path}");
    }
    assert_eq!("pdf".parse::<Format>(), Err(UnknownFormat("pdf".into())));
    let text = UnknownFormat("pdf".into()).to_string();
    assert_eq!(
        text,
        "`pdf` is not a format: write sgf, dgf, dgfb, dgb, dgr, sgn, url, gib, ngf, ugf"
    );
    assert!(Format::ALL.iter().filter(|format| !format.is_text()).count() == 2);
}

#[test]
fn junk_is_refused_by_a_sentence() {
    for format in Format::ALL {
        for junk in [&b""[..], b"\0", b"nonsense", b"\xff\xfe", b"\x89PNG\r\n\x1a\n", b"0 0 0 0"] {
            let error = read(junk.to_vec(), Some(format)).map(|_| ()).expect_err(format.name());
            assert!(error.to_string().len() > 10, "{error}");
        }
    }
    let error = read(b"Dear Sir".to_vec(), None).expect_err("no record").to_string();
    assert!(error.starts_with("unrecognised format"), "{error}");
}
