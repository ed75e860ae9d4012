//! `hoshi draw`: a record as a picture. Which diagrams are drawn is decided in `plan`; what they look like
//! is for hoshi-render; here are names, files and errors.

#[cfg(feature = "web")]
mod html;
mod plan;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use hoshi_render::{
    GifOptions, Paper, PngOptions, Scene, Style, SvgOptions, Theme, gif, layout, pdf, png, svg,
};

use super::{Answer, batch, notes};
use crate::charsets::Charsets;
use crate::cli::{Draw, DrawLook, Picture, Thousandths};
use crate::error::UsageError;
use crate::files;
use crate::out::Out;

/// Draws.
pub(crate) fn run(options: &Draw, out: &mut Out) -> Result<Answer> {
    let kind = options.format.or_else(|| Picture::of_path(&options.output));
    let style = style(&options.look, kind == Some(Picture::Pdf))?;
    let charsets = Charsets::new(&options.charset);
    let output = &options.output;
    let many = options.inputs.len() > 1 || options.inputs[0].is_dir() || output.is_dir();
    if many {
        let Some(picture) = options.format else {
            bail!(UsageError(format!(
                "{} is for several pictures: name their kind with --format, {}",
                files::shown(output),
                Picture::KINDS
            )));
        };
        let task = batch::Task {
            inputs: &options.inputs,
            from: options.from,
            folder: output,
            ending: &picture.to_string(),
            force: options.force,
            strict: false,
            verb: "draw",
            done: "drawn",
        };
        return batch::run(&task, |input| drawn(input, picture, options, &charsets, &style), out);
    }
    let Some(picture) = kind else {
        bail!(UsageError(format!(
            "cannot tell the kind of picture from `{}`: give --format, {}",
            output.display(),
            Picture::KINDS
        )));
    };
    let input = &options.inputs[0];
    if options.what.figures.is_none() {
        files::check(output, options.force)?;
    }
    let made = drawn(input, picture, options, &charsets, &style)?;
    notes::say(&format!("{}: ", files::shown(input)), &made.notes, out);
    let names: Vec<PathBuf> =
        made.files.iter().map(|(number, _)| numbered(output, *number)).collect();
    if files::is_dash(output) && made.files.len() > 1 {
        bail!(UsageError(format!("{} figures need files: name one with -o", made.files.len())));
    }
    // All names before the first file: either all figures are written or none.
    for name in &names {
        files::check(name, options.force)?;
    }
    for (name, (_, bytes)) in names.iter().zip(&made.files) {
        files::put(Some(name), bytes, picture.is_text(), options.force, out)?;
    }
    Ok(Answer::Yes)
}

