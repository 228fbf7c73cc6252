//! What IMPR_RESU is told to write, as a grid and the arrays of each state, for other programs.
//!
//! Displacements, velocities and forces at nodes are arrays of three components (`DEPL`: DX, DY, DZ, 0 where the node lacks
//! one) and of three rotations or moments (`DEPL_ROTA`); what else a node has, and fields on cells, are arrays of all their
//! components, NaN where there is none. A field with several points in a cell gives one array for each
//! (`EFGE_ELNO_1`, `EFGE_ELNO_2`). Complex fields give `_REEL` and `_IMAG`, or what PARTIE asks (PHASE in degrees).

use std::collections::BTreeMap;

use num_complex::Complex64;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementField, Field, States};
use crate::io::grid::{Array, Grid, Snapshot};
use crate::io::vtk;
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::call::variables::laws_of;
use crate::operators::printing::asked::{field_names, on_elements_alone};
use crate::operators::tables::{not_stored, stored_fields};

/// A mesh, or a result on it.
pub(super) struct Content {
    /// Of the concept.
    pub name: String,
    pub grid: Grid,
    pub states: Vec<State>,
    nodes: Vec<usize>,
    cells: Vec<usize>,
    components: Vec<String>,
    part: Option<String>,
    /// Internal variables are called by their names where all cells agree on them.
    named: bool,
    fixed: Snapshot,
}

/// One state of a result.
pub(super) struct State {
    pub order: i64,
    /// Instant or frequency, else the order number.
    pub at: f64,
    parameters: Vec<(String, f64)>,
    fields: Vec<(String, Field)>,
}

impl State {
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.parameters.iter().find(|(own, _)| own == name).map(|(_, value)| *value)
    }
}

impl Content {
    /// What one occurrence of RESU asks.
    pub fn of(call: &Call, keywords: &Keywords, context: &Context<'_>) -> Result<Content, CallError> {
        let source = ["RESULTAT", "CHAM_GD", "MAILLAGE"].into_iter().find(|k| keywords.has(k)).unwrap_or("MAILLAGE");
        let asked = keywords.text_if_given("NOM_RESU_MED").map(|name| name.trim().to_string());
        let own = keywords.handle(source).map(|handle| handle.name().to_string());
        let name = asked.or(own).filter(|name| !name.is_empty()).unwrap_or_else(|| "RESU".into());
        // It becomes a part of names of files.
        let name = name.replace(|c: char| !c.is_alphanumeric() && c != '_', "_");
        if source == "MAILLAGE" {
            let mesh = context.latest_mesh(call, entities::mesh(keywords, source)?);
            let mut content = Content::on(mesh, keywords, name)?;
            content.fixed.on_points.extend(groups("GROUP_NO", &mesh.node_groups, &content.nodes));
            content.fixed.on_cells.extend(groups("GROUP_MA", &mesh.cell_groups, &content.cells));
            content.states.push(State { order: 0, at: 0.0, parameters: Vec::new(), fields: Vec::new() });
            return Ok(content);
        }
        let mut states: BTreeMap<usize, Vec<(String, Field)>> = BTreeMap::new();
        let titles = keywords.texts("NOM_CHAM_MED");
        let mut absent = Vec::new();
        for (rank, own) in field_names(keywords).into_iter().enumerate() {
            let stored = stored_fields(keywords, &own)?;
            match stored.first() {
                None => absent.push(own.clone()),
                Some(state) if on_elements_alone(keywords, &own, &state.field, false).is_some() => continue,
                Some(_) => {}
            }
            let title = match (titles.get(rank), keywords.concept("CHAM_GD")) {
                (Some(title), _) => title.trim().to_string(),
                (None, Some(Concept::CellField(field))) if !field.name.is_empty() => field.name.clone(),
                (None, Some(_)) => name.clone(),
                _ => own,
            };
            for state in stored {
                states.entry(state.rank).or_default().push((title.clone(), state.field));
            }
        }
        let Some((_, first)) = states.values().next().and_then(|fields| fields.first()) else {
            return Err(match absent.first() {
                Some(own) => not_stored(keywords, own),
                None => keywords.error(source, "R607", format!("{name} has no field on a mesh")),
            });
        };
        let mut content = Content::on(context.latest_mesh(call, first.mesh()), keywords, name)?;
        let result = keywords.concept(source).and_then(States::of);
        let ranks: Vec<usize> = states.keys().copied().collect();
        // The abscissa of modes is their order: several may have one frequency.
        let series = result.filter(|result| matches!(result, States::Fields(_)));
        let at = |rank| series.and_then(|own| own.parameter(own.abscissa(), rank)).unwrap_or(f64::NAN);
        let asked = keywords.texts("NOM_PARA");
        let mut names = result.map(States::parameter_names).unwrap_or_default();
        names.retain(|name| asked.is_empty() || asked.iter().any(|asked| asked.trim() == *name));
        // Instants that do not increase would hide one another.
        let timed = ranks.iter().all(|r| at(*r).is_finite()) && ranks.windows(2).all(|w| at(w[0]) < at(w[1]));
        for (rank, fields) in states {
            let order = result.and_then(|own| own.orders().get(rank).copied()).unwrap_or(0);
            let own = names.iter().filter_map(|name| Some((name.to_string(), result?.parameter(name, rank)?)));
            content.states.push(State {
                order,
                at: if timed { at(rank) } else { order as f64 },
                parameters: own.filter(|(_, x)| x.is_finite()).collect(),
                fields,
            });
        }
        Ok(content)
    }

