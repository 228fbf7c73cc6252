//! The states of a result, whatever its kind: modes, static shapes, statics, transients, harmonic responses.
//!
//! A dynamic mode moves with `a = -ω² u` and `v = ω u` (largest values over a period); a static shape under a
//! unit acceleration along `r` is at rest in a frame that has the acceleration `-r`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{
    AppliedLoad, ElementField, ElementProperties, MaterialField, MatrixValue, MeshValue, Mode, ModeSet, Model,
    NodalField, Shape, States,
};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::operators::call::entities;
use crate::operators::call::states::ranks;
use crate::operators::matrices::assembly::{materials, materials_at, properties};

/// A result and what its elements are made of.
pub struct Source<'a> {
    /// `None` without states.
    pub result: Option<States<'a>>,
    pub mesh: MeshValue,
    pub model: Arc<Model>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// Option of the mass matrices: `MASS_MECA` or `MASS_MECA_DIAG`.
    pub mass_option: &'static str,
}

/// One vector on the unknowns of a numbering, complex when `imaginary` is not empty.
#[derive(Clone, Debug)]
pub struct Vector {
    pub numbering: Arc<Numbering>,
    pub real: Vec<f64>,
    pub imaginary: Vec<f64>,
}

/// What one stored state is made of.
pub struct State {
    /// Instant (s) or frequency (Hz).
    pub at: f64,
    pub displacement: Vector,
    pub velocity: Option<Vector>,
    pub acceleration: Option<Vector>,
    /// A static shape: its acceleration moves the supports, its elements answer by their stiffness only.
    pub static_shape: bool,
    /// The unknown that a unit force acts on (static shape FORCE_NODALE).
    pub unit_force: Option<Dof>,
    /// A complex mode: its reactions are its internal forces, without inertia.
    pub complex_mode: bool,
}

impl<'a> Source<'a> {
    /// RESULTAT, with MODELE, CARA_ELEM and CHAM_MATER of the call before those of the result.
    pub fn read(call: &'a Call) -> Result<Self, CallError> {
        let Some(states) = call.concept("RESULTAT").and_then(States::of) else {
            let message = "RESULTAT must be modes or a result on physical unknowns";
            let help = "restore a result in generalised coordinates first, with REST_GENE_PHYS.";
            return Err(Box::new(call.error("RESULTAT", "R700", message).help(help)));
        };
        let (own_model, own_properties, own_materials, mass_option) = made_of(states);
        let model = match call.has("MODELE") {
            true => entities::model(call, "MODELE")?.clone(),
            false => own_model.ok_or_else(|| {
                let error = call.error("RESULTAT", "R700", "this result does not know its model");
                Box::new(error.help("give MODELE."))
            })?,
        };
        Ok(Source {
            result: Some(states),
            mesh: states.mesh().unwrap_or(&model.mesh).clone(),
            properties: properties(call).or(own_properties),
            materials: materials(call).or(own_materials),
            model,
            mass_option,
        })
    }

    /// A structure without states.
    pub fn of_model(call: &'a Call, model: &Arc<Model>) -> Self {
        Source {
            result: None,
            mesh: model.mesh.clone(),
            properties: properties(call),
            materials: materials(call),
            model: model.clone(),
            mass_option: "MASS_MECA",
        }
    }

    /// A result that knows its model.
    pub fn of_result(states: States<'a>) -> Option<Self> {
        let (model, properties, materials, mass_option) = made_of(states);
        let model = model?;
        Some(Source { result: Some(states), mesh: model.mesh.clone(), model, properties, materials, mass_option })
    }

    /// Source with its materials as they are at the instant of a rank; `None` where they do not vary.
    pub fn at(&self, rank: usize, call: &Call) -> Result<Option<Source<'a>>, CallError> {
        if !self.materials.as_ref().is_some_and(|m| m.varies()) {
            return Ok(None);
        }
        let instant = self.access(rank).filter(|(name, _)| *name == "INST").map_or(0.0, |(_, instant)| instant);
        let materials = materials_at(self.materials.clone(), &self.mesh.mesh, instant, call)?;
        Ok(Some(Source {
            materials,
            mesh: self.mesh.clone(),
            model: self.model.clone(),
            properties: self.properties.clone(),
            ..*self
        }))
    }

    pub fn orders(&self) -> &[i64] {
        self.result.map_or(&[], States::orders)
    }

    /// Name and value of the access variable at a rank (`INST`, `FREQ`; `NOM_CAS` has no value).
    pub fn access(&self, rank: usize) -> Option<(&str, f64)> {
        let states = self.result?;
        Some((states.access(), states.parameter(states.access(), rank)?))
    }

    /// Loads the result knows.
    pub fn loads(&self) -> &[AppliedLoad] {
        match self.result {
            Some(States::Fields(series)) => &series.loads,
            _ => &[],
        }
    }

    pub fn is_harmonic(&self) -> bool {
        matches!(self.result, Some(States::Fields(series)) if series.access == "FREQ")
    }

    /// Ranks that TOUT_ORDRE, NUME_ORDRE, NUME_MODE, INST, FREQ, NOM_CAS, NOEUD_CMP ... select; all by default.
    pub fn ranks(&self, call: &Call) -> Result<Vec<usize>, CallError> {
        self.result.map_or(Ok(Vec::new()), |states| ranks(call, states))
    }

    /// A field on elements that the result holds at a rank.
    pub fn element(&self, rank: usize, name: &str) -> Option<Arc<ElementField>> {
        self.result?.element(name, rank).cloned()
    }

    /// The state of a rank; `None` when it has no displacement.
    pub fn state(&self, rank: usize) -> Option<State> {
        match self.result? {
            States::Modes(modes) => mode_state(modes, modes.get(rank)?),
            states => stored_state(states, rank),
        }
    }
}

