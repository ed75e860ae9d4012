//! Pictures of a game with 250 numbered moves: hoshi and sgf-render in turn, from a position in
//! memory to the bytes of a file, in CPU time. Also hoshi's SVG through resvg, to measure what
//! drawing the display list directly saves, and whether it looks the same.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use hoshi_core::{Color, Diagram, Rng as _, Size, SplitMix64};
use hoshi_render::{
    Coordinates, PngOptions, Sides, Style, SvgOptions, Theme, layout, pixels, png, svg,
};
use rustix::time::{ClockId, clock_gettime};
use sgf_render::{Goban, SgfRenderArgs};

const MOVES: u32 = 250;
const WIDTH: u32 = 1000;
const ROUNDS: usize = 15;

fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The median of the rounds of each, which take turns.
fn race(rounds: usize, works: &mut [&mut dyn FnMut()]) -> Vec<Duration> {
    let mut times = vec![Vec::new(); works.len()];
    for _ in 0..rounds {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = cpu();
            work();
            times.push(cpu() - start);
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2]
        })
        .collect()
}

/// Moves on different points, in an order from a seed: as a diagram, and as SGF.
fn game() -> (Diagram, String) {
    let mut rng = SplitMix64::new(14);
    let mut points: Vec<_> = Size::S19.points().collect();
    for end in (1..points.len()).rev() {
        points.swap(end, (rng.next_u64() % (end as u64 + 1)) as usize);
    }
    let mut diagram = Diagram::new(Size::S19);
    let mut sgf = String::from("(;GM[1]FF[4]SZ[19]");
    for (nth, &point) in (0..MOVES).zip(&points) {
        let color = if nth % 2 == 0 { Color::Black } else { Color::White };
        diagram.put(point, Some(color)).set_number(point, nth + 1);
        let letter = |line: u8| char::from(b'a' + line);
        let name = if color == Color::Black { 'B' } else { 'W' };
        sgf.push_str(&format!(";{name}[{}{}]", letter(point.x()), letter(point.y())));
    }
    sgf.push(')');
    (diagram, sgf)
}

