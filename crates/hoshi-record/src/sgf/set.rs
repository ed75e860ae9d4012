//! Setting the properties of a node.

use super::collection::is_plain;
use super::edit::{EditError, Fit, GameEdit, MAX_TEXT};
use super::encoding::{Script, Voice};
use super::game::GameTree;
use super::tree::NodeId;
use super::write::{write_property, write_value};
use crate::charset::Why;

impl GameEdit<'_> {
    /// Sets a property to these raw values, in its old place, or after the others if it is new. Bytes
    /// that would end a value are escaped; a point, a number or a text of
    /// [`GameTree::escape`](super::GameTree::escape) goes in as it is.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;SZ[9]C[x])")?;
    /// let mut game = file.edit(0).unwrap();
    /// game.set(game.root(), "AB", &["cc", "gg"])?;
    /// game.set(game.root(), "SZ", &["13"])?;
    /// assert_eq!(file.to_bytes(), b"(;SZ[13]C[x]AB[cc][gg])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the name is invalid, there is no value, or the file would become too large.
    pub fn set<V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        name: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        check_name(name)?;
        if values.is_empty() {
            return Err(EditError::NoValue);
        }
        self.change(node, &[(name, values)])
    }

    /// Sets a property to one text.
    ///
    /// ```
    /// use hoshi_record::sgf::{Collection, Fit};
    ///
    /// let mut file = Collection::read("(;SZ[9])")?;
    /// let mut game = file.edit(0).unwrap();
    /// assert_eq!(game.set_text(game.root(), "C", "a [1] or b [2]?")?, Fit::Kept);
    /// assert_eq!(file.to_bytes(), b"(;SZ[9]C[a [1\\] or b [2\\]?])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GameEdit::set`].
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) -> Result<Fit, EditError> {
        self.set_encoded(node, name, |game| Some(vec![game.escape(text, false)?]))
    }

    /// Sets a property to the values that `encode` returns for the charset of the game; if that
    /// fails, the whole file is converted to UTF-8.
    pub(crate) fn set_encoded(
        &mut self,
        node: NodeId,
        name: &str,
        encode: impl Fn(GameTree<'_>) -> Option<Vec<Vec<u8>>>,
    ) -> Result<Fit, EditError> {
        self.set_all_encoded(node, &[name], |game| Some(vec![encode(game)?]))
    }

    /// Like [`GameEdit::set_encoded`], for several properties, all of them or none. `encode` returns
    /// the values of each in turn; a property without values is removed.
    pub(crate) fn set_all_encoded(
        &mut self,
        node: NodeId,
        names: &[&str],
        encode: impl Fn(GameTree<'_>) -> Option<Vec<Vec<Vec<u8>>>>,
    ) -> Result<Fit, EditError> {
        names.iter().try_for_each(|name| check_name(name))?;
        let (values, fit) = match encode(self.tree()) {
            Some(values) => (values, Fit::Kept),
            None => {
                self.file.to_utf8();
                // UTF-8 can encode everything.
                (encode(self.tree()).unwrap_or_default(), Fit::Reencoded)
            }
        };
        let is_ascii = values.iter().flatten().all(|raw| is_plain(raw));
        if !is_ascii && self.tree().why_charset() == Why::Ascii {
            // From now on CA matters.
            let charset = self.tree().charset();
            if self.tree().root().get("CA").is_none() {
                self.set(self.root(), "CA", &[charset.name()])?;
            }
            let voice = Voice { script: Script::of(charset), why: Why::Label };
            self.file.roots[self.game].voice = self.file.charsets.voices.number(voice);
        }
        let values = values.iter().map(Vec::as_slice);
        let all: Vec<(&str, &[Vec<u8>])> = names.iter().copied().zip(values).collect();
        self.change(node, &all)?;
        Ok(fit)
    }

    /// Replaces the properties of a node with these, in this order: names, which may be old ones
    /// with lower-case letters, and raw values as for [`GameEdit::set`].
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;L[aa][bb]C[x])")?;
    /// let mut game = file.edit(0).unwrap();
    /// game.replace(game.root(), &[("LB", vec!["aa:a", "bb:b"]), ("C", vec!["x"])])?;
    /// assert_eq!(file.to_bytes(), b"(;LB[aa:a][bb:b]C[x])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GameEdit::set`].
    pub fn replace<N: AsRef<str>, V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        properties: &[(N, Vec<V>)],
    ) -> Result<(), EditError> {
        let lexing = self.tree().script().lexing;
        let mut text = Vec::new();
        for (name, values) in properties {
            let name = name.as_ref();
            let begins = name.bytes().next().is_some_and(|first| first.is_ascii_alphabetic());
            if !begins || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err(EditError::Name(name.to_owned()));
            }
            if values.is_empty() {
                return Err(EditError::NoValue);
            }
            text.extend_from_slice(name.as_bytes());
            for value in values {
                write_value(name, value.as_ref(), lexing, &mut text);
            }
        }
        if self.file.text.len() + text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        self.file.rewrite(node, &text);
        Ok(())
    }

    /// Removes every occurrence of a property. Returns whether there was one.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;SZ[9]C[x])")?;
    /// let mut game = file.edit(0).unwrap();
    /// assert!(game.unset(game.root(), "C")?);
    /// assert!(!game.unset(game.root(), "C")?);
    /// assert_eq!(file.to_bytes(), b"(;SZ[9])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file would become too large.
    pub fn unset(&mut self, node: NodeId, name: &str) -> Result<bool, EditError> {
        let there = self.tree().node(node).get(name).is_some();
        if there {
            self.change::<&[u8]>(node, &[(name, &[])])?;
        }
        Ok(there)
    }

    /// Sets properties to these values, and removes those without any: all of them or none.
    fn change<V: AsRef<[u8]>>(
        &mut self,
        node: NodeId,
        properties: &[(&str, &[V])],
    ) -> Result<(), EditError> {
        let lexing = self.tree().script().lexing;
        let mut text = Vec::new();
        let mut open: Vec<&(&str, &[V])> = properties.iter().collect();
        let put = |(name, values): &(&str, &[V]), text: &mut Vec<u8>| {
            if !values.is_empty() {
                text.extend_from_slice(name.as_bytes());
            }
            for value in *values {
                write_value(name, value.as_ref(), lexing, text);
            }
        };
        for property in self.tree().node(node).properties() {
            if !properties.iter().any(|(name, _)| property.is(name)) {
                write_property(&property, lexing, &mut text);
            } else if let Some(nth) = open.iter().position(|(name, _)| property.is(name)) {
                put(open.remove(nth), &mut text);
            }
        }
        for property in open {
            put(property, &mut text);
        }
        if self.file.text.len() + text.len() >= MAX_TEXT {
            return Err(EditError::TooLarge);
        }
        self.file.rewrite(node, &text);
        Ok(())
    }
}

/// Checks that a name is allowed by `FF[4]`, or has digits in addition, as some programs write.
fn check_name(name: &str) -> Result<(), EditError> {
    let begins = name.starts_with(|first: char| first.is_ascii_uppercase());
    if begins && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(EditError::Name(name.to_owned()))
    }
}
