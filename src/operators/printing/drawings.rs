//! IMPR_RESU(FORMAT='SVG' or 'PNG'): drawings of the mesh, of deformed structures and of modes (`io::picture`).
//!
//! ```text
//! IMPR_RESU(FORMAT="SVG", UNITE=80, ANIMATION="OUI", RESU=_F(RESULTAT=MODES, NUME_MODE=(1, 2, 3)))
//! ```
//!
//! One page for each result, a drawing for each state. The field drawn is DEPL, or the first of NOM_CHAM that is a vector. With ANIMATION modes
//! and harmonic responses swing, and the states of a motion follow one another in one drawing. A PNG does not move.

use std::path::{Path, PathBuf};

use super::states::{Content, State};
use crate::catalogue::{Call, CallError};
use crate::diag::Diagnostic;
use crate::io::grid::Snapshot;
use crate::io::picture::{Motion, Page, Shape, Tile};
use crate::operators::Context;
use crate::operators::call::context::counted;
use crate::operators::printing::format::picture;
use crate::operators::printing::paths::basis_of;
use crate::verdict::significant;

/// Drawings of one page.
const MOST_TILES: usize = 12;

pub(super) fn draw(
    call: &Call,
    content: &Content,
    format: &str,
    file: &Path,
    context: &mut Context<'_>,
) -> Result<String, CallError> {
    let moving = call.is("ANIMATION", "OUI") && format == "SVG";
    if call.is("ANIMATION", "OUI") && !moving {
        let message =
            format!("{}: a PNG picture does not move; {} is drawn state by state", call.command, content.name);
        let warning = Diagnostic::warning("I602", message).at_if_absent(call.span_of("ANIMATION"));
        context.warn(warning.help("FORMAT='SVG' writes a picture that moves"));
    }
    let mut pictures: Vec<(&State, Snapshot)> =
        content.states.iter().map(|state| (state, content.snapshot(state))).collect();
    let on_mesh = matches!(pictures.as_slice(), [(_, snapshot)] if !snapshot.on_points.iter().any(is_vector));
    pictures.retain(|(_, snapshot)| on_mesh || snapshot.on_points.iter().any(is_vector));
    let swings = |state: &State| state.parameter("FREQ").is_some();
    let film = moving && pictures.len() > 1 && !pictures.iter().any(|(state, _)| swings(state));
    let tiles: Vec<Tile> = if on_mesh {
        let (nodes, cells) = (content.grid.points.len() as u64, content.grid.cells.len() as u64);
        let caption = format!("{}: {}, {}", content.name, counted(nodes, "node"), counted(cells, "cell"));
        vec![Tile { caption, motion: Motion::Rest }]
    } else if film {
        let shapes = pictures.iter().map(|(_, snapshot)| shapes(snapshot).0).collect();
        let [(first, _), .., (last, _)] = pictures.as_slice() else { return Ok(String::new()) };
        let caption = format!("{}, {} to {} s", content.name, significant(first.at, 4), significant(last.at, 4));
        vec![Tile { caption, motion: Motion::Film(shapes) }]
    } else {
        let tile = |(state, snapshot): &(&State, Snapshot)| {
            let (re, im) = shapes(snapshot);
            let motion = if moving && swings(state) { Motion::Swing(re, im) } else { Motion::Still(re) };
            Tile { caption: caption(&content.name, state), motion }
        };
        pictures.iter().take(MOST_TILES).map(tile).collect()
    };
    if !film && pictures.len() > MOST_TILES {
        let message = format!(
            "{}: {} has {} states; the first {MOST_TILES} are drawn",
            call.command,
            content.name,
            pictures.len()
        );
        let help = "NUME_ORDRE, NUME_MODE, INST choose states";
        context.warn(Diagnostic::warning("R717", message).at_if_absent(call.span_of("RESU")).help(help));
    }
    let extension = if format == "PNG" { "png" } else { "svg" };
    let basis = basis_of(file, &content.name, &[extension], context);
    let path = PathBuf::from(format!("{}.{extension}", basis.display()));
    let page = Page { title: String::new(), grid: &content.grid, tiles };
    context.write_alone(call, "UNITE", &path, &picture(call, format, &path, page.svg())?)?;
    Ok(path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default())
}

fn is_vector(array: &crate::io::grid::Array) -> bool {
    array.components == ["DX", "DY", "DZ"]
}

/// Real and imaginary part of the first vector; the second is empty for a real field.
fn shapes(snapshot: &Snapshot) -> (Shape, Shape) {
    let of = |name: Option<&str>| -> Shape {
        let array = snapshot.on_points.iter().find(|a| is_vector(a) && name.is_none_or(|name| a.name == name));
        let rows = |a: &crate::io::grid::Array| {
            (0..a.values.len() / 3).map(|k| [a.row(k)[0], a.row(k)[1], a.row(k)[2]]).collect()
        };
        array.map(rows).unwrap_or_default()
    };
    let own = snapshot.on_points.iter().find(|a| is_vector(a)).map_or("", |a| a.name.as_str());
    let imaginary = own.strip_suffix("_REEL").map(|stem| of(Some(&format!("{stem}_IMAG"))));
    (of(None), imaginary.unwrap_or_default())
}

fn caption(name: &str, state: &State) -> String {
    match (state.parameter("FREQ"), state.parameter("INST")) {
        (Some(frequency), _) => format!("{name} {}: {} Hz", state.order, significant(frequency, 5)),
        (None, Some(instant)) => format!("{name}, {} s", significant(instant, 5)),
        _ => format!("{name} {}", state.order),
    }
}
