//! The description of a folder: `manifest.json`.

use std::path::Path;

use hoshi_core::Size;
use serde_json::{Value, json};

use super::StoreError;
use crate::census::{Census, Layout};
use crate::ko::Ko;

/// The name of the file.
pub(crate) const NAME: &str = "manifest.json";

/// The manifest of a census.
pub(crate) fn manifest(census: &Census, layout: Layout, program: &str) -> Value {
    let size = census.size();
    let ko = match census.ko() {
        None => "no ko masks",
        Some(Ko::Loose) => {
            "bit p of a mask: point p is empty, all points beside it are white, and one of them is a \
             block of one stone with no other liberty"
        }
        Some(Ko::Strict) => {
            "bit p of a mask: point p is empty, all points beside it are white, one of them is a block \
             of one stone with no other liberty, and the position with that stone gone and a black one \
             on p is legal"
        }
    };
    json!({
        "format": "hoshi census",
        "version": 1,
        "width": size.width(),
        "height": size.height(),
        "layout": layout.name(),
        "ko": ko_name(census.ko()),
        "serials": census.serials().to_string(),
        "part_serials": layout.part().to_string(),
        "parts": layout.parts(census).to_string(),
        "digest": "XXH3, 64 bits",
        "definitions": {
            "serial": "the sum of colour(p) * 3^p over the points p = row * width + column from the top \
                       left; 0 empty, 1 black, 2 white; Black is to move",
            "bit": "1 if every block has a liberty and no image under the symmetries of the board has a \
                    smaller serial",
            "ko": ko,
        },
        "made_by": program,
    })
}

/// The name of a kind of ko points.
pub(crate) fn ko_name(ko: Option<Ko>) -> &'static str {
    match ko {
        None => "none",
        Some(Ko::Loose) => "loose",
        Some(Ko::Strict) => "strict",
    }
}

/// Reads the manifest of a folder: the board, the kind of ko and the layout; `None` if there is none.
pub(crate) fn read(folder: &Path) -> Result<Option<(Size, Option<Ko>, Layout)>, StoreError> {
    let path = folder.join(NAME);
    let text = match hoshi_files::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::disk("read", &path)(error)),
    };
    let broken = |why: &str| StoreError::broken(&path, why);
    let value: Value =
        serde_json::from_str(&text).map_err(|error| broken(&format!("invalid JSON: {error}")))?;
    if value["format"] != "hoshi census" {
        return Err(broken("not a census manifest"));
    }
    if value["version"] != 1 {
        return Err(broken(&format!(
            "unsupported version {}; this program supports 1",
            value["version"]
        )));
    }
    let side = |name: &str| value[name].as_u64().and_then(|side| u8::try_from(side).ok());
    let size =
        side("width").zip(side("height")).and_then(|(width, height)| Size::new(width, height));
    let size = size.ok_or_else(|| broken("invalid `width` and `height`"))?;
    let ko = match value["ko"].as_str() {
        Some("none") => None,
        Some("loose") => Some(Ko::Loose),
        Some("strict") => Some(Ko::Strict),
        _ => return Err(broken("`ko` must be none, loose or strict")),
    };
    let layout = match value["layout"].as_str() {
        Some("packed") => Layout::Packed,
        Some("seed") => Layout::Seed,
        _ => return Err(broken("`layout` must be packed or seed")),
    };
    // They follow from the board and the layout; other values come from another program.
    let serials = 3u64.checked_pow(size.area() as u32).unwrap_or(u64::MAX);
    let (part, parts) = (layout.part(), serials.div_ceil(layout.part()));
    let numbers = [("serials", serials), ("part_serials", part), ("parts", parts)];
    for (name, number) in numbers {
        if value[name].as_str() != Some(&number.to_string()) {
            return Err(broken(&format!("`{name}` is {}, not \"{number}\"", value[name])));
        }
    }
    Ok(Some((size, ko, layout)))
}
