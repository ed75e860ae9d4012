//! The fonts of this machine, for scripts that the font of the crate does not have.

use std::sync::OnceLock;

use skrifa::{FontRef, MetadataProvider as _};

/// Calls `take` with the fonts that have a character (id, bytes, index), the nearest weight first,
/// until it accepts one.
pub(crate) fn with_face<T>(
    c: char,
    bold: bool,
    mut take: impl FnMut(fontdb::ID, &[u8], u32) -> Option<T>,
) -> Option<T> {
    static DATABASE: OnceLock<fontdb::Database> = OnceLock::new();
    let database = DATABASE.get_or_init(|| {
        let mut database = fontdb::Database::new();
        database.load_system_fonts();
        database
    });
    let weight = |face: &fontdb::FaceInfo| {
        let wanted = if bold { 700 } else { 400 };
        (face.weight.0.abs_diff(wanted), face.style != fontdb::Style::Normal)
    };
    let mut faces: Vec<_> = database.faces().collect();
    // Then by name, independent of the order of folders.
    faces.sort_by(|a, b| (weight(a), &a.post_script_name).cmp(&(weight(b), &b.post_script_name)));
    faces.into_iter().find_map(|face| {
        database.with_face_data(face.id, |data, index| {
            let font = FontRef::from_index(data, index).ok()?;
            font.charmap().map(c)?;
            take(face.id, data, index)
        })?
    })
}
