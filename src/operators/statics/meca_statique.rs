//! Elastic statics: MECA_STATIQUE (instants), MACRO_ELAS_MULT (load cases).

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    AppliedLoad, Concept, ElementProperties, FieldSeries, HarmonicFactor, Load, LoadValue, MaterialField, Model,
    NodalField, NumberingValue,
};
use crate::diag::Diagnostic;
use crate::kernel::assembly::{HiddenTerm, SparseMatrix, assemble_matrix, hidden_terms};
use crate::kernel::modal::StaticSolver;
use crate::operators::call::entities;
use crate::operators::call::lost_digits::Rows;
use crate::operators::matrices::assembly::{
    LoadRequest, MatrixRequest, element_loads, element_matrices, expansion, loads, materials, materials_at, number,
    numbering_of, properties, vector_field,
};
use crate::operators::results::element_fields::static_forces;
use crate::operators::statics::mode_statique::{static_error, tell_free};
use crate::operators::{Context, Outcome, set_result};

/// A structure and its stiffness.
struct Structure<'a> {
    call: &'a Call,
    model: Arc<Model>,
    mesh: &'a crate::kernel::mesh::Mesh,
    properties: Option<Arc<ElementProperties>>,
    materials: Option<Arc<MaterialField>>,
}

/// An assembled stiffness, with the terms that others hide in it.
struct Stiffness {
    matrix: SparseMatrix<f64>,
    hidden: Vec<HiddenTerm>,
}

/// A stiffness, factorised.
struct Solver<'m> {
    solver: StaticSolver<'m>,
    stiffness: &'m Stiffness,
}

pub fn meca_statique(call: &Call, context: &mut Context<'_>) -> Outcome {
    let structure = Structure::read(call, context)?;
    let (mut all, mut factors) = (Vec::new(), Vec::new());
    for level in call.factor("EXCIT") {
        for load in loads(level, "CHARGE") {
            all.push(load);
            factors.push((level, multiplier(level)?));
        }
    }
    let heat = expansion(structure.materials.as_deref(), &structure.model);
    let numbering = Arc::new(number(&structure.model, &all));
    let instants = instants(call)?;
    // One stiffness, unless the material varies.
    let stiffness = (!structure.varies()).then(|| structure.stiffness(&numbering)).transpose()?;
    let solver = stiffness.as_ref().map(|k| structure.solver(k, &numbering)).transpose()?;
    let mut lost = None;
    solver.iter().for_each(|solver| tell_free(&solver.solver, &numbering.numbering, call, "SOLVEUR", context));
    let mut fields = Vec::with_capacity(instants.len());
    for &time in &instants {
        let structure = structure.at(time)?;
        let mut total = structure.vector(&numbering, heat.as_slice(), time)?;
        total.imposed = vec![0.0; numbering.numbering.constraints.len()];
        for (load, (level, factor)) in all.iter().zip(&factors) {
            let fail = |fault: crate::kernel::signal::SignalFault| level.error("FONC_MULT", "R226", fault.to_string());
            let scale = factor.at(time, [0.0; 3]).map_err(fail)?;
            let part = structure.vector(&numbering, std::slice::from_ref(load), time)?;
            total.values.iter_mut().zip(&part.values).for_each(|(t, v)| *t += scale * v);
            total.imposed.iter_mut().zip(&part.imposed).for_each(|(t, v)| *t += scale * v);
        }
        fields.push(match &solver {
            Some(solver) => structure.response(solver, &numbering, total, &mut lost)?,
            None => {
                let stiffness = structure.stiffness(&numbering)?;
                structure.response(&structure.solver(&stiffness, &numbering)?, &numbering, total, &mut lost)?
            }
        });
    }
    lost.into_iter().for_each(|warning| context.warn(warning.at_if_absent(call.span_of("CARA_ELEM"))));
    let parameters = IndexMap::from([("INST".to_string(), instants)]);
    let applied = |(load, (_, multiplier)): (Arc<Load>, (&Keywords, LoadValue))| AppliedLoad {
        load,
        multiplier,
        harmonic: HarmonicFactor::default(),
        orders: None,
    };
    let applied = all.into_iter().zip(factors).map(applied).collect();
    let wanted = vec![call.is("OPTION", "SIEF_ELGA"); fields.len()];
    set_result(call, structure.series(fields, parameters, IndexMap::new(), "INST", applied, &wanted)?)
}

