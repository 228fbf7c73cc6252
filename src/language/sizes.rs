//! How large a concept is, in a few words.

use super::offered::counted as count;
use crate::concepts::{Concept, Load, ModeSet, Model, States, TurbulentFlow};
use crate::kernel::signal::Signal;
use crate::verdict::significant;

/// `2 nodes, 2 cells, 4 groups`
pub fn sizes(concept: &Concept) -> String {
    match concept {
        Concept::Mesh(value) => {
            let mesh = &value.mesh;
            let groups = mesh.node_groups.len() + mesh.cell_groups.len();
            let parts = [count(mesh.nodes.len(), "node"), count(mesh.cells.len(), "cell"), count(groups, "group")];
            parts.join(", ")
        }
        Concept::Model(model) => of_model(model),
        Concept::ElementProperties(properties) => count(properties.cells.len(), "cell"),
        Concept::Material(material) => {
            material.laws.keys().chain(material.behaviours.keys()).map(String::as_str).collect::<Vec<_>>().join(", ")
        }
        Concept::MaterialField(field) => {
            format!("{} with a material", count(field.cells.iter().flatten().count(), "cell"))
        }
        Concept::Load(load) => of_load(load),
        Concept::Function(function) => match &function.signal {
            Signal::Constant(value) => format!("{} = {}", function.result, number(*value)),
            Signal::Formula(_) => format!("{} of {}, a formula", function.result, function.parameter),
            Signal::Table(table) => points(&function.result, &function.parameter, &table.abscissae),
        },
        Concept::ComplexFunction(function) => points(&function.result, &function.parameter, &function.abscissae),
        Concept::Surface(surface) => {
            let of = format!("{} of {}", surface.result, surface.inner_parameter);
            format!(
                "{}, {of}, {}",
                count(surface.functions.len(), "function"),
                range(&surface.parameter, &surface.values)
            )
        }
        Concept::Formula(formula) => format!("({}) -> {}", formula.parameters.join(", "), formula.text.trim()),
        Concept::RealList(values) => format!("{}, {}", count(values.len(), "real"), range("", values)),
        Concept::Instants(list) => format!("{}, {}", count(list.instants.len(), "instant"), range("", &list.instants)),
        Concept::IntegerList(values) => count(values.len(), "integer"),
        Concept::ElementTerms(terms) => format!("{}, {}", terms.option, count(terms.terms.len(), "term")),
        Concept::Numbering(value) => of_unknowns(value.numbering.len()),
        Concept::Matrix(value) => format!("{}, {}", value.option, of_unknowns(value.matrix.numbering.len())),
        Concept::NodalField(field) => of_unknowns(field.numbering.len()),
        Concept::CellField(field) => {
            let components = field.values.components.join(" ");
            let places = count(field.values.cells.len(), if field.values.at_nodes { "node" } else { "cell" });
            format!("{} on {places}: {components}", field.name)
        }
        Concept::Modes(modes) => of_modes(modes),
        Concept::Interfaces(set) => {
            let names: Vec<&str> = set.interfaces.iter().map(|i| i.name.as_str()).collect();
            format!("{}: {}", count(names.len(), "interface"), names.join(", "))
        }
        Concept::MacroElement(element) => format!("{} by {}", element.stiffness.nrows(), element.stiffness.ncols()),
        Concept::SubstructuredModel(model) => {
            format!("{}, {}", count(model.parts.len(), "sub-structure"), count(model.links.len(), "link"))
        }
        Concept::GeneralizedNumbering(numbering) => coordinates(numbering.size),
        Concept::GeneralizedMatrix(matrix) => {
            format!("{}, {} by {}", matrix.option, matrix.values.nrows(), matrix.values.ncols())
        }
        Concept::GeneralizedVector(vector) => coordinates(vector.values.len()),
        Concept::Trajectory(kept) => {
            let trajectory = kept.get();
            let contacts = match trajectory.interactions.len() {
                0 => String::new(),
                n => format!(", {}", count(n, "local law")),
            };
            let states = count(trajectory.len(), "state");
            let when = range("INST", &trajectory.instants);
            let made = trajectory.scheme.as_deref().unwrap_or("projected");
            format!("{states}, {when}, {}{contacts}, {made}", coordinates(trajectory.size))
        }
        Concept::Harmonic(response) => {
            let n = response.len();
            format!("{}, {}, {}", count(n, "state"), range("FREQ", &response.frequencies), coordinates(response.size))
        }
        Concept::Fields(series) => {
            let fields: Vec<&str> = States::Fields(series).field_names().into_iter().collect();
            format!("{}: {}", count(series.orders.len(), "order"), fields.join(", "))
        }
        Concept::Table(table) => {
            format!("{} of {}", count(table.rows.len(), "row"), count(table.columns.len(), "column"))
        }
        Concept::SpectralMatrix(matrix) => {
            let terms = count(matrix.terms.len(), "term");
            format!("{}, {terms}, {}", matrix.kind, range(&matrix.parameter, &matrix.abscissae))
        }
        Concept::Flow(flow) => {
            format!("{}, {}", count(flow.zones.len(), "zone"), count(flow.nodes.len(), "node"))
        }
        Concept::AxialFlow(flow) => {
            format!("{}, {}", count(flow.bundle.tubes.len(), "tube"), count(flow.grids.len(), "grid"))
        }
        Concept::FluidElastic(base) => {
            format!("{}, {}", count(base.ranks.len(), "mode"), range("VITE_FLUI", &base.speeds))
        }
        Concept::Turbulence(flow) => match &**flow {
            TurbulentFlow::Correlated(flow) => format!("correlated over {} diameters", number(flow.correlation)),
            TurbulentFlow::Given(terms) => format!("{} of components", count(terms.len(), "pair")),
        },
        Concept::RoughProfile(profile) => {
            format!("{}, {} m long", count(profile.heights.len(), "node"), number(profile.length()))
        }
        Concept::RoughBody(body) => {
            format!("{}, {}", count(body.beam.modes(), "mode"), count(body.profile.heights.len(), "node"))
        }
        Concept::Sliding(run) => {
            let states = count(run.result.archive.steps.len(), "state");
            format!("{} steps at {} m/s, {states}", run.result.steps, number(run.speed))
        }
        Concept::Slab(run) => {
            format!("{}, {}", count(run.states.len(), "state"), count(run.events.len(), "event"))
        }
        Concept::Obstacle(shape) => format!("{}, {}", shape.kind.name, count(shape.points.len(), "point")),
    }
}

