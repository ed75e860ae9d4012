//! Invariants of the picture of any diagram: the SVG is XML with only known elements and
//! attributes, whatever names and comments contain; everything is inside the frame; no two texts
//! overlap.

use hoshi_core::{Color as Side, Diagram, Legend, Mark, Point, Rng as _, Size, SplitMix64, Window};
use hoshi_render::{
    Anchor, Chart, Coordinates, Item, Scene, Sides, Style, SvgOptions, Text, Theme, layout, svg,
};

const SEEDS: u64 = 200;

/// Texts that would break a careless writer.
const TEXTS: [&str; 20] = [
    "a",
    "12",
    "WWW",
    "a long label",
    "</text><script>alert(1)</script>",
    "\"/><rect onload=\"x\"",
    "' onclick='x",
    "]]>",
    "<!-- -->",
    "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
    "&lt;&#0;&#x1;",
    "\u{0}\u{1}\u{8}\u{b}\u{1b}[31m\u{7f}\u{85}",
    "\u{fffe}\u{ffff}\u{feff}",
    "\u{202e}evil\u{202c}\u{2066}x",
    "本因坊 秀策",
    "이창호",
    "🙂👍🏽",
    "  two   blanks\r\n\tand lines ",
    "",
    "gjpqyÅÉß",
];

const ELEMENTS: [&str; 11] = [
    "svg",
    "title",
    "desc",
    "defs",
    "radialGradient",
    "stop",
    "g",
    "rect",
    "circle",
    "path",
    "text",
];

const ATTRIBUTES: [&str; 29] = [
    "width",
    "height",
    "viewBox",
    "role",
    "aria-labelledby",
    "font-family",
    "id",
    "cx",
    "cy",
    "r",
    "offset",
    "stop-color",
    "stop-opacity",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "x",
    "y",
    "d",
    "textLength",
    "lengthAdjust",
    "font-size",
    "font-weight",
    "text-anchor",
];

struct Chance(SplitMix64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn text(&mut self) -> String {
        let count = 1 + self.below(3);
        let texts: Vec<&str> =
            (0..count).map(|_| TEXTS[self.below(TEXTS.len() as u64) as usize]).collect();
        texts.join(if self.once_in(2) { " " } else { "" })
    }

    fn texts(&mut self) -> Vec<String> {
        (0..self.below(3)).map(|_| self.text()).collect()
    }

    fn point(&mut self, size: Size) -> Point {
        size.point_at(self.below(size.area() as u64) as usize).unwrap()
    }

    fn diagram(&mut self) -> Diagram {
        let most = if self.once_in(40) { 60 } else { 21 };
        let size = Size::new(1 + self.below(most) as u8, 1 + self.below(most) as u8).unwrap();
        let mut diagram = Diagram::new(size);
        let (stones, marks, texts) = (1 + self.below(3), 1 + self.below(12), 1 + self.below(12));
        let heat = self.once_in(3);
        let negative = self.once_in(2);
        for point in size.points() {
            if self.once_in(stones) {
                diagram.put(point, Some(if self.once_in(2) { Side::Black } else { Side::White }));
            }
            while self.once_in(marks + 1) {
                diagram.mark(point, Mark::ALL[self.below(Mark::ALL.len() as u64) as usize]);
            }
            if self.once_in(texts) {
                diagram.set_label(point, self.text());
            }
            if self.once_in(texts) {
                let number = self.0.next_u64() as u32;
                diagram.set_number(point, number >> self.below(32));
            }
            if heat {
                let heat = self.below(1001) as i16;
                diagram.set_heat(point, if negative && self.once_in(2) { -heat } else { heat });
            }
        }
        for _ in 0..self.below(4) {
            let (from, to) = (self.point(size), self.point(size));
            diagram.add_line(from, to).add_arrow(to, from);
        }
        diagram.set_last_move(self.once_in(2).then(|| self.point(size)));
        diagram.set_ko(self.once_in(3).then(|| self.point(size)));
        if self.once_in(3) {
            diagram.set_window(Some(Window::between(self.point(size), self.point(size))));
        }
        let caption = diagram.caption_mut();
        caption.title = self.texts().pop();
        caption.heading = self.texts();
        caption.notes = self.texts();
        caption.comment = self.texts().pop();
        caption.to_play = self.once_in(2).then_some(Side::White);
        caption.captures = self.once_in(2).then(|| (self.below(400) as u32, u32::MAX));
        caption.legend = Some(Legend { title: self.text(), low: self.text(), high: self.text() });
        diagram
    }

    fn style(&mut self) -> Style {
        let theme = Theme::NAMES[self.below(Theme::NAMES.len() as u64) as usize];
        let coordinates = Coordinates::ALL[self.below(Coordinates::ALL.len() as u64) as usize];
        let [top, right, bottom, left] = [(); 4].map(|()| self.once_in(2));
        Style::new()
            .theme(Theme::builtin(theme).unwrap())
            .coordinates(coordinates)
            .sides(Sides { top, right, bottom, left })
            .captions(!self.once_in(3))
            .last_move(self.once_in(2))
            .transparent(self.once_in(4))
            .margin(self.below(200) as u16)
    }
}

