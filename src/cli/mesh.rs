//! `stickslip mesh`: what is in a mesh file, and a drawing of it.

use std::path::{Path, PathBuf};

use super::codes::{HELD, WRONG};
use super::console::Console;
use super::sandbox;
use super::streams::{to_stderr, to_stdout};
use crate::io::grid::Grid;
use crate::io::med;
use crate::io::mesh_file::{Format, described, read};
use crate::io::picture::{Motion, Page, Tile};
use crate::io::pixels;
use crate::kernel::mesh::Mesh;
use crate::source::{SourceMap, World};
use crate::verdict::significant;

/// Digits of coordinates.
const DIGITS: usize = 6;

/// Which file, which mesh in it, where it is drawn.
#[derive(clap::Args)]
pub struct Options {
    /// Mesh file: MED, gmsh, universal or ASTER text, as it begins
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Mesh of a MED file [default: the first one]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// File in which the mesh is drawn: SVG, or PNG by its suffix
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn mesh(options: &Options, world: &dyn World) -> u8 {
    let path = &options.file;
    let file = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let bytes = match sandbox::beside(path, world).read(path) {
        Ok(bytes) => bytes,
        Err(why) => {
            to_stderr(&format!("{} cannot be read: {why}", path.display()));
            return WRONG;
        }
    };
    let format = Format::of(&bytes);
    let (others, fields) = match format {
        Format::Med => {
            let others = med::mesh_names(&file, bytes.clone()).unwrap_or_default();
            (others, fields(&file, bytes.clone()).unwrap_or_default())
        }
        _ => Default::default(),
    };
    let console = Console::new(false);
    let (mesh, warnings) = match read(format, &file, bytes, options.name.as_deref(), false) {
        Ok(found) => found,
        Err(fault) => {
            console.show(&fault, &SourceMap::default());
            return WRONG;
        }
    };
    warnings.iter().for_each(|warning| console.show(warning, &SourceMap::default()));
    let mut head = format!("{file}: {}", format.name());
    if !others.is_empty() {
        head += &format!(", mesh {} of {}", mesh.title, others.join(", "));
    }
    to_stdout(&format!("{head}\n{}{fields}", described(&mesh, &|x| significant(x, DIGITS)).trim_end()));
    match &options.output {
        Some(picture) => draw(&mesh, &file, picture, world),
        None => HELD,
    }
}

/// The fields of a MED file, a line each: how many states there are, over which times, and the components.
fn fields(file: &str, bytes: Vec<u8>) -> Option<String> {
    let stored = med::Fields::open(file, bytes).ok()?;
    let fields: Vec<_> = stored.names().into_iter().filter_map(|name| stored.field(name).ok()?).collect();
    let width = fields.iter().map(|field| field.name.chars().count()).max()?;
    let line = |field: &med::StoredField| {
        let times: Vec<f64> = field.steps.iter().map(|read| read.step.time).collect();
        let span = match times.as_slice() {
            [first, .., last] if first != last => {
                format!(" from {} to {}", significant(*first, DIGITS), significant(*last, DIGITS))
            }
            _ => String::new(),
        };
        let states = if times.len() == 1 { "state" } else { "states" };
        let components: Vec<&str> = field.components.iter().map(|name| name.trim()).collect();
        format!("\n  {:width$}  {} {states}{span}  {}", field.name, times.len(), components.join(", "))
    };
    Some(format!("\nfields{}", fields.iter().map(line).collect::<String>()))
}

fn draw(mesh: &Mesh, file: &str, picture: &Path, world: &dyn World) -> u8 {
    let grid = Grid::of_mesh(mesh);
    let caption = format!("{file}: {} nodes, {} cells", mesh.nodes.len(), mesh.cells.len());
    let page = Page { title: String::new(), grid: &grid, tiles: vec![Tile { caption, motion: Motion::Rest }] };
    let written = match pixels::Format::of(picture).bytes(page.svg()) {
        Ok(bytes) => sandbox::beside(picture, world).write(picture, &bytes).map_err(|why| why.to_string()),
        Err(why) => Err(why.to_string()),
    };
    match written {
        Ok(()) => HELD,
        Err(why) => {
            to_stderr(&format!("{} cannot be written: {why}", picture.display()));
            WRONG
        }
    }
}
