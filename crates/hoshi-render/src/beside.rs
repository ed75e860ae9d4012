//! Several pictures in one.

use crate::layout::CELL;
use crate::scene::{Fill, Item, Scene, Segment};

/// Several scenes beside each other, as one.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{Style, beside, layout};
///
/// let scene = layout(&"X . O".parse::<Diagram>()?, &Style::new());
/// let both = beside(vec![scene.clone(), scene.clone()]);
/// assert!(both.width > 2 * scene.width && both.height == scene.height);
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[must_use]
pub fn beside(scenes: Vec<Scene>) -> Scene {
    let mut scenes = scenes.into_iter();
    let Some(mut all) = scenes.next() else {
        return Scene {
            width: CELL,
            height: CELL,
            ground: None,
            title: String::new(),
            description: String::new(),
            gradients: Vec::new(),
            items: Vec::new(),
        };
    };
    for mut scene in scenes {
        let (dx, shift) = (all.width + CELL, all.gradients.len());
        move_right(&mut scene.items, dx, shift);
        all.items.append(&mut scene.items);
        all.gradients.append(&mut scene.gradients);
        all.width = dx + scene.width;
        all.height = all.height.max(scene.height);
        if all.title != scene.title {
            all.title = format!("{}; {}", all.title, scene.title);
        }
        all.description = format!("{} {}", all.description, scene.description);
    }
    all
}

/// Moves items to the right, and renumbers their gradients.
fn move_right(items: &mut [Item], dx: i32, gradients: usize) {
    let renumber = |fill: &mut Fill| {
        if let Fill::Gradient(index) = fill {
            *index += gradients;
        }
    };
    for item in items {
        match item {
            Item::Rect { x, fill, .. } | Item::Circle { x, fill, .. } => {
                *x += dx;
                renumber(fill);
            }
            Item::Path { segments, fill, .. } => {
                for segment in segments {
                    match segment {
                        Segment::Move(x, _) | Segment::Line(x, _) => *x += dx,
                        Segment::Curve(cx, _, x, _) => {
                            *cx += dx;
                            *x += dx;
                        }
                        Segment::Close => {}
                    }
                }
                renumber(fill);
            }
            Item::Text(text) => text.x += dx,
            Item::Group { items, .. } => move_right(items, dx, gradients),
        }
    }
}
