//! IMPR_RESU for programs that show fields: ParaView (FORMAT='VTK') and gmsh.
//!
//! ```text
//! IMPR_RESU(FORMAT="VTK", UNITE=80, RESU=_F(RESULTAT=MODES))     # beam.80_MODES.pvd, beam.80_MODES/0001.vtu ...
//! ```
//!
//! Files are named after that of the unit and the concept: `FILE_CONCEPT.vtu` for one state, otherwise `FILE_CONCEPT.pvd` and
//! a folder `FILE_CONCEPT` with one file for each order number. A unit bound to `shape.vtu` or `run.pvd` names the first
//! exactly so. A name that an earlier call of the study has used gets a number. The abscissa of a series is the instant or the frequency; that of modes is
//! the order number (modes may have one frequency), and their parameters are in the files.

use std::path::{Path, PathBuf};

use super::drawings;
use super::states::{Content, State};
use crate::catalogue::{Call, CallError};
use crate::concepts::States;
use crate::diag::Diagnostic;
use crate::io::grid::Array;
use crate::io::{gmsh, vtk};
use crate::operators::printing::asked::{
    field_names, left_fields, left_out, not_written, unknown_names, unknown_parameters,
};
use crate::operators::printing::paths::{basis_of, free_name, without_extension};
use crate::operators::{Context, Outcome};

/// States of one result that are written.
const MOST_STATES: usize = 1000;

pub(super) fn write(call: &Call, format: &str, unit: i64, context: &mut Context<'_>) -> Outcome {
    let mut contents: Vec<Content> = Vec::new();
    for keywords in call.factor("RESU") {
        let (unknown, nothing) = unknown_names(call, keywords, context);
        let told = !unknown.is_empty();
        unknown.into_iter().for_each(|warning| context.warn(warning));
        let left = left_fields(keywords);
        let all_left = !left.is_empty() && left.len() == field_names(keywords).len();
        let names = keywords.concept("RESULTAT").and_then(States::of).map(States::parameter_names).unwrap_or_default();
        let parameters = unknown_parameters(keywords, &names.into_iter().collect::<Vec<_>>());
        left.into_iter().chain(parameters).for_each(|fault| context.warn(left_out(call, *fault)));
        match Content::of(call, keywords, context) {
            Err(_) if all_left => {}
            Ok(_) if nothing => {}
            Err(_) if told => {}
            Ok(content) => {
                let left = contents.iter_mut().try_fold(content, |content, known| match known.join(content) {
                    Some(content) => Ok(content),
                    None => Err(()),
                });
                contents.extend(left);
            }
            Err(why) => {
                let message =
                    format!("{}: something is not written, and the study goes on: {}", call.command, why.message);
                let note = Diagnostic::warning("R708", message).at_if_absent(why.span);
                context.warn(match why.help {
                    Some(help) => note.help(help),
                    None => note,
                });
            }
        }
    }
    let file = file_of(unit, context);
    let mut names = Vec::new();
    for content in &mut contents {
        thin_out(call, content, context);
        let name = match format {
            "GMSH" => for_gmsh(call, content, &file, context)?,
            "SVG" | "PNG" => drawings::draw(call, content, format, &file, context)?,
            _ => for_paraview(call, content, &file, context)?,
        };
        names.push(name);
    }
    if names.is_empty() {
        context.warn(not_written(call, "no file was written"));
    }
    Ok(())
}

/// The file of the unit; one named after the study where that is the log.
fn file_of(unit: i64, context: &Context<'_>) -> PathBuf {
    let units = context.units;
    let stem = if units.stem.is_empty() { "fort" } else { &units.stem };
    units.output_file(unit).unwrap_or_else(|| units.output.join(format!("{stem}.{unit}")))
}

/// So many files or views that no one looks at them all.
fn thin_out(call: &Call, content: &mut Content, context: &mut Context<'_>) {
    let count = content.states.len();
    if count <= MOST_STATES {
        return;
    }
    let kept: Vec<usize> = (0..MOST_STATES).map(|k| k * (count - 1) / (MOST_STATES - 1)).collect();
    let mut rank = 0;
    content.states.retain(|_| {
        rank += 1;
        kept.binary_search(&(rank - 1)).is_ok()
    });
    let message = format!(
        "{}: {} has {count} states; {MOST_STATES} of them, evenly chosen, are written",
        call.command, content.name
    );
    let help = "INST, LIST_INST, NUME_ORDRE or LIST_ORDRE choose states";
    context.warn(Diagnostic::warning("R717", message).at_if_absent(call.span_of("RESU")).help(help));
}

fn for_paraview(call: &Call, content: &Content, file: &Path, context: &Context<'_>) -> Result<String, CallError> {
    let basis = basis_of(file, &content.name, &["vtu", "pvd"], context);
    let with = |extension: &str| PathBuf::from(format!("{}.{extension}", basis.display()));
    let text = |state: &State| vtk::grid(&content.grid, &content.snapshot(state));
    if let [state] = content.states.as_slice() {
        let path = with("vtu");
        context.write_alone(call, "UNITE", &path, text(state).as_bytes())?;
        return Ok(shown(&path));
    }
    context.make_folder(call, "UNITE", &basis)?;
    let folder = shown(&basis);
    let mut list = Vec::with_capacity(content.states.len());
    for state in content.states.iter().take_while(|_| !context.cancelled()) {
        let name = format!("{:04}.vtu", state.order);
        context.write_alone(call, "UNITE", &basis.join(&name), text(state).as_bytes())?;
        list.push((state.at, format!("{folder}/{name}")));
    }
    let path = with("pvd");
    context.write_alone(call, "UNITE", &path, vtk::series(&list).as_bytes())?;
    Ok(shown(&path))
}

fn for_gmsh(call: &Call, content: &Content, file: &Path, context: &mut Context<'_>) -> Result<String, CallError> {
    // gmsh numbers points and cells itself.
    let numbers = |array: &Array| array.name != "NOEUD" && array.name != "MAILLE";
    let snapshots: Vec<_> = content
        .states
        .iter()
        .map(|state| {
            let mut snapshot = content.snapshot(state);
            snapshot.on_points.retain(numbers);
            snapshot.on_cells.retain(numbers);
            (state.at, snapshot)
        })
        .collect();
    let states: Vec<_> = snapshots.iter().map(|(at, snapshot)| (*at, snapshot)).collect();
    let before = context.units.written.lock().ok().and_then(|written| {
        let content = written.get(file).filter(|content| !content.is_past)?;
        String::from_utf8(content.bytes.clone()).ok()
    });
    let before = before.unwrap_or_default();
    let text = gmsh::write(&content.grid, &states, &before);
    // One file holds one mesh.
    let path = if before.is_empty() || !text.starts_with("$MeshFormat") {
        file.to_path_buf()
    } else {
        let named = format!("{}_{}", without_extension(file).display(), content.name);
        PathBuf::from(format!("{}.msh", free_name(None, &named, "msh", context).display()))
    };
    context.append_to(call, "UNITE", path.clone(), text.as_bytes())?;
    Ok(shown(&path))
}

/// The name of a file without its folder.
fn shown(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