/// What the result knows of the elements; the option of the mass matrices.
type Made = (Option<Arc<Model>>, Option<Arc<ElementProperties>>, Option<Arc<MaterialField>>, &'static str);

fn made_of(states: States<'_>) -> Made {
    match states {
        States::Modes(modes) => {
            let matrices = [&modes.stiffness, &modes.mass];
            let matrices = || matrices.into_iter().flatten();
            let model = modes.model.clone().or_else(|| matrices().find_map(|m| m.numbering.model.clone()));
            (
                model,
                matrices().find_map(|m| m.properties.clone()),
                matrices().find_map(|m| m.materials.clone()),
                mass_option(modes.mass.as_deref()),
            )
        }
        States::Fields(series) => {
            let option = if series.lumped_mass { "MASS_MECA_DIAG" } else { "MASS_MECA" };
            (series.model.clone(), series.properties.clone(), series.materials.clone(), option)
        }
        on_basis => (on_basis.model().cloned(), None, None, "MASS_MECA"),
    }
}

fn mass_option(mass: Option<&MatrixValue>) -> &'static str {
    if mass.is_some_and(|m| m.option == "MASS_MECA_DIAG") { "MASS_MECA_DIAG" } else { "MASS_MECA" }
}

fn mode_state(modes: &ModeSet, mode: &Mode) -> Option<State> {
    let numbering = modes.numbering()?;
    let scaled = |factor: f64| {
        let scale = |values: &[f64]| values.iter().map(|u| factor * u).collect();
        Vector { numbering: numbering.clone(), real: scale(&mode.values), imaginary: scale(&mode.imaginary) }
    };
    let is_static = mode.shape != Shape::Dynamic;
    let omega2 = mode.parameter("OMEGA2").filter(|x| x.is_finite()).unwrap_or(0.0);
    let buckling = mode.parameter("CHAR_CRIT").is_some();
    let acceleration = match (is_static, buckling) {
        (true, _) => frame_acceleration(mode, numbering),
        (false, true) => None,
        (false, false) => Some(scaled(-omega2)),
    };
    Some(State {
        at: mode.parameter("FREQ").unwrap_or(0.0),
        displacement: scaled(1.0),
        velocity: (!is_static && !buckling).then(|| scaled(omega2.max(0.0).sqrt())),
        acceleration,
        static_shape: is_static,
        unit_force: unit_force(mode),
        complex_mode: !is_static && !mode.imaginary.is_empty(),
    })
}

fn unit_force(mode: &Mode) -> Option<Dof> {
    match (&mode.shape, mode.labels.get("TYPE_DEFO")?.as_str()) {
        (Shape::Static { node: Some(node), component: Some(component) }, "FORC_IMPO") => {
            Some(Dof { node: *node, component: *component })
        }
        _ => None,
    }
}

/// `-r` for a static shape that answers to a uniform acceleration. The shape of one unknown has none: its reactions are
/// its internal forces alone, those of inertia included.
fn frame_acceleration(mode: &Mode, numbering: &Arc<Numbering>) -> Option<Vector> {
    let real: Vec<f64> = match mode.labels.get("TYPE_DEFO")?.as_str() {
        "ACCE_IMPO" => {
            let direction = mode.labels.get("DIRECTION")?.split_whitespace().map(|x| x.parse().unwrap_or(0.0));
            let direction: Vec<f64> = direction.collect();
            let along = |c: Component| direction.get(c as usize).copied().unwrap_or(0.0);
            let at = |dof: &Dof| if dof.component.is_translation() { -along(dof.component) } else { 0.0 };
            numbering.dofs().iter().map(at).collect()
        }
        _ => return None,
    };
    Some(Vector { numbering: numbering.clone(), real, imaginary: Vec::new() })
}

fn stored_state(states: States<'_>, rank: usize) -> Option<State> {
    let field = |name: &str| states.nodal(name, rank).map(|field| Vector::of(&field));
    Some(State {
        at: states.parameter(states.access(), rank).unwrap_or(0.0),
        displacement: field("DEPL")?,
        velocity: field("VITE"),
        acceleration: field("ACCE"),
        static_shape: false,
        unit_force: None,
        complex_mode: false,
    })
}

impl Vector {
    fn of(field: &NodalField) -> Vector {
        let kept = |values: &[f64]| match &field.present {
            None => values.to_vec(),
            Some(present) => values.iter().zip(present).map(|(v, p)| if *p { *v } else { 0.0 }).collect(),
        };
        Vector {
            numbering: field.numbering.clone(),
            real: kept(&field.values),
            imaginary: if field.imaginary.is_empty() { Vec::new() } else { kept(&field.imaginary) },
        }
    }

    /// Real (or imaginary) parts at some unknowns; 0 where the numbering lacks one.
    pub fn at(&self, dofs: &[Dof], imaginary: bool) -> Vec<f64> {
        let values = if imaginary { &self.imaginary } else { &self.real };
        let value = |dof: &Dof| self.numbering.rank(dof.node, dof.component).and_then(|r| values.get(r).copied());
        dofs.iter().map(|dof| value(dof).unwrap_or(0.0)).collect()
    }

    pub fn is_complex(&self) -> bool {
        !self.imaginary.is_empty()
    }
}
