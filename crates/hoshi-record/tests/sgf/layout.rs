//! The layout of a written tree, compared with an obvious writer: one node after the other, a new line
//! before a variation, and before a node once a line is wide.

use crate::common::{Random, game, garbage, mutated, tree};
use hoshi_record::sgf::{Collection, NodeRef};

/// The obvious writer. It copies values as they are, so it is for well-formed files.
fn write(file: &Collection) -> Vec<u8> {
    let mut out = Vec::new();
    for game in file.games() {
        let mut line = out.len();
        out.push(b'(');
        let mut left = vec![(game.root(), false, 0)];
        while let Some((node, varies, closed)) = left.pop() {
            out.extend(std::iter::repeat_n(b')', closed));
            if varies {
                out.extend(b"\n(");
                line = out.len();
            }
            if out.len() - line > 72 {
                out.push(b'\n');
                line = out.len();
            }
            out.push(b';');
            write_node(node, varies, &mut out);
            let children: Vec<_> = node.children().collect();
            let varies = children.len() > 1;
            // Each child closes the variation before it; the next node closes the last one.
            for (index, &child) in children.iter().enumerate().rev() {
                left.push((child, varies, usize::from(index > 0)));
            }
            if children.is_empty() {
                close(node, &mut left, &mut out);
            }
        }
        out.extend(b")\n");
    }
    out
}

/// Closes the variations that end with a node, except the innermost, which its next sibling closes.
fn close(node: NodeRef<'_>, left: &mut [(NodeRef<'_>, bool, usize)], out: &mut Vec<u8>) {
    let mut closed = 0;
    let mut node = Some(node);
    while let Some(here) = node {
        if here.next_sibling().is_some() {
            break;
        }
        let parent = here.parent();
        closed += usize::from(parent.is_some_and(|parent| parent.children().count() > 1));
        node = parent;
    }
    match left.last_mut() {
        Some((_, _, before)) => *before += closed,
        None => out.extend(std::iter::repeat_n(b')', closed)),
    }
}

fn write_node(node: NodeRef<'_>, varies: bool, out: &mut Vec<u8>) {
    for (index, property) in node.properties().enumerate() {
        out.extend(property.name().as_bytes());
        // A variation that began like a root would be a separate game.
        if index == 0 && varies && matches!(property.name(), "FF" | "GM" | "SZ") {
            out.push(b' ');
        }
        for value in property.values() {
            out.push(b'[');
            out.extend(value.raw());
            out.push(b']');
        }
    }
}

fn check(bytes: &[u8]) -> usize {
    let Ok(file) = Collection::read(bytes) else { return 0 };
    if !file.faults().is_empty() {
        return 0;
    }
    let (ours, obvious) = (file.to_bytes(), write(&file));
    assert_eq!(
        String::from_utf8_lossy(&ours),
        String::from_utf8_lossy(&obvious),
        "{}",
        String::from_utf8_lossy(bytes)
    );
    1
}

#[test]
fn as_the_obvious_writer_does() {
    let mut random = Random::new(4);
    let mut checked = 0;
    for _ in 0..20_000 {
        checked += check(&garbage(&mut random, false));
    }
    for _ in 0..300 {
        let nodes = 1 + random.below(90);
        for original in [game(&mut random, nodes), tree(&mut random, nodes)] {
            checked += check(&original);
            for _ in 0..10 {
                checked += check(&mutated(&mut random, &original));
            }
        }
    }
    println!("counted: files written as the obvious writer does: {checked}");
    assert!(checked > 1_000, "only {checked}");
}

#[test]
fn lines_are_of_moderate_length() {
    let moves = ";B[aa];W[bb]".repeat(1000);
    let file = Collection::read(format!("(;SZ[9]{moves})")).expect("a game");
    let written = file.to_bytes();
    for line in written.split(|&byte| byte == b'\n') {
        assert!(line.len() < 80);
    }
}
