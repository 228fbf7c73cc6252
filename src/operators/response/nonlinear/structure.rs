//! The structure of a nonlinear analysis: elements with their laws, mass, damping, constraints.

use std::sync::Arc;

use super::behaviours::Made;
use super::conditions::{self, at_the_start};
use super::element_laws::{ElementLaws, note_idle_materials, note_without_stiffness};
use super::terms::{elastic_terms, triplets};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ElementProperties, Load, MaterialField, Model, Modelisation, NumberingValue};
use crate::kernel::assembly::{ElementTerm, HiddenTerm, Numbering, hidden_terms};
use crate::kernel::elements::{BehavingElement, CellProperties, Frame, Mechanics, Member, WarpingPoints};
use crate::kernel::laws::{Behaviour, LawInfo, Layout};
use crate::kernel::linalg::Elimination;
use crate::kernel::mesh::Mesh;
use crate::kernel::structural::newton::NonlinearSystem;
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::call::lost_digits::Rows;
use crate::operators::matrices::assembly::{
    MatrixRequest, elasticity, element_matrices, loads, material_of, materials, number, properties,
};

/// The structure of a call.
pub(super) struct Structure {
    pub model: Arc<Model>,
    pub mesh: Arc<Mesh>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    pub numbering: Arc<NumberingValue>,
    pub system: NonlinearSystem,
    /// The law of each element.
    pub laws: Vec<&'static LawInfo>,
    /// Damping of the elements without dashpots of contacts, and what more there is that reactions do not contain.
    pub damping: Vec<ElementTerm>,
    pub damping_left_out: Option<&'static str>,
    /// Terms of elastic stiffnesses that others hide.
    pub hidden: Vec<HiddenTerm>,
}

impl Structure {
    pub fn numbering(&self) -> &Arc<Numbering> {
        &self.numbering.numbering
    }

    /// `DX of node N3`.
    pub fn unknown(&self, rank: usize) -> String {
        match self.numbering().dofs().get(rank) {
            Some(dof) => {
                let label = self.mesh.nodes.get(dof.node).map_or("", |n| n.label.as_str());
                format!("{} of node N{} ({label})", dof.component.name(), dof.node + 1)
            }
            None => format!("unknown {}", rank + 1),
        }
    }

    pub fn rows(&self) -> Rows<'_> {
        Rows { hidden: &self.hidden, numbering: self.numbering(), mesh: Some(&self.mesh) }
    }

    /// `M4 (STOP)`.
    pub fn cell(&self, cell: usize) -> String {
        let label = self.mesh.cells.get(cell).map_or("", |c| c.label.as_str());
        format!("M{} ({label})", cell + 1)
    }
}

/// Reads the structure. `dynamic` adds mass and damping, lumped where `lumped`.
pub(super) fn read(
    call: &Call,
    context: &mut Context<'_>,
    dynamic: bool,
    lumped: bool,
) -> Result<Structure, CallError> {
    let model = entities::model(call, "MODELE")?.clone();
    let mesh = context.latest_mesh(call, &model.mesh).clone();
    let (properties, materials) = (properties(call), materials(call));
    let laws = ElementLaws::read(call, context, &mesh, &model)?;
    let all: Vec<Arc<Load>> = call.factor("EXCIT").iter().flat_map(|level| loads(level, "CHARGE")).collect();
    let numbering = Arc::new(number(&model, &all));
    let unknowns = numbering.numbering.clone();
    let start = at_the_start(call, &mesh, materials.as_ref())?;
    let request = MatrixRequest {
        option: "RIGI_MECA",
        mesh: &mesh,
        model: &model,
        properties: properties.as_deref(),
        materials: start.as_deref(),
        cells: None,
        stiffness: None,
        mass: None,
        forces: None,
    };
    let (mut elements, mut infos) = (Vec::new(), Vec::new());
    for (cell, modelisation) in model.modelisations.iter().enumerate() {
        let Some(modelisation) = *modelisation else { continue };
        let blank = CellProperties::default();
        let given = properties.as_ref().and_then(|p| p.cells.get(cell)).unwrap_or(&blank);
        let raw = materials.as_deref();
        if let Some((element, info)) = element(&request, raw, &laws, cell, modelisation, given, &unknowns)? {
            elements.push(element);
            infos.push(info);
        }
    }
    if elements.is_empty() {
        let error = call.error("MODELE", "R360", "no element of the model has properties");
        return Err(Box::new(
            error.help("give CARA_ELEM: stiffnesses of discrete elements, sections of bars and beams"),
        ));
    }
    note_idle_materials(call, context, &mesh, materials.as_deref(), (&elements, &infos));
    note_without_stiffness(call, context, &mesh, properties.as_deref(), (&elements, &infos));
    let size = unknowns.len();
    let mut constrained = vec![false; size];
    unknowns.constraints.iter().flat_map(|c| &c.terms).for_each(|(k, _)| constrained[*k] = true);
    let mut kinematic = vec![false; size];
    for constraint in unknowns.constraints.iter().filter(|c| all.get(c.load).is_some_and(|l| l.kinematic)) {
        if let Some(dof) = constraint.imposed_dof() {
            kinematic[dof] = true;
        }
    }
    let mut system = NonlinearSystem {
        size,
        mass: Vec::new(),
        damping: Vec::new(),
        tangent_damping: Vec::new(),
        refreshes: false,
        dashpots: false,
        always_tangent: infos.iter().any(|info: &&LawInfo| info.always_tangent),
        elimination: Elimination::new(size, &unknowns.constraints),
        constraints: unknowns.constraints.clone(),
        constrained,
        kinematic,
        modal_damping: Vec::new(),
        supports: Vec::new(),
        elements,
    };
    let mut damping = Vec::new();
    if dynamic {
        let option = if lumped { "MASS_MECA_DIAG" } else { "MASS_MECA" };
        let mass = element_matrices(&MatrixRequest { option, ..request }, call)?;
        system.mass = triplets(&unknowns, &mass);
        damping = damp(call, &request, &unknowns, &mass, &mut system)?;
    }
    let tangent = dynamic && call.is("AMOR_RAYL_RIGI", "TANGENTE") && system.tangent_damping.iter().any(|a| *a != 0.0);
    let modal = dynamic && !call.factor("AMOR_MODAL").is_empty();
    let hidden = hidden_terms(&unknowns, &elastic_terms(&system.elements, &unknowns));
    Ok(Structure {
        hidden,
        mesh,
        properties: properties.clone(),
        materials: materials.clone(),
        numbering,
        system,
        laws: infos,
        damping,
        damping_left_out: if modal { Some("AMOR_MODAL") } else { tangent.then_some("AMOR_RAYL_RIGI='TANGENTE'") },
        model: model.clone(),
    })
}