/// The name of a figure: `kifu-2.svg`.
fn numbered(path: &Path, number: Option<usize>) -> PathBuf {
    let Some(number) = number.filter(|_| !files::is_dash(path)) else { return path.to_owned() };
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// One record, drawn.
fn drawn(
    input: &Path,
    picture: Picture,
    options: &Draw,
    charsets: &Charsets,
    style: &Style,
) -> Result<batch::Made> {
    #[cfg(feature = "web")]
    if picture == Picture::Html {
        return html::page(input, options, charsets);
    }
    let plan = plan::plan(input, picture, options, charsets)?;
    let mut notes = plan.notes;
    let scenes: Vec<Scene> = plan.diagrams.iter().map(|diagram| layout(diagram, style)).collect();
    let foreign: String = scenes
        .first()
        .map(Scene::foreign_characters)
        .unwrap_or_default()
        .into_iter()
        .take(8)
        .collect();
    if !foreign.is_empty() && picture != Picture::Svg {
        notes.push(format!(
            "`{foreign}` comes from a font of this machine; another machine may draw it differently"
        ));
    }
    let number = |index: usize| options.what.figures.map(|_| index + 1);
    let files = match picture {
        Picture::Svg => {
            let write = |(index, scene): (usize, &Scene)| {
                Ok((number(index), svg(scene, &SvgOptions::new()).into_bytes()))
            };
            scenes.iter().enumerate().map(write).collect::<Result<Vec<_>>>()?
        }
        Picture::Png => {
            let size = png_options(&options.look);
            let write = |(index, scene): (usize, &Scene)| Ok((number(index), png(scene, &size)?));
            scenes.iter().enumerate().map(write).collect::<Result<Vec<_>>>()?
        }
        Picture::Pdf => vec![(None, pdf(&scenes, options.look.paper)?)],
        Picture::Gif => {
            let delay = Duration::from_millis(u64::from(options.look.delay));
            let options = GifOptions::new(png_options(&options.look), delay);
            vec![(None, gif(&scenes, &options)?)]
        }
        #[cfg(feature = "web")]
        Picture::Html => Vec::new(),
    };
    Ok(batch::Made { files, notes, losses: Vec::new(), lossy: false })
}

fn png_options(look: &DrawLook) -> PngOptions {
    let options = PngOptions::new();
    match *look {
        DrawLook { scale: Some(Thousandths(scale)), .. } => options.scale(scale),
        DrawLook { width: Some(width), .. } => options.width(width),
        DrawLook { dpi: Some(dpi), .. } => options.dpi(dpi),
        _ => options,
    }
}

/// The style that the options ask for.
fn style(look: &DrawLook, is_printed: bool) -> Result<Style> {
    let usual = if is_printed { "paper" } else { "wood" };
    let theme = theme(look.theme.as_deref().unwrap_or(usual))?;
    Ok(Style::new()
        .theme(theme)
        .coordinates(look.coords)
        .captions(!look.bare)
        .transparent(look.transparent))
}

/// A theme by its name, or from a file.
pub(crate) fn theme(name: &str) -> Result<Theme> {
    if let Some(theme) = Theme::builtin(name) {
        return Ok(theme);
    }
    let path = Path::new(name);
    if !name.contains(['.', '/', '\\']) && !path.exists() {
        let known = Theme::NAMES.join(", ");
        bail!(UsageError(format!("unknown theme `{name}`: write {known}, or the name of a file")));
    }
    let bytes = files::read_up_to(path, 1 << 20)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name}: is not UTF-8 text"))?;
    Theme::parse(&text).map_err(|error| anyhow!("{}: {error}", files::shown(path)))
}

/// Writes one scene to a file, by its name; for the commands that study small boards.
pub(crate) fn write_one(scene: Scene, output: &Path, force: bool, out: &mut Out) -> Result<()> {
    let (picture, bytes) = one(scene, output)?;
    files::put(Some(output), &bytes, picture == Picture::Svg, force, out)
}

/// The bytes of one scene, in the form that the name of the file asks for.
pub(crate) fn one(scene: Scene, output: &Path) -> Result<(Picture, Vec<u8>)> {
    let picture = still(output)?;
    let bytes = match picture {
        Picture::Svg => svg(&scene, &SvgOptions::new()).into_bytes(),
        Picture::Png => png(&scene, &PngOptions::new())?,
        Picture::Pdf => pdf(&[scene], Paper::default())?,
        _ => bail!(UsageError(STILL.to_owned())),
    };
    Ok((picture, bytes))
}

const STILL: &str = "this is a single picture: name the file .svg, .png or .pdf";

/// The kind of picture that a name asks for, if it is one that does not move. Asked before the work.
pub(crate) fn still(output: &Path) -> Result<Picture> {
    match Picture::of_path(output) {
        Some(picture @ (Picture::Svg | Picture::Png | Picture::Pdf)) => Ok(picture),
        Some(_) => bail!(UsageError(STILL.to_owned())),
        None => bail!(UsageError(format!(
            "cannot tell the kind of picture from `{}`: name it .svg, .png or .pdf",
            files::shown(output)
        ))),
    }
}