fn of_model(model: &Model) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for kind in model.modelisations.iter().flatten() {
        match kinds.iter_mut().find(|(name, _)| *name == kind.name()) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind.name(), 1)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(name, n)| format!("{n} {name}")).collect();
    format!("{}: {}", count(model.modelisations.iter().flatten().count(), "element"), kinds.join(", "))
}

fn of_load(load: &Load) -> String {
    let parts = [
        (load.constraints.len(), "condition"),
        (load.nodal_forces.len() + load.turned_forces.len(), "nodal force"),
        (load.line_forces.len(), "line force"),
        (load.strains.len(), "strain"),
        (load.body_forces.len(), "body force"),
    ];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
    if parts.is_empty() { "empty".to_string() } else { parts.join(", ") }
}

fn of_modes(modes: &ModeSet) -> String {
    let frequency = |rank| States::Modes(modes).parameter("FREQ", rank);
    let frequencies: Vec<f64> = (0..modes.len()).filter_map(frequency).collect();
    match frequencies.as_slice() {
        [] => count(modes.len(), "mode"),
        found => format!("{}, {}", count(modes.len(), "mode"), range("FREQ", found)),
    }
}

fn of_unknowns(n: usize) -> String {
    count(n, "unknown")
}

fn coordinates(n: usize) -> String {
    count(n, "generalised coordinate")
}

fn points(result: &str, parameter: &str, abscissae: &[f64]) -> String {
    format!("{} of {result}, {}", count(abscissae.len(), "point"), range(parameter, abscissae))
}

/// `INST 0 to 2.5`
fn range(name: &str, values: &[f64]) -> String {
    let text = match (values.first(), values.last()) {
        (Some(first), Some(last)) if values.len() > 1 => format!("{name} {} to {}", number(*first), number(*last)),
        (Some(only), _) => format!("{name} {}", number(*only)),
        _ => format!("{name} without value"),
    };
    text.trim_start().to_string()
}

/// A number as short as six digits allow.
fn number(x: f64) -> String {
    significant(x, 6)
}