/// The element of a cell; nothing for a beam or a bar without a section.
fn element(
    request: &MatrixRequest<'_>,
    raw: Option<&MaterialField>,
    laws: &ElementLaws<'_>,
    cell: usize,
    modelisation: Modelisation,
    given: &CellProperties,
    numbering: &Numbering,
) -> Result<Option<(BehavingElement, &'static LawInfo)>, CallError> {
    let nodes = &request.mesh.cells[cell].nodes;
    let dofs = request.model.cell_dofs(cell);
    let ranks: Option<Vec<usize>> = dofs.iter().map(|d| numbering.rank(d.node, d.component)).collect();
    let Some(ranks) = ranks else { return Ok(None) };
    let frame = Frame::from_angles(given.angles);
    let blocks = Frame::blocks(modelisation.blocks(), nodes.len());
    let material = request.materials.and_then(|m| m.cells.get(cell)?.as_ref());
    let place = laws.place(cell);
    let whole = |stiffness: Vec<f64>, law: &'static LawInfo, mechanics: Mechanics| {
        let element = BehavingElement { cell, law: law.name, ranks, frame, blocks, stiffness, mechanics };
        Ok(Some((element, law)))
    };
    if modelisation.is_discrete() {
        let n = dofs.len();
        let stiffness = match given.stiffness.as_deref() {
            Some(k) => k.in_local(given.angles, modelisation).into_rows(),
            None => vec![0.0; n * n],
        };
        let (info, made, control) = laws.of(cell, request.mesh, modelisation, given, material)?;
        let Made::Discrete(law, parallel) = made else { return Ok(None) };
        let layout = Layout {
            two_nodes: nodes.len() == 2,
            rotations: matches!(modelisation, Modelisation::DisTr | Modelisation::PlaneDisTr),
            plane: modelisation.is_plane(),
        };
        let at = |k: usize| nodes.get(k).map_or([0.0; 3], |n| request.mesh.nodes[*n].position);
        let rest = match nodes.len() {
            2 => frame.to_local(std::array::from_fn(|i| at(1)[i] - at(0)[i])),
            _ => [0.0; 3],
        };
        let refused = law.refuses(layout).or_else(|| {
            let zero = law.takes_axial_stiffness() && stiffness[0] == 0.0;
            zero.then_some("its stiffness is that of the element along local x, which is zero: give RIGI_NOR or K_...")
        });
        if let Some(why) = refused {
            let label = &request.mesh.cells[cell].label;
            return Err(place.error(
                "RELATION",
                "R361",
                format!("{} of cell M{} ({label}): {why}", info.name, cell + 1),
            ));
        }
        let conditions = conditions::of(place, request.mesh, raw, cell)?;
        let law = conditions::tell(law, info, conditions, raw.and_then(|m| m.cells.get(cell)?.as_deref()), place)?;
        let behaviour = Behaviour { law, parallel, control };
        return whole(stiffness, info, Mechanics::Discrete { behaviour, layout, rest });
    }
    use Modelisation::{Bar, EulerBeam, PlaneBar, TimoshenkoBeam, WarpingBeam};
    if !matches!(modelisation, Bar | PlaneBar | EulerBeam | TimoshenkoBeam | WarpingBeam) {
        let message = format!("the cell M{} carries {}", cell + 1, modelisation.name());
        let help = "nonlinear analyses take discrete elements, BARRE, 2D_BARRE, POU_D_E, POU_D_T and POU_D_TG";
        return Err(Box::new(place.error("RELATION", "R360", message).help(help)));
    }
    let Some(section) = given.section else { return Ok(None) };
    let law = material_of(request.materials, request.mesh, cell, place)?;
    let length = request.mesh.length(cell);
    let elasticity = elasticity(&law);
    let member = Member::new(length, section, elasticity, modelisation);
    let stiffness = member.stiffness().into_rows();
    if modelisation.is_bar() {
        let (info, made, control) = laws.of(cell, request.mesh, modelisation, given, material)?;
        let Made::Bar(law) = made else { return Ok(None) };
        let law = conditions::tell_bar(law, conditions::of(place, request.mesh, raw, cell)?);
        let area = section.mean_area();
        return whole(stiffness, info, Mechanics::Bar { law, length, area, young: elasticity.young, control });
    }
    if laws.relation(cell) != "ELAS" {
        let message = format!("{} on the beam M{}: beams are elastic here", laws.relation(cell), cell + 1);
        let help = "give the law to a group of discrete elements or bars, and ELAS (or nothing) to beams";
        return Err(Box::new(place.error("RELATION", "R361", message).help(help)));
    }
    if conditions::of(place, request.mesh, raw, cell)?.young.is_some() {
        let message = format!("the elastic properties of the beam M{} vary with its temperature", cell + 1);
        let help = "beams keep their stiffness here: give a temperature that does not vary, or use bars (BARRE)";
        return Err(Box::new(place.error("RELATION", "R361", message).help(help)));
    }
    let Some(info) = crate::kernel::laws::bar_law("ELAS") else { return Ok(None) };
    let mut warping = None;
    if let Member::Beam(beam) = member
        && beam.warps
    {
        let Some(points) = WarpingPoints::of(&beam) else {
            let label = &request.mesh.cells[cell].label;
            let message = format!("the beam M{} ({label}) has no stiffness in torsion", cell + 1);
            let help = "give JX above zero to its section (POUTRE of AFFE_CARA_ELEM)";
            return Err(Box::new(place.error("RELATION", "R360", message).help(help)));
        };
        warping = Some(Arc::new(points));
    }
    whole(stiffness, info, Mechanics::Beam { length, warping })
}

