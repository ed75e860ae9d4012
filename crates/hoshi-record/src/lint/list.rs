//! Lists of points in raw form: their points and their duplicates. Used by both the lint and the
//! repair.

use std::borrow::Cow;
use std::collections::HashSet;

use hoshi_core::{Point, PointMap, PointSet, Size};

use crate::sgf::Kind;

/// The points of one entry of a list: a point, or a rectangle of them.
pub(super) fn points(raw: &[u8], size: Size) -> Option<Vec<Point>> {
    let point = |raw: &[u8]| size.parse_sgf(std::str::from_utf8(raw.trim_ascii()).ok()?).ok();
    if let Some(point) = point(raw) {
        return Some(vec![point]);
    }
    let colon = memchr::memchr(b':', raw)?;
    let (from, to) = (point(&raw[..colon])?, point(&raw[colon + 1..])?);
    let columns = from.x().min(to.x())..=from.x().max(to.x());
    let rows = from.y().min(to.y())..=from.y().max(to.y());
    Some(rows.flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
}

/// The duplicates in a list.
#[derive(Default)]
pub(super) struct Repeated {
    /// The first entry with a duplicate, and the repeated point.
    pub(super) again: Option<(usize, Option<Point>)>,
    /// Whether a point has two different labels, so that the meaning is ambiguous.
    pub(super) unclear: bool,
}

/// Finds the duplicates in a list.
pub(super) fn repeated<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    kind: Kind,
    size: Size,
) -> Repeated {
    each_new(values, kind, size, |_| {})
}

/// A list without its duplicates; `None` if it has none. Entries that are not points stay, and so do
/// different labels of one point.
pub(super) fn unique<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    kind: Kind,
    size: Size,
) -> Option<Vec<Vec<u8>>> {
    let mut new = Vec::new();
    let repeated = each_new(values, kind, size, |raw| new.push(raw.into_owned()));
    repeated.again.map(|_| new)
}

/// Calls `each` for the first occurrence of everything in a list.
fn each_new<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    kind: Kind,
    size: Size,
    each: impl FnMut(Cow<'v, [u8]>),
) -> Repeated {
    match kind {
        Kind::Labels | Kind::Lines => each_new_pair(values, kind, size, each),
        _ => each_new_point(values, size, each),
    }
}

fn each_new_point<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    size: Size,
    mut each: impl FnMut(Cow<'v, [u8]>),
) -> Repeated {
    let mut seen = PointSet::new(size);
    let mut repeated = Repeated::default();
    for (index, raw) in values.enumerate() {
        let Some(points) = points(raw, size) else {
            each(raw.into());
            continue;
        };
        let again = points.iter().copied().find(|&point| seen.contains(point));
        if again.is_none() {
            each(raw.into());
        } else if repeated.again.is_none() {
            repeated.again = Some((index, again));
        }
        for point in points {
            // For an overlapping rectangle, the points that are new.
            if seen.insert(point)
                && again.is_some()
                && let Some(name) = size.sgf(point)
            {
                each(name.into_bytes().into());
            }
        }
    }
    repeated
}

/// For entries such as `aa:x`, the duplicate is the same entry; for labels, also another label of
/// the same point.
fn each_new_pair<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    kind: Kind,
    size: Size,
    mut each: impl FnMut(Cow<'v, [u8]>),
) -> Repeated {
    let mut points_seen = PointSet::new(size);
    let mut entries: HashSet<&[u8]> = HashSet::new();
    let mut repeated = Repeated::default();
    for (index, raw) in values.enumerate() {
        let end = memchr::memchr(b':', raw).unwrap_or(raw.len());
        let point = points(&raw[..end], size).and_then(|points| points.first().copied());
        let is_same = !entries.insert(raw.trim_ascii());
        let is_other = point.is_some_and(|point| !points_seen.insert(point))
            && kind == Kind::Labels
            && !is_same;
        if !is_same {
            each(raw.into());
        }
        repeated.unclear |= is_other;
        if (is_same || is_other) && repeated.again.is_none() {
            repeated.again = Some((index, point));
        }
    }
    repeated
}

/// Whether a property that occurs several times in a node must not be merged, because another property
/// between sets up the same points, and the last one wins. The properties are given in order.
pub(super) fn is_unmergeable<'v>(
    name: &str,
    properties: impl Iterator<Item = (&'v str, Vec<&'v [u8]>)>,
    size: Size,
) -> bool {
    const KEYS: [&str; 3] = ["AB", "AE", "AW"];
    if !KEYS.contains(&name) {
        return false;
    }
    let mut lists: Vec<(&str, Vec<Point>)> = Vec::new();
    for (key, values) in properties {
        if let Some(key) = KEYS.into_iter().find(|known| *known == key) {
            let points = values.iter().filter_map(|raw| points(raw, size)).flatten();
            lists.push((key, points.collect()));
        }
    }
    let count = |key: &str| lists.iter().filter(|(other, _)| *other == key).count();
    let repeated: Vec<&str> = KEYS.into_iter().filter(|key| count(key) > 1).collect();
    if count(name) == lists.len() {
        return false;
    }
    let effect = |lists: &[(&'static str, Vec<Point>)]| {
        let mut board: PointMap<Option<&str>> = PointMap::new(size, None);
        for (key, points) in lists {
            points.iter().for_each(|&point| board[point] = Some(*key));
        }
        board
    };
    let before = effect(&lists);
    // In the order of the repair: one key after the other, each merged into its first occurrence.
    for key in repeated {
        let mut all = Vec::new();
        let mut merged = Vec::new();
        for (other, points) in &lists {
            if *other == key {
                all.extend_from_slice(points);
            }
            if *other != key || merged.iter().all(|(seen, _)| *seen != key) {
                merged.push((*other, points.clone()));
            }
        }
        if let Some((_, points)) = merged.iter_mut().find(|(other, _)| *other == key) {
            *points = all;
        }
        let is_same = effect(&merged).values() == before.values();
        if key == name {
            return !is_same;
        }
        if is_same {
            lists = merged;
        }
    }
    false
}