/// Every seed's diagram and scene.
fn pictures() -> impl Iterator<Item = (u64, Diagram, Scene)> {
    (0..SEEDS).map(|seed| {
        let mut chance = Chance(SplitMix64::new(seed));
        let diagram = chance.diagram();
        let scene = layout(&diagram, &chance.style());
        (seed, diagram, scene)
    })
}

/// The items of a scene without groups.
fn flat(items: &[Item]) -> Vec<&Item> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Group { items, .. } => found.extend(flat(items)),
            item => found.push(item),
        }
    }
    found
}

fn texts(scene: &Scene) -> Vec<&Text> {
    let texts = flat(&scene.items).into_iter().filter_map(|item| match item {
        Item::Text(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_svg_of_any_diagram_is_plain_xml() {
    let mut seen = 0;
    for (seed, _, scene) in pictures() {
        let text = svg(&scene, &SvgOptions::new().id_prefix("p"));
        let document = roxmltree::Document::parse(&text)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let mut written = Vec::new();
        for node in document.descendants() {
            if !node.is_element() {
                assert!(node.is_text() || node.is_root(), "seed {seed}: {node:?}");
                continue;
            }
            let name = node.tag_name().name();
            assert!(ELEMENTS.contains(&name), "seed {seed}: <{name}>");
            for attribute in node.attributes() {
                assert!(ATTRIBUTES.contains(&attribute.name()), "seed {seed}: {attribute:?}");
                let is_plain = |c: char| c.is_ascii_alphanumeric() || " .,-#%()".contains(c);
                assert!(attribute.value().chars().all(is_plain), "seed {seed}: {attribute:?}");
            }
            let has_words = ["title", "desc", "text"].contains(&name);
            let own = node.children().filter(roxmltree::Node::is_text);
            let words: String = own.filter_map(|child| child.text()).collect();
            assert!(has_words || words.trim().is_empty(), "seed {seed}: {words}");
            assert!(!has_words || node.children().all(|child| child.is_text()), "seed {seed}");
            if name == "text" {
                written.push(words);
            }
        }
        let laid: Vec<&String> = texts(&scene).iter().map(|text| &text.text).collect();
        assert!(written.iter().eq(laid), "seed {seed}");
        seen += written.len();
    }
    assert!(seen > 10_000, "{seen} texts");
}

/// Left, top, right and bottom of an item, in hundredths; nothing for paths.
fn bounds(item: &Item) -> Option<[i32; 4]> {
    Some(match item {
        Item::Rect { x, y, width, height, stroke, .. } => {
            let by = stroke.map_or(0, |stroke| stroke.width / 2);
            [x - by, y - by, x + width + by, y + height + by]
        }
        Item::Circle { x, y, radius, stroke, .. } => {
            let by = radius + stroke.map_or(0, |stroke| stroke.width / 2);
            [x - by, y - by, x + by, y + by]
        }
        Item::Text(text) => text_bounds(text),
        _ => return None,
    })
}

fn text_bounds(text: &Text) -> [i32; 4] {
    let left = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - text.width / 2,
        Anchor::End => text.x - text.width,
    };
    let (up, down) = (text.size * 74 / 100, text.size * 24 / 100);
    [left, text.y - up, left + text.width, text.y + down]
}

#[test]
fn everything_lies_inside_the_frame() {
    let (mut circles, mut letters) = (0, 0);
    for (seed, _, scene) in pictures() {
        for item in flat(&scene.items) {
            match item {
                Item::Circle { .. } => circles += 1,
                Item::Text(_) => letters += 1,
                _ => {}
            }
            let Some([left, top, right, bottom]) = bounds(item) else { continue };
            let inside = left >= 0 && top >= 0 && right <= scene.width && bottom <= scene.height;
            assert!(inside, "seed {seed}: {item:?} in {}x{}", scene.width, scene.height);
        }
    }
    assert!(circles > 10_000 && letters > 10_000, "{circles} circles, {letters} texts");
}

#[test]
fn no_two_texts_overlap() {
    let mut pairs = 0;
    for (seed, _, scene) in pictures() {
        let mut boxes: Vec<(&Text, [i32; 4])> =
            texts(&scene).into_iter().map(|text| (text, text_bounds(text))).collect();
        boxes.sort_by_key(|(_, bounds)| bounds[1]);
        for (nth, (one, [left, _, right, bottom])) in boxes.iter().enumerate() {
            for (other, [other_left, other_top, other_right, _]) in &boxes[nth + 1..] {
                if other_top >= bottom {
                    break;
                }
                pairs += 1;
                // The number and the label of one point are one above the other.
                let same_point = one.x == other.x && one.bold && other.bold && one.size < 1300;
                let apart = other_left >= right || other_right <= left;
                assert!(apart || same_point, "seed {seed}: {one:?} {other:?}");
            }
        }
    }
    assert!(pairs > 10_000, "{pairs} pairs");
}

#[test]
fn the_description_contains_the_position() {
    let text = "X . O\n. X .\nlast C2\nlabel B2 a\nnumber A2 7\nto-play white\ncaptures 1 2\n";
    let scene = layout(&text.parse::<Diagram>().unwrap(), &Style::new());
    assert_eq!(scene.title, "Go board, 3x2");
    assert_eq!(
        scene.description,
        "Go board, 3x2. Black stones: A2, B1. White stones: C2. Last move: C2. Numbers: 7 at A2. \
         Labels: a at B2. White to play. Black captured 1, White captured 2."
    );
}

#[test]
fn charts_have_the_same_invariants() {
    let mut bars = 0;
    for seed in 0..40 {
        let mut chance = Chance(SplitMix64::new(seed));
        let mut chart = Chart::new(chance.text());
        for _ in 0..chance.below(30) {
            let (name, value) = (chance.text(), chance.text());
            chart.bar(name, chance.below(1100) as u16, value);
        }
        let scene = chart.layout(&chance.style());
        let text = svg(&scene, &SvgOptions::new());
        roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        for item in flat(&scene.items) {
            bars += usize::from(matches!(item, Item::Rect { .. }));
            let Some([left, top, right, bottom]) = bounds(item) else { continue };
            let inside = left >= 0 && top >= 0 && right <= scene.width && bottom <= scene.height;
            assert!(inside, "seed {seed}: {item:?} in {}x{}", scene.width, scene.height);
        }
    }
    assert!(bars > 300, "{bars} bars");
}
