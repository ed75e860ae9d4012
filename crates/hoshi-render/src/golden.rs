//! The golden pictures in `testdata/render`: a folder each, with a text diagram `in.txt`, the words
//! `args` of a command line, and `out.svg`; a few have `out.png` as well. `HOSHI_RENEW=1` rewrites
//! them; `HOSHI_LOOK=FOLDER` writes every one as PNG there, for inspection.

use std::fs;
use std::path::{Path, PathBuf};

use hoshi_core::Diagram;

use crate::{Coordinates, Sides, Style, SvgOptions, Theme, layout, svg};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/render");

/// The arguments of a case: a style, and the width of a PNG.
fn arguments(text: &str) -> (Style, Option<u32>) {
    let mut style = Style::new();
    let mut width = None;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} needs a value"));
        style = match word {
            "--theme" => style.theme(Theme::builtin(value()).unwrap()),
            "--coords" => style.coordinates(value().parse::<Coordinates>().unwrap()),
            "--sides" => {
                let sides: Vec<&str> = value().split(',').collect();
                let has = |side: &str| sides.contains(&side);
                let [top, right] = ["top", "right"].map(has);
                let [bottom, left] = ["bottom", "left"].map(has);
                style.sides(Sides { top, right, bottom, left })
            }
            "--margin" => style.margin(value().parse().unwrap()),
            "--no-last-move" => style.last_move(false),
            "--no-captions" => style.captions(false),
            "--transparent" => style.transparent(true),
            "--width" => {
                width = Some(value().parse().unwrap());
                style
            }
            other => panic!("unknown word {other}"),
        };
    }
    (style, width)
}

fn cases() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries.filter(|path| path.join("in.txt").is_file()).collect();
    cases.sort();
    cases
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn golden_pictures() {
    let renew = std::env::var_os("HOSHI_RENEW").is_some();
    let cases = cases();
    assert!(cases.len() >= 30, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let diagram: Diagram =
            read(&case.join("in.txt")).parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let (style, width) = arguments(&read(&case.join("args")));
        let scene = layout(&diagram, &style);
        let text = svg(&scene, &SvgOptions::new().id_prefix(&name));
        let path = case.join("out.svg");
        if renew {
            fs::write(&path, &text).unwrap();
        } else if fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            wrong.push(path);
        }
        #[cfg(feature = "png")]
        pixels::check(&case, &name, &scene, width, renew, &mut wrong);
        let _ = width;
    }
    assert!(wrong.is_empty(), "run `cargo xtask bless` and look at the difference: {wrong:?}");
}

#[test]
fn golden_chart() {
    let mut chart = crate::Chart::new("Invented counts by ko points");
    for (name, count) in [("0", 10_441_u32), ("1", 2_064), ("2", 168), ("3", 12), ("4", 0)] {
        chart.bar(name, u16::try_from(count * 1000 / 10_441).unwrap(), count.to_string());
    }
    let style = Style::new().theme(Theme::builtin("paper").unwrap());
    let scene = chart.layout(&style);
    let text = svg(&scene, &SvgOptions::new());
    let case = Path::new(FOLDER).join("chart");
    if std::env::var_os("HOSHI_RENEW").is_some() {
        fs::create_dir_all(&case).unwrap();
        fs::write(case.join("out.svg"), &text).unwrap();
    }
    assert!(read(&case.join("out.svg")) == text, "run `cargo xtask bless`");
    #[cfg(feature = "png")]
    pixels::check(&case, "chart", &scene, None, false, &mut Vec::new());
}

#[cfg(feature = "png")]
mod pixels {
    use super::{Path, PathBuf, fs};
    use crate::{PngOptions, Scene, png};

    /// Pixels may differ by this much in each colour: processors round differently.
    const NEAR: u8 = 2;

    pub(super) fn check(
        case: &Path,
        name: &str,
        scene: &Scene,
        width: Option<u32>,
        renew: bool,
        wrong: &mut Vec<PathBuf>,
    ) {
        if let Some(folder) = std::env::var_os("HOSHI_LOOK") {
            let file = png(scene, &PngOptions::new().scale(2000)).unwrap();
            fs::write(Path::new(&folder).join(format!("{name}.png")), file).unwrap();
        }
        let Some(width) = width else { return };
        let file = png(scene, &PngOptions::new().width(width)).unwrap();
        let path = case.join("out.png");
        if renew {
            fs::write(&path, &file).unwrap();
        } else if !fs::read(&path).is_ok_and(|golden| are_near(&golden, &file)) {
            wrong.push(path);
        }
    }

    fn are_near(one: &[u8], other: &[u8]) -> bool {
        let decode = |bytes: &[u8]| {
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            (info.width, info.color_type, pixels)
        };
        let (one, other) = (decode(one), decode(other));
        let alike = one.2.iter().zip(&other.2).all(|(one, other)| one.abs_diff(*other) <= NEAR);
        (one.0, one.1, one.2.len()) == (other.0, other.1, other.2.len()) && alike
    }
}