fn main() {
    let (diagram, sgf) = game();
    let width = WIDTH.to_string();
    let words = ["sgf-render", "--kifu", "--label-sides", "nesw", "--width", &width, "--style"];
    let options = |style| {
        let args = SgfRenderArgs::parse_from(words.into_iter().chain([style]));
        args.render_args.options(&args.output_format).expect("options of sgf-render")
    };
    let goban = {
        let options = options("fancy");
        Goban::from_sgf(&sgf, &options.node_description, false).expect("a game")
    };
    let mut fonts = resvg_peer::usvg::fontdb::Database::new();
    fonts.load_font_data(notosans::BOLD_TTF.to_vec());
    let mut modern = resvg::usvg::Options { font_family: "Noto Sans".into(), ..Default::default() };
    for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        Arc::make_mut(&mut modern.fontdb).load_font_data(font.to_vec());
    }
    let folder = std::env::args().nth(1);
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "A 19x19 board with {MOVES} numbered stones and coordinates, from memory to the bytes of a file.\n\
         Processor time of one thread, median of {ROUNDS} rounds in turn."
    )
    .expect("standard output");
    for (theme, peer) in [("wood", "fancy"), ("paper", "simple")] {
        let style = Style::new()
            .theme(Theme::builtin(theme).expect("a theme"))
            .coordinates(Coordinates::A1)
            .sides(Sides::ALL);
        let options = options(peer);
        let write = || svg(&layout(&diagram, &style), &SvgOptions::new());
        let peer_svg = || {
            let mut bytes = Vec::new();
            let element = sgf_render::svg::render(&goban, &options).expect("SVG of sgf-render");
            element.write_to(&mut bytes).expect("SVG of sgf-render");
            // Its font is not public; ours has the same weight.
            String::from_utf8(bytes).expect("text").replace("\"Inter\"", "\"Noto Sans\"")
        };
        let peer_png = || {
            use resvg_peer::{tiny_skia, usvg};
            let text = peer_svg();
            let tree = usvg::Tree::from_str(&text, &usvg::Options::default(), &fonts).expect("SVG");
            let size = tree.size().to_int_size();
            let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("memory");
            resvg_peer::render(&tree, tiny_skia::Transform::default(), &mut pixmap.as_mut());
            pixmap.encode_png().expect("PNG")
        };
        let draw = || {
            let scene = layout(&diagram, &style);
            png(&scene, &PngOptions::new().width(WIDTH)).expect("PNG")
        };
        let through_resvg = || {
            use resvg::{tiny_skia, usvg};
            let tree = usvg::Tree::from_str(&write(), &modern).expect("SVG");
            let scale = WIDTH as f32 / tree.size().width();
            let height = (tree.size().height() * scale).round() as u32;
            let mut pixmap = tiny_skia::Pixmap::new(WIDTH, height).expect("memory");
            let view = tiny_skia::Transform::from_scale(scale, scale);
            resvg::render(&tree, view, &mut pixmap.as_mut());
            pixmap
        };
        let mut sink = 0;
        let svgs = {
            let mut ours = || sink += write().len();
            let mut other = 0;
            let mut theirs = || other += peer_svg().len();
            race(ROUNDS * 4, &mut [&mut ours, &mut theirs])
        };
        let pngs = {
            let mut ours = || drop(draw());
            let mut theirs = || drop(peer_png());
            let mut resvg = || drop(through_resvg().encode_png());
            let mut pixels =
                || drop(pixels(&layout(&diagram, &style), &PngOptions::new().width(WIDTH)));
            race(ROUNDS, &mut [&mut ours, &mut theirs, &mut resvg, &mut pixels])
        };
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let ratio = |ours: Duration, theirs: Duration| theirs.as_secs_f64() / ours.as_secs_f64();
        let direct =
            pixels(&layout(&diagram, &style), &PngOptions::new().width(WIDTH)).expect("pixels");
        let other = through_resvg();
        let differences: Vec<u8> =
            direct.rgba.iter().zip(other.data()).map(|(one, other)| one.abs_diff(*other)).collect();
        let mean =
            differences.iter().map(|&by| f64::from(by)).sum::<f64>() / differences.len() as f64;
        let most = differences.iter().max().copied().unwrap_or(0);
        let lines = [
            format!("\nhoshi {theme}, sgf-render {peer}"),
            format!(
                "  SVG   {:8.3} ms, theirs {:8.3} ms: {:5.1} times as fast; {} bytes, theirs {}",
                ms(svgs[0]),
                ms(svgs[1]),
                ratio(svgs[0], svgs[1]),
                write().len(),
                peer_svg().len()
            ),
            format!(
                "  PNG   {:8.3} ms, theirs {:8.3} ms: {:5.1} times as fast; {} bytes, theirs {}; {WIDTH} pixels wide",
                ms(pngs[0]),
                ms(pngs[1]),
                ratio(pngs[0], pngs[1]),
                draw().len(),
                peer_png().len()
            ),
            format!("        of which pixels {:.3} ms; the rest packs them", ms(pngs[3])),
            format!(
                "  our SVG through resvg 0.49 {:8.3} ms: direct drawing is {:.1} times as fast; pixels differ by {mean:.3} of 255 on average, {most} at most",
                ms(pngs[2]),
                ratio(pngs[0], pngs[2])
            ),
        ];
        for line in lines {
            writeln!(out, "{line}").expect("standard output");
        }
        if let Some(folder) = &folder {
            let files = [
                ("hoshi", draw()),
                ("sgf-render", peer_png()),
                ("resvg", through_resvg().encode_png().expect("PNG")),
            ];
            for (name, bytes) in files {
                std::fs::write(format!("{folder}/{theme}-{name}.png"), bytes).expect("a folder");
            }
        }
        assert!(sink > 0);
    }
}
