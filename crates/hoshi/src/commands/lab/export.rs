//! `hoshi lab export`: the reduced positions of a census for other programs.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Seek as _, Write as _};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_lab::{Run, Store};

use super::Answer;
use super::census::all_parts;
use super::watch::watched;
use crate::cli::LabExport;
use crate::error::UsageError;
use crate::files;
use crate::out::Out;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Csv,
    Numpy,
}

pub(super) fn export(options: &LabExport, out: &mut Out) -> Result<Answer> {
    let kind = match options.output.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Kind::Csv,
        Some("npy") => Kind::Numpy,
        _ => {
            let why = format!("{}: name a .csv or a .npy file", options.output.display());
            return Err(anyhow!(UsageError(why)));
        }
    };
    files::check(&options.output, options.force)?;
    let store = Store::open(&options.folder)?;
    let parts = options.parts.as_ref().map_or(0..store.parts(), |parts| parts.0.clone());
    if parts.end > store.parts() {
        let (last, there) = (parts.end - 1, all_parts(store.parts()));
        let why = format!("there is no part {last}: {} has {there}", options.folder.display());
        return Err(anyhow!(UsageError(why)));
    }
    let serials = parts
        .clone()
        .map(|part| store.layout().range(store.census(), part))
        .map(|range| range.end - range.start)
        .sum();
    // An unfinished file is removed with it.
    let mut draft = files::begin(&options.output, options.force)?;
    let written = watched("writing", serials, 1, out, |run| {
        write(&store, parts.clone(), kind, draft.file(), &options.output, run)
    })?;
    let Some(many) = written else { return Ok(Answer::Interrupted) };
    if let Some(note) = files::note(&options.output, files::finish(draft, &options.output)?) {
        out.say(note);
    }
    out.say(format!("{many} positions in {}", options.output.display()));
    Ok(Answer::Yes)
}

/// Writes the positions of some parts; how many there are.
fn write(
    store: &Store,
    parts: Range<u64>,
    kind: Kind,
    file: &mut File,
    path: &Path,
    run: Run<'_>,
) -> Result<u64> {
    let named = || files::shown(path);
    let mut reader = store.reader()?;
    let mut many = 0;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    match kind {
        Kind::Csv => file.write_all(b"serial,ko\n").with_context(named)?,
        // NumPy wants the number first, which is not known yet.
        Kind::Numpy => file.write_all(&numpy_head(0)).with_context(named)?,
    }
    for part in parts {
        run.check()?;
        let Some((bitmap, masks)) = reader.part(part)? else {
            bail!("part {part} is not there yet");
        };
        let mut masks = masks.list.into_iter().peekable();
        for serial in bitmap.serials() {
            let offset = (serial - bitmap.first) as u32;
            let mask = masks.next_if(|(at, _)| *at == offset).map_or(0, |(_, mask)| mask);
            let wrote = match kind {
                Kind::Csv => writeln!(file, "{serial},{mask}"),
                Kind::Numpy => {
                    let mut record = [0; 12];
                    record[..8].copy_from_slice(&serial.to_le_bytes());
                    record[8..].copy_from_slice(&mask.to_le_bytes());
                    file.write_all(&record)
                }
            };
            wrote.with_context(named)?;
            many += 1;
        }
        (run.progress)(bitmap.len);
    }
    let file = file.into_inner().map_err(IntoInnerError::into_error).with_context(named)?;
    if kind == Kind::Numpy {
        file.rewind().with_context(named)?;
        file.write_all(&numpy_head(many)).with_context(named)?;
    }
    Ok(many)
}

/// The head of a `.npy` file (version 1.0) with this many records.
fn numpy_head(many: u64) -> Vec<u8> {
    const LEN: usize = 128;
    let about = format!(
        "{{'descr': [('serial', '<u8'), ('ko', '<u4')], 'fortran_order': False, 'shape': ({many},), }}"
    );
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend(((LEN - 10) as u16).to_le_bytes());
    head.extend(about.as_bytes());
    head.resize(LEN - 1, b' ');
    head.push(b'\n');
    head
}
