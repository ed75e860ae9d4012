//! A slow and obvious reader of well-formed SGF: the grammar of the standard, a function for each of
//! its rules. It tolerates nothing; text that it can't read is `None`.

use super::flat::Flat;

/// The games of a text in which no part of a character looks like a bracket.
pub(crate) fn parse(text: &[u8]) -> Option<Vec<Vec<Flat>>> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while reader.peek().is_some() {
        let mut nodes = Vec::new();
        reader.tree(None, &mut nodes)?;
        games.push(nodes);
    }
    (!games.is_empty()).then_some(games)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    /// `GameTree = "(" Node { Node } { GameTree } ")"`
    fn tree(&mut self, mut parent: Option<usize>, nodes: &mut Vec<Flat>) -> Option<()> {
        self.eat(b'(')?;
        loop {
            let node = self.node(parent)?;
            parent = Some(nodes.len());
            nodes.push(node);
            if self.peek() != Some(b';') {
                break;
            }
        }
        while self.peek() == Some(b'(') {
            self.tree(parent, nodes)?;
        }
        self.eat(b')')
    }

    /// Node = ";" { Property }
    fn node(&mut self, parent: Option<usize>) -> Option<Flat> {
        self.eat(b';')?;
        let mut properties = Vec::new();
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            properties.push(self.property()?);
        }
        Some(Flat { parent, properties })
    }

    /// Property = Name "[" Value "]" { "[" Value "]" }
    fn property(&mut self) -> Option<(String, Vec<Vec<u8>>)> {
        let mut name = String::new();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        while let Some(&byte) = self.text.get(self.at).filter(is_name) {
            name.push(char::from(byte));
            self.at += 1;
        }
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
        }
        (!values.is_empty()).then_some((name, values))
    }

    /// Up to an unescaped bracket.
    fn value(&mut self) -> Option<Vec<u8>> {
        self.eat(b'[')?;
        let start = self.at;
        loop {
            match self.text.get(self.at)? {
                b']' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let value = self.text[start..self.at].to_vec();
        self.at += 1;
        Some(value)
    }
}