pub fn macro_elas_mult(call: &Call, context: &mut Context<'_>) -> Outcome {
    let structure = Structure::read(call, context)?;
    if expansion(structure.materials.as_deref(), &structure.model).is_some() {
        let error =
            call.error("CHAM_MATER", "R107", "load cases of materials that have a temperature are not implemented");
        return Err(Box::new(error.help("use MECA_STATIQUE, or the vector of CALC_VECT_ELEM, OPTION='FORC_VARC'.")));
    }
    // With LIAISON_DISCRET='OUI', springs alone hold the structure.
    let held_by_springs = call.is("LIAISON_DISCRET", "OUI");
    let mut global = if held_by_springs { Vec::new() } else { loads(call, "CHAR_MECA_GLOBAL") };
    global.extend(loads(call, "CHAR_CINE_GLOBAL"));
    let numbering = match call.concept("NUME_DDL") {
        Some(_) => numbering_of(call, "NUME_DDL")?,
        None => Arc::new(number(&structure.model, &global)),
    };
    if let Some(new) = call.created("NUME_DDL").first() {
        new.handle.set(Concept::Numbering(numbering.clone()));
    }
    let stiffness = structure.stiffness(&numbering)?;
    let solver = structure.solver(&stiffness, &numbering)?;
    tell_free(&solver.solver, &numbering.numbering, call, "SOLVEUR", context);
    let (mut fields, mut names, mut applied, mut wanted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut lost = None;
    for (level, order) in call.factor("CAS_CHARGE").iter().zip(1..) {
        let mut case = loads(level, "CHAR_MECA");
        case.extend(loads(level, "CHAR_CINE"));
        let own = case.iter().any(|l| !l.constraints.is_empty() && !global.iter().any(|g| Arc::ptr_eq(g, l)));
        let field = match (level.concept("VECT_ASSE"), own) {
            (Some(Concept::NodalField(vector)), _) => {
                let (values, _) = crate::operators::matrices::on_numbering(vector, &numbering.numbering);
                let field = NodalField { values, numbering: numbering.numbering.clone(), ..NodalField::clone(vector) };
                structure.response(&solver, &numbering, field, &mut lost)?
            }
            (_, false) => {
                let mut vector = structure.vector(&numbering, &case, 0.0)?;
                let constraints = structure.vector(&numbering, &global, 0.0)?;
                vector.imposed = constraints.imposed;
                structure.response(&solver, &numbering, vector, &mut lost)?
            }
            // Supports of its own: another numbering.
            (_, true) => {
                let all: Vec<Arc<Load>> = global.iter().chain(&case).cloned().collect();
                let numbering = Arc::new(number(&structure.model, &all));
                let stiffness = structure.stiffness(&numbering)?;
                let solver = structure.solver(&stiffness, &numbering)?;
                let mut vector = structure.vector(&numbering, &case, 0.0)?;
                vector.imposed = structure.vector(&numbering, &all, 0.0)?.imposed;
                structure.response(&solver, &numbering, vector, &mut lost)?
            }
        };
        let applied_here = |load| AppliedLoad {
            load,
            multiplier: LoadValue::Number(1.0),
            harmonic: HarmonicFactor::default(),
            orders: Some([order; 2]),
        };
        applied.extend(global.iter().chain(&case).cloned().map(applied_here));
        fields.push(field);
        wanted.push(level.is("OPTION", "SIEF_ELGA"));
        names.push(level.text_if_given("NOM_CAS").map_or(String::new(), |t| t.to_string()));
    }
    lost.into_iter().for_each(|warning| context.warn(warning.at_if_absent(call.span_of("CARA_ELEM"))));
    let labels = IndexMap::from([("NOM_CAS".to_string(), names)]);
    set_result(call, structure.series(fields, IndexMap::new(), labels, "NOM_CAS", applied, &wanted)?)
}

impl<'a> Structure<'a> {
    fn read(call: &'a Call, context: &Context<'_>) -> Result<Self, CallError> {
        let model = entities::model(call, "MODELE")?;
        let mesh = context.latest_mesh(call, &model.mesh);
        Ok(Structure { call, model: model.clone(), mesh, properties: properties(call), materials: materials(call) })
    }

    /// Whether its material varies in time, by its temperature.
    fn varies(&self) -> bool {
        self.materials.as_ref().is_some_and(|m| m.varies())
    }

    /// The structure at an instant.
    fn at(&self, time: f64) -> Result<Structure<'a>, CallError> {
        let materials = materials_at(self.materials.clone(), self.mesh, time, self.call)?;
        Ok(Structure { model: self.model.clone(), properties: self.properties.clone(), materials, ..*self })
    }

    fn stiffness(&self, numbering: &NumberingValue) -> Result<Stiffness, CallError> {
        let request = MatrixRequest {
            option: "RIGI_MECA",
            mesh: self.mesh,
            model: &self.model,
            properties: self.properties.as_deref(),
            materials: self.materials.as_deref(),
            cells: None,
            stiffness: None,
            mass: None,
            forces: None,
        };
        let terms = element_matrices(&request, self.call)?;
        let matrix = assemble_matrix(&numbering.numbering, &terms);
        let hidden = hidden_terms(&numbering.numbering, &terms);
        let message = "the stiffness is complex: statics are real";
        let matrix = matrix.real().cloned().ok_or_else(|| self.call.error("CARA_ELEM", "R201", message))?;
        Ok(Stiffness { matrix, hidden })
    }

    fn solver<'m>(&self, stiffness: &'m Stiffness, numbering: &'m NumberingValue) -> Result<Solver<'m>, CallError> {
        let constraints = &numbering.numbering.constraints;
        let floating = self.call.one("SOLVEUR").and_then(|s| s.integer_if_given("NPREC")).is_some_and(|n| n < 0);
        let solver = match floating {
            true => StaticSolver::with_free_motions(&stiffness.matrix, constraints),
            false => StaticSolver::new(&stiffness.matrix, constraints),
        };
        let rows = self.rows(&stiffness.hidden, numbering);
        let solver = solver.map_err(|fault| static_error(self.call, "MODELE", rows, &fault))?;
        Ok(Solver { solver, stiffness })
    }

    fn vector(&self, numbering: &NumberingValue, loads: &[Arc<Load>], time: f64) -> Result<NodalField, CallError> {
        if loads.iter().any(|load| load.is_complex()) {
            let error = self.call.error("EXCIT", "R201", "a load is complex: statics are real");
            return Err(Box::new(
                error.help("complex loads act in harmonic responses (DYNA_VIBRA, TYPE_CALCUL='HARM')"),
            ));
        }
        let request = LoadRequest {
            mesh: self.mesh,
            model: &self.model,
            properties: self.properties.as_deref(),
            materials: self.materials.as_deref(),
            loads,
            instant_s: time,
        };
        let terms = element_loads(&request, self.call)?;
        vector_field(numbering, &self.model.mesh, &terms, loads, time, self.call)
    }

    fn rows<'r>(&'r self, hidden: &'r [HiddenTerm], numbering: &'r NumberingValue) -> Rows<'r> {
        Rows { hidden, numbering: &numbering.numbering, mesh: Some(self.mesh) }
    }

    /// The displacement under a vector and its imposed values; a warning where it is made of lost digits.
    fn response(
        &self,
        Solver { solver, stiffness }: &Solver<'_>,
        numbering: &NumberingValue,
        mut vector: NodalField,
        lost: &mut Option<Diagnostic>,
    ) -> Result<Arc<NodalField>, CallError> {
        let rows = self.rows(&stiffness.hidden, numbering);
        let mut imposed = std::mem::take(&mut vector.imposed);
        imposed.resize(numbering.numbering.constraints.len(), 0.0);
        vector.values =
            solver.solve(&vector.values, &imposed).map_err(|fault| static_error(self.call, "MODELE", rows, &fault))?;
        let motion = || "the displacements are".to_string();
        *lost = lost.take().or_else(|| rows.warning_of(&stiffness.matrix, &vector.values, motion));
        vector.present = None;
        Ok(Arc::new(vector))
    }

    fn series(
        &self,
        fields: Vec<Arc<NodalField>>,
        parameters: IndexMap<String, Vec<f64>>,
        labels: IndexMap<String, Vec<String>>,
        access: &str,
        loads: Vec<AppliedLoad>,
        wanted: &[bool],
    ) -> Result<Concept, CallError> {
        let mut series = FieldSeries {
            orders: (1..=fields.len() as i64).collect(),
            parameters,
            labels,
            model: Some(self.model.clone()),
            properties: self.properties.clone(),
            materials: self.materials.clone(),
            access: access.to_string(),
            loads,
            ..FieldSeries::default()
        };
        series.append("DEPL", fields.into_iter().map(Some));
        if wanted.iter().any(|w| *w) {
            let forces = static_forces(self.call, &series, wanted)?;
            series.append("SIEF_ELGA", forces);
        }
        Ok(Concept::Fields(Arc::new(match self.call.concept("RESULTAT") {
            Some(Concept::Fields(earlier)) => extended(earlier, series),
            _ => series,
        })))
    }
}