    /// The nodes and cells that GROUP_MA, MAILLE and GROUP_NO leave, all by default.
    fn on(mesh: &Mesh, keywords: &Keywords, name: String) -> Result<Content, CallError> {
        let named = |names: &[&str]| !keywords.has("TOUT") && names.iter().any(|k| keywords.has(k));
        let mut nodes: Vec<usize> = (0..mesh.nodes.len()).collect();
        let mut cells: Vec<usize> = (0..mesh.cells.len()).collect();
        if named(&["GROUP_MA", "MAILLE", "GROUP_NO"]) {
            nodes = entities::selected_nodes(keywords, mesh)?;
            let all = named(&["GROUP_MA", "MAILLE"]);
            cells = if all { entities::selected_cells(keywords, mesh)? } else { Vec::new() };
            nodes.sort_unstable();
            cells.sort_unstable();
        }
        cells.retain(|cell| vtk::has(mesh.cells[*cell].kind));
        let mut places = vec![0; mesh.nodes.len()];
        nodes.iter().enumerate().for_each(|(place, node)| places[*node] = place);
        let shape = |cell: &usize| {
            let cell = &mesh.cells[*cell];
            (cell.kind, cell.nodes.iter().map(|node| places[*node]).collect())
        };
        let grid = Grid {
            points: nodes.iter().map(|node| mesh.nodes[*node].position).collect(),
            cells: cells.iter().map(shape).collect(),
        };
        let number = |ranks: &[usize]| ranks.iter().map(|rank| (rank + 1) as f64).collect();
        let fixed = Snapshot {
            on_points: vec![Array::scalar("NOEUD", number(&nodes))],
            on_cells: vec![Array::scalar("MAILLE", number(&cells))],
            parameters: Vec::new(),
        };
        let components = keywords.texts("NOM_CMP").iter().map(|c| c.trim().to_string()).collect();
        let part = keywords.text_if_given("PARTIE").map(|part| part.to_string());
        let named = keywords.is("IMPR_NOM_VARI", "OUI");
        Ok(Content { name, grid, states: Vec::new(), nodes, cells, components, part, named, fixed })
    }

    /// Takes the fields of another content of the same result on the same grid; gives it back when it is not.
    pub fn join(&mut self, other: Content) -> Option<Content> {
        let same = self.name == other.name && self.nodes == other.nodes && self.cells == other.cells;
        if !same || self.components != other.components || self.part != other.part {
            return Some(other);
        }
        for state in other.states {
            match self.states.iter_mut().find(|own| own.order == state.order) {
                Some(own) => own.fields.extend(state.fields),
                None => self.states.push(state),
            }
        }
        self.states.sort_by_key(|state| state.order);
        None
    }

    /// The arrays of a state.
    pub fn snapshot(&self, state: &State) -> Snapshot {
        let mut snapshot = self.fixed.clone();
        if !state.fields.is_empty() {
            snapshot.parameters.push(("TimeValue".into(), state.at));
        }
        snapshot.parameters.extend(state.parameters.iter().cloned());
        for (name, field) in &state.fields {
            for (suffix, part) in parts(field.is_complex(), self.part.as_deref()) {
                let name = format!("{name}{suffix}");
                match field {
                    Field::Nodal(field) => self.at_nodes(&name, &ElementField::of_nodes(field), part, &mut snapshot),
                    Field::Element(field, _) if field.at_nodes => self.at_nodes(&name, field, part, &mut snapshot),
                    Field::Element(field, _) => self.at_cells(&name, field, part, &mut snapshot),
                }
            }
        }
        snapshot
    }

