//! Nodes and components where a response is wanted, and the values of shapes there.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Label, MeshValue, Mode, ModeSet};
use crate::kernel::assembly::Component;
use crate::operators::Context;
use crate::operators::call::entities::{cell_groups, named_nodes, node_groups};

/// Points of one field.
pub(super) struct Points {
    /// DEPL, or the name of a field that modes carry.
    pub(super) field: String,
    /// Node (rank from 0) and component.
    pub(super) places: Vec<(usize, String)>,
    /// A cell for each place, for fields on elements.
    cells: Vec<usize>,
}

/// The nodes that NOEUD or GROUP_NO name, in order; a group gives its nodes.
pub(super) fn nodes(
    keywords: &Keywords,
    mesh: &crate::kernel::mesh::Mesh,
) -> Result<(&'static str, Vec<usize>), CallError> {
    match keywords.has("GROUP_NO") {
        true => Ok(("GROUP_NO", node_groups(keywords, "GROUP_NO", mesh)?)),
        false => Ok(("NOEUD", named_nodes(keywords, "NOEUD", mesh)?)),
    }
}

/// Nodes with components: all nodes with the one component, or as many of both.
pub(super) fn pairs(keywords: &Keywords, mesh: &crate::kernel::mesh::Mesh) -> Result<Vec<(usize, String)>, CallError> {
    let (keyword, nodes) = nodes(keywords, mesh)?;
    let components = keywords.texts("NOM_CMP");
    if components.len() > 1 && nodes.len() != components.len() {
        let message = format!("{keyword} gives {} nodes for {} components", nodes.len(), components.len());
        let help = "with several components, one node (or a group of one node) goes with each";
        return Err(Box::new(keywords.error(keyword, "R534", message).help(help)));
    }
    let component = |k: usize| components.get(if components.len() > 1 { k } else { 0 });
    let named = |(k, node): (usize, &usize)| (*node, component(k).map_or(String::new(), |c| c.to_string()));
    Ok(nodes.iter().enumerate().map(named).collect())
}

impl Points {
    /// NOM_CHAM, NOM_CMP, NOEUD or GROUP_NO, GROUP_MA of REST_SPEC_PHYS.
    pub(super) fn read(call: &Call, mesh: &MeshValue, context: &Context<'_>) -> Result<Points, CallError> {
        let mesh = context.latest_mesh(call, mesh);
        let fields = call.texts("NOM_CHAM");
        if fields.len() > 1 {
            let message = format!("NOM_CHAM names {} fields: a matrix holds one", fields.len());
            return Err(Box::new(call.error("NOM_CHAM", "R535", message).help("one REST_SPEC_PHYS for each field")));
        }
        let field = fields.first().map_or(String::new(), |field| field.to_string());
        let places = pairs(call, mesh)?;
        let cells = match field.ends_with("_ELNO") {
            true => cell_groups(call, "GROUP_MA", mesh)?,
            false => Vec::new(),
        };
        if field.ends_with("_ELNO") && cells.len() != places.len() {
            let message = format!("GROUP_MA gives {} cells for {} nodes", cells.len(), places.len());
            let help = format!("{field} is a field on elements: one cell goes with each node");
            return Err(Box::new(call.error("GROUP_MA", "R535", message).help(help)));
        }
        for (cell, (node, _)) in cells.iter().zip(&places) {
            if !mesh.cells[*cell].nodes.contains(node) {
                let message = format!("node N{} is not a node of cell M{}", node + 1, cell + 1);
                return Err(call.error("GROUP_MA", "R535", message));
            }
        }
        Ok(Points { field, places, cells })
    }

    /// Reads the points on a tube: stresses of the cells at each node, their mean where two cells meet.
    pub(super) fn along_a_tube(call: &Call, mesh: &MeshValue, context: &Context<'_>) -> Result<Points, CallError> {
        let mesh = context.latest_mesh(call, mesh);
        let field = call.text("NOM_CHAM")?.to_string();
        if !["DEPL", "VITE", "ACCE", "SIPO_ELNO"].contains(&field.as_str()) {
            let message = format!("NOM_CHAM='{field}' is not restored on modes under flow");
            let error = call.error("NOM_CHAM", "R535", message);
            return Err(Box::new(error.help("DEPL, VITE, ACCE and SIPO_ELNO are")));
        }
        // The first component counts; a stress is SMFY, or else SMFZ.
        let first = call.texts("NOM_CMP").first().map_or(String::new(), |c| c.to_string());
        let name = if field == "SIPO_ELNO" && first != "SMFY" { "SMFZ".to_string() } else { first };
        let (_, nodes) = nodes(call, mesh)?;
        Ok(Points { field, places: nodes.into_iter().map(|node| (node, name.clone())).collect(), cells: Vec::new() })
    }

    /// Labels of the rows of the response.
    pub(super) fn labels(&self) -> Vec<Label> {
        self.places.iter().map(|(node, name)| Label::Node([format!("N{}", node + 1), name.clone()])).collect()
    }

    /// The value of a shape of `modes` at a point.
    pub(super) fn value(&self, call: &Call, modes: &ModeSet, rank: usize, point: usize) -> Result<f64, CallError> {
        let (node, name) = &self.places[point];
        let mode = &modes[rank];
        if ["DEPL", "VITE", "ACCE"].contains(&self.field.as_str()) {
            let found = Component::from_name(name).and_then(|c| modes.component(rank, *node, c));
            return found.ok_or_else(|| {
                call.error("NOM_CMP", "R535", format!("node N{} has no {name} in the model of the modes", node + 1))
            });
        }
        self.carried(call, mode, modes.mesh.as_ref(), point)
    }

    /// The value of a field that a mode carries.
    fn carried(&self, call: &Call, mode: &Mode, mesh: Option<&MeshValue>, point: usize) -> Result<f64, CallError> {
        let (node, name) = &self.places[point];
        let Some(field) = mode.fields.get(&self.field) else {
            let error = call.error("NOM_CHAM", "R535", format!("mode {} has no field {}", mode.number, self.field));
            return Err(Box::new(
                error.help(format!("CALC_CHAMP(reuse=..., RESULTAT=...) computes {} on modes", self.field)),
            ));
        };
        let at = |entry: usize, place: usize| Some(field.value(entry, place, field.column(entry, name)?)?.re);
        let in_cell = |cell: usize| {
            let place = mesh?.mesh.cells[cell].nodes.iter().position(|n| n == node)?;
            at(cell, place)
        };
        let found = match (field.at_nodes, self.cells.get(point)) {
            (true, _) => at(*node, 0),
            (false, Some(cell)) => in_cell(*cell),
            (false, None) => {
                let values: Vec<f64> = (0..field.cells.len()).filter_map(in_cell).collect();
                let sum = values.iter().fold(0.0, |sum, x| sum + x);
                (!values.is_empty()).then(|| sum / values.len() as f64)
            }
        };
        found.ok_or_else(|| {
            let message = format!("{} has no {name} at node N{}", self.field, node + 1);
            Box::new(call.error("NOM_CMP", "R535", message).help(format!("it has {}", field.components.join(", "))))
        })
    }
}
