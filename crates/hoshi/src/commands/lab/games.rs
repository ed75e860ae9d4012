//! `hoshi lab games`.

use anyhow::Result;
use serde_json::json;

use super::{Answer, search, wrong};
use crate::cli::LabGames;
use crate::out::Out;

pub(super) fn games(options: &LabGames, out: &mut Out) -> Result<Answer> {
    let size = options.size;
    let what = format!("counting the games of {size}");
    let games = search(&what, out, || hoshi_lab::games(size).map_err(wrong))?.to_string();
    if options.json {
        let object = json!({ "width": size.width(), "height": size.height(), "games": games });
        out.json(&object)?;
    } else {
        out.line(&games)?;
    }
    Ok(Answer::Yes)
}