/// A result and what is added to it (`reuse`): orders go on from its last one.
fn extended(earlier: &FieldSeries, mut more: FieldSeries) -> FieldSeries {
    let mut series = earlier.clone();
    let last = earlier.orders.last().copied().unwrap_or(0);
    let later = |load: AppliedLoad| AppliedLoad { orders: load.orders.map(|ends| ends.map(|o| o + last)), ..load };
    let loads = std::mem::take(&mut more.loads).into_iter().map(later);
    series.append_states(more, last + 1..);
    series.add_loads(earlier.orders.len(), loads);
    series
}

/// FONC_MULT, 1 when absent.
fn multiplier(level: &Keywords) -> Result<LoadValue, CallError> {
    match level.concept("FONC_MULT") {
        None => Ok(LoadValue::Number(1.0)),
        Some(Concept::Function(function)) => Ok(LoadValue::Function(function.clone())),
        Some(Concept::Formula(formula)) => Ok(LoadValue::Formula(formula.clone())),
        Some(_) => Err(level.error("FONC_MULT", "R226", "FONC_MULT must be a function of time or a formula")),
    }
}

/// INST, or LIST_INST between INST_INIT and INST_FIN.
fn instants(call: &Call) -> Result<Vec<f64>, CallError> {
    let Some(Concept::RealList(list)) = call.concept("LIST_INST") else {
        return Ok(vec![call.real_if_given("INST").unwrap_or(0.0)]);
    };
    let (low, high) = (
        call.real_if_given("INST_INIT").unwrap_or(f64::NEG_INFINITY),
        call.real_if_given("INST_FIN").unwrap_or(f64::INFINITY),
    );
    let margin = 1e-9 * list.iter().fold(0.0, |m: f64, t| m.max(t.abs()));
    let kept: Vec<f64> = list.iter().copied().filter(|t| low - margin <= *t && *t <= high + margin).collect();
    if kept.is_empty() {
        return Err(call.error("LIST_INST", "R228", "no instant of the list is between INST_INIT and INST_FIN"));
    }
    Ok(kept)
}