/// Damping of materials and discrete elements, the dashpots of contacts, MATR_ELEM_AMOR. The constant part by elements.
fn damp(
    call: &Call,
    request: &MatrixRequest<'_>,
    numbering: &Numbering,
    mass: &[ElementTerm],
    system: &mut NonlinearSystem,
) -> Result<Vec<ElementTerm>, CallError> {
    let materials = || request.materials.iter().flat_map(|m| m.cells.iter().flatten());
    let dashpot = materials().any(|m| m.behaviours.values().any(|p| p.has_damping()));
    let tangent = call.is("AMOR_RAYL_RIGI", "TANGENTE");
    system.dashpots = system.elements.iter().any(|e| match &e.mechanics {
        Mechanics::Discrete { behaviour, .. } => behaviour.law.dashpot().is_some(),
        _ => false,
    });
    let terms = match call.concept("MATR_ELEM_AMOR") {
        Some(Concept::ElementTerms(terms)) => terms.terms.clone(),
        _ => element_matrices(&MatrixRequest { option: "AMOR_MECA", mass: Some(mass), ..*request }, call)?,
    };
    system.damping = triplets(numbering, &terms);
    if tangent && !call.has("MATR_ELEM_AMOR") {
        let factor = |element: &BehavingElement, name: &str| {
            let material = request.materials.and_then(|m| m.cells.get(element.cell)?.as_ref());
            let law = material.and_then(|m| m.laws.get("ELAS"));
            law.and_then(|l| l.get(name).copied()).unwrap_or(0.0)
        };
        let straight = |e: &BehavingElement| !matches!(e.mechanics, Mechanics::Discrete { .. });
        let alpha = |e: &BehavingElement| if straight(e) { factor(e, "AMOR_ALPHA") } else { 0.0 };
        system.tangent_damping = system.elements.iter().map(alpha).collect();
        // The tangent takes the place of the elastic stiffness in the constant part.
        for (element, alpha) in system.elements.iter().zip(&system.tangent_damping).filter(|(_, a)| **a != 0.0) {
            let n = element.size();
            let mut elastic = vec![0.0; n * n];
            element.elastic(&mut elastic);
            for (i, row) in element.ranks.iter().enumerate() {
                for (j, column) in element.ranks.iter().enumerate() {
                    system.damping.push((*row, *column, -alpha * elastic[i * n + j]));
                }
            }
        }
    }
    system.refreshes = dashpot || tangent;
    Ok(terms)
}
