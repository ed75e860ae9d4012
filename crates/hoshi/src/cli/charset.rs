//! The charset of records, as far as the command line says it: the same two options wherever a record is
//! read.

use clap::Args;
use hoshi_record::charset::{Charset, Hints};

/// What the command line says about charsets.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct CharsetOptions {
    /// Read all text as this charset, whatever CA says, as in `GBK`; UTF-16 stays what it is
    #[arg(long, value_name = "NAME", value_parser = charset, conflicts_with = "default_charset")]
    pub(crate) charset: Option<Charset>,
    /// Read games without CA as this charset if they are valid in it; without it, it is guessed
    #[arg(long, value_name = "NAME", value_parser = charset)]
    pub(crate) default_charset: Option<Charset>,
}

impl CharsetOptions {
    /// The same for the reader.
    pub(crate) fn hints(&self) -> Hints {
        Hints { charset: self.charset, default: self.default_charset, likely: None }
    }
}

fn charset(text: &str) -> Result<Charset, String> {
    Charset::for_label(text.as_bytes()).ok_or_else(|| {
        format!(
            "`{text}` is not a charset that hoshi knows: write a name such as UTF-8, GBK, GB18030, Big5, \
             Shift_JIS, EUC-JP, EUC-KR, ISO-8859-1, windows-1251 or KOI8-R"
        )
    })
}
