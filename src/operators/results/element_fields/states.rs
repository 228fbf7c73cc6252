//! The states of a result, whatever its kind: modes, static shapes, statics, transients, harmonic responses.
//!
//! A dynamic mode moves with `a = -ω² u` and `v = ω u` (largest values over a period); a static shape under a
//! unit acceleration along `r` is at rest in a frame that has the acceleration `-r`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{
    AppliedLoad, Concept, ElementField, ElementProperties, FieldSeries, MaterialField, MatrixValue, MeshValue, Mode,
    ModeSet, Model, NodalField, Shape, is_named,
};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::operators::call::access::select;
use crate::operators::call::entities;
use crate::operators::matrices::assembly::{materials, materials_at, properties};

/// A result and what its elements are made of.
pub struct Source<'a> {
    pub result: ResultOf<'a>,
    pub mesh: MeshValue,
    pub model: Arc<Model>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// Option of the mass matrices: `MASS_MECA` or `MASS_MECA_DIAG`.
    pub mass_option: &'static str,
}

#[derive(Clone, Copy)]
pub enum ResultOf<'a> {
    Modes(&'a ModeSet),
    Fields(&'a FieldSeries),
    /// No state at all.
    None,
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
        let result = match call.concept("RESULTAT") {
            Some(Concept::Modes(modes)) => ResultOf::Modes(modes),
            Some(Concept::Fields(series)) => ResultOf::Fields(series),
            _ => {
                let message = "RESULTAT must be modes or a result on physical unknowns";
                let help = "restore a result in generalised coordinates first, with REST_GENE_PHYS.";
                return Err(Box::new(call.error("RESULTAT", "R700", message).help(help)));
            }
        };
        let (own_model, own_properties, own_materials, mass_option) = result.made_of();
        let model = match call.has("MODELE") {
            true => entities::model(call, "MODELE")?.clone(),
            false => own_model.ok_or_else(|| {
                let error = call.error("RESULTAT", "R700", "this result does not know its model");
                Box::new(error.help("give MODELE."))
            })?,
        };
        Ok(Source {
            result,
            mesh: result.mesh().unwrap_or(&model.mesh).clone(),
            properties: properties(call).or(own_properties),
            materials: materials(call).or(own_materials),
            model,
            mass_option,
        })
    }

    /// A structure without states.
    pub fn of_model(call: &'a Call, model: &Arc<Model>) -> Self {
        Source {
            result: ResultOf::None,
            mesh: model.mesh.clone(),
            properties: properties(call),
            materials: materials(call),
            model: model.clone(),
            mass_option: "MASS_MECA",
        }
    }

    /// A result that knows its model.
    pub fn of_series(series: &'a FieldSeries) -> Option<Self> {
        let result = ResultOf::Fields(series);
        let (model, properties, materials, mass_option) = result.made_of();
        let model = model?;
        Some(Source { result, mesh: model.mesh.clone(), model, properties, materials, mass_option })
    }

    /// The same with its materials as they are at the instant of a rank; `None` where they do not vary.
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
        match self.result {
            ResultOf::Modes(modes) => &modes.orders,
            ResultOf::Fields(series) => &series.orders,
            ResultOf::None => &[],
        }
    }

    /// Name and value of the access variable at a rank (`INST`, `FREQ`; `NOM_CAS` has no value).
    pub fn access(&self, rank: usize) -> Option<(&str, f64)> {
        match self.result {
            ResultOf::Modes(modes) => modes.modes.get(rank)?.parameter("FREQ").map(|f| ("FREQ", f)),
            ResultOf::Fields(series) => {
                let value = *series.parameters.get(&series.access)?.get(rank)?;
                Some((series.access.as_str(), value))
            }
            ResultOf::None => None,
        }
    }

    /// Loads the result knows.
    pub fn loads(&self) -> &[AppliedLoad] {
        match self.result {
            ResultOf::Fields(series) => &series.loads,
            ResultOf::Modes(_) | ResultOf::None => &[],
        }
    }

    pub fn is_harmonic(&self) -> bool {
        matches!(self.result, ResultOf::Fields(series) if series.access == "FREQ")
    }

    /// Ranks that TOUT_ORDRE, NUME_ORDRE, NUME_MODE, INST, FREQ, NOM_CAS, NOEUD_CMP ... select; all by default.
    pub fn ranks(&self, call: &Call) -> Result<Vec<usize>, CallError> {
        let orders = self.orders();
        for keyword in ["NUME_MODE", "NOM_CAS", "NOEUD_CMP"] {
            if !call.has(keyword) {
                continue;
            }
            let found: Vec<usize> = match keyword {
                "NUME_MODE" => {
                    let wanted = call.integers(keyword);
                    (0..orders.len()).filter(|k| wanted.contains(&self.mode_number(*k))).collect()
                }
                _ => {
                    let wanted: Vec<String> = call.texts(keyword).iter().map(|t| squeeze(t)).collect();
                    let wanted = if keyword == "NOEUD_CMP" { vec![wanted.join(" ")] } else { wanted };
                    let mesh = Some(self.mesh.mesh.as_ref());
                    let same = |label: &str, wanted: &String| match keyword {
                        "NOEUD_CMP" => is_named(label, wanted, mesh),
                        _ => squeeze(label) == *wanted,
                    };
                    let is_wanted =
                        |k: &usize| self.label(keyword, *k).is_some_and(|l| wanted.iter().any(|w| same(l, w)));
                    (0..orders.len()).filter(is_wanted).collect()
                }
            };
            if found.is_empty() {
                return Err(call.error(keyword, "R430", format!("{keyword}: no such state is stored")));
            }
            return Ok(found);
        }
        let values: Vec<f64> = (0..orders.len()).map(|k| self.access(k).map_or(f64::NAN, |(_, x)| x)).collect();
        let parameter = if call.has("INST") || call.has("LIST_INST") { "INST" } else { "FREQ" };
        let samples = select(call, parameter, &values, orders, false)?;
        Ok(samples.map_or_else(|| (0..orders.len()).collect(), |s| s.iter().map(|s| s.left).collect()))
    }

    /// A field on elements that the result holds at a rank.
    pub fn element(&self, rank: usize, name: &str) -> Option<Arc<ElementField>> {
        match self.result {
            ResultOf::Modes(modes) => modes.modes.get(rank)?.fields.get(name).cloned(),
            ResultOf::Fields(series) => series.element.get(name)?.get(rank)?.clone(),
            ResultOf::None => None,
        }
    }

    fn mode_number(&self, rank: usize) -> i64 {
        match self.result {
            ResultOf::Modes(modes) => modes.modes[rank].number,
            ResultOf::Fields(series) => series.orders[rank],
            ResultOf::None => 0,
        }
    }

    fn label(&self, name: &str, rank: usize) -> Option<&str> {
        match self.result {
            ResultOf::Modes(modes) => modes.modes.get(rank)?.labels.get(name).map(String::as_str),
            ResultOf::Fields(series) => series.labels.get(name)?.get(rank).map(String::as_str),
            ResultOf::None => None,
        }
    }

    /// The state of a rank; `None` when it has no displacement.
    pub fn state(&self, rank: usize) -> Option<State> {
        match self.result {
            ResultOf::Modes(modes) => mode_state(modes, modes.modes.get(rank)?),
            ResultOf::Fields(series) => series_state(series, rank),
            ResultOf::None => None,
        }
    }
}

impl<'a> ResultOf<'a> {
    fn mesh(&self) -> Option<&'a MeshValue> {
        match self {
            ResultOf::Modes(modes) => modes.mesh.as_ref(),
            ResultOf::Fields(series) => series.model.as_ref().map(|m| &m.mesh),
            ResultOf::None => None,
        }
    }

    #[allow(clippy::type_complexity)]
    fn made_of(
        &self,
    ) -> (Option<Arc<Model>>, Option<Arc<ElementProperties>>, Option<Arc<MaterialField>>, &'static str) {
        match self {
            ResultOf::Modes(modes) => {
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
            ResultOf::Fields(series) => {
                let lumped = series.lumped_mass;
                let option = if lumped { "MASS_MECA_DIAG" } else { "MASS_MECA" };
                (series.model.clone(), series.properties.clone(), series.materials.clone(), option)
            }
            ResultOf::None => (None, None, None, "MASS_MECA"),
        }
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

fn series_state(series: &FieldSeries, rank: usize) -> Option<State> {
    let field = |name: &str| series.nodal.get(name)?.get(rank)?.as_deref().map(Vector::of);
    Some(State {
        at: series.parameters.get(&series.access).and_then(|v| v.get(rank)).copied().unwrap_or(0.0),
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

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