    /// Ranks and names of the components asked for.
    fn wanted(&self, field: &ElementField) -> Vec<(usize, String)> {
        let all = field.components.iter().cloned().enumerate();
        all.filter(|(_, name)| self.components.is_empty() || self.components.contains(name)).collect()
    }

    fn at_nodes(&self, name: &str, field: &ElementField, part: Part, snapshot: &mut Snapshot) {
        let mut wanted = self.wanted(field);
        let value = |node: usize, column: usize| field.value(node, 0, column).map(part);
        let mut vectors = 0;
        for (suffix, triple) in [("", ["DX", "DY", "DZ"]), ("_ROTA", ["DRX", "DRY", "DRZ"])] {
            let columns = triple.map(|c| wanted.iter().find(|(_, name)| name == c).map(|(column, _)| *column));
            if columns.iter().all(Option::is_none) {
                continue;
            }
            let of = |node: &usize| columns.map(|column| column.and_then(|c| value(*node, c)).unwrap_or(0.0));
            snapshot.on_points.push(Array {
                name: format!("{name}{suffix}"),
                components: triple.map(str::to_string).to_vec(),
                values: self.nodes.iter().flat_map(of).collect(),
            });
            wanted.retain(|(_, name)| !triple.contains(&name.as_str()));
            vectors += 1;
        }
        if wanted.is_empty() {
            return;
        }
        let rest: Vec<String> = wanted.iter().map(|(_, name)| name.clone()).collect();
        let of = |node: &usize| {
            let values = wanted.iter().map(|(column, _)| value(*node, *column).unwrap_or(f64::NAN));
            values.collect::<Vec<_>>()
        };
        let name = if vectors == 0 { name.to_string() } else { format!("{name}_{}", rest.join("_")) };
        let values = self.nodes.iter().flat_map(of).collect();
        snapshot.on_points.push(Array { name, components: rest, values });
    }

    fn at_cells(&self, name: &str, field: &ElementField, part: Part, snapshot: &mut Snapshot) {
        let wanted = self.wanted(field);
        let most = self.cells.iter().map(|cell| field.points(*cell)).max().unwrap_or(0);
        if wanted.is_empty() {
            return;
        }
        let title = |(column, own): &(usize, String)| {
            let laws = if self.named { laws_of(field, self.cells.iter().copied()) } else { Vec::new() };
            let mut names = laws.iter().filter_map(|law| law.variables.get(*column)).map(|variable| variable.name);
            let first = names.next();
            first.filter(|first| names.all(|other| other == *first)).map_or(own.clone(), str::to_string)
        };
        let titles: Vec<String> = wanted.iter().map(title).collect();
        for point in 0..most {
            let of = |cell: &usize| {
                let value = |column: usize| field.value(*cell, point, column).map_or(f64::NAN, part);
                wanted.iter().map(|(column, _)| value(*column)).collect::<Vec<_>>()
            };
            snapshot.on_cells.push(Array {
                name: if most == 1 { name.to_string() } else { format!("{name}_{}", point + 1) },
                components: titles.clone(),
                values: self.cells.iter().flat_map(of).collect(),
            });
        }
    }
}

/// 1 in the group, 0 elsewhere.
fn groups<'g>(
    kind: &'g str,
    groups: &'g indexmap::IndexMap<String, Vec<usize>>,
    ranks: &'g [usize],
) -> impl Iterator<Item = Array> + 'g {
    groups.iter().map(move |(name, members)| {
        let members: std::collections::BTreeSet<&usize> = members.iter().collect();
        let values = ranks.iter().map(|rank| f64::from(u8::from(members.contains(rank)))).collect();
        Array::scalar(format!("{kind}_{name}"), values)
    })
}

/// A real number made of a complex one.
pub(super) type Part = fn(Complex64) -> f64;

pub(super) const PARTS: [(&str, Part); 4] = [
    ("REEL", |z| z.re),
    ("IMAG", |z| z.im),
    ("MODULE", |z| libm::hypot(z.re, z.im)),
    ("PHASE", |z| libm::atan2(z.im, z.re).to_degrees()),
];

fn parts(complex: bool, asked: Option<&str>) -> Vec<(String, Part)> {
    if !complex {
        return vec![(String::new(), PARTS[0].1)];
    }
    let wanted = |name: &str| asked.map_or(name == "REEL" || name == "IMAG", |asked| asked == name);
    PARTS.iter().filter(|(name, _)| wanted(name)).map(|(name, part)| (format!("_{name}"), *part)).collect()
}
