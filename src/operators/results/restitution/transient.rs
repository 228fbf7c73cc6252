//! Fields of a modal transient at the instants asked for.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ElementField, FieldSeries, ModeSet, NodalField, Support, Trajectory};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::{Mesh, vector};
use crate::kernel::signal::Signal;
use crate::operators::Context;
use crate::operators::call::access::{self, Sample};
use crate::operators::call::entities::selected_nodes;
use crate::operators::functions::no_value;
use crate::operators::results::motion::{Motion, signal_of_concept, supports};

pub(super) fn restore(
    call: &Call,
    trajectory: &Trajectory,
    basis: &Arc<ModeSet>,
    context: &Context<'_>,
) -> Result<FieldSeries, CallError> {
    super::refusals::only_for_others(call, "a transient", &["FREQ", "LIST_FREQ", "NUME_MODE"])?;
    let (Some(mesh), Some(numbering)) = (&basis.mesh, basis.numbering()) else {
        return Err(super::refusals::no_basis(call));
    };
    if basis.len() < trajectory.size {
        let message = format!("the basis has {} shapes and the result {} coordinates", basis.len(), trajectory.size);
        return Err(call.error("MODE_MECA", "R453", message));
    }
    let (samples, orders) = instants(call, trajectory)?;
    let present = selection(call, context.latest_mesh(call, mesh), numbering)?;
    let single = SingleSupport::read(call)?;
    let mut series = FieldSeries {
        orders,
        parameters: IndexMap::from([("INST".to_string(), samples.iter().map(|s| s.at).collect())]),
        model: basis.model.clone(),
        access: "INST".into(),
        ..FieldSeries::default()
    };
    series.lumped_mass = basis.mass.as_ref().is_some_and(|m| m.option == "MASS_MECA_DIAG");
    series.properties = basis.stiffness.as_ref().and_then(|k| k.properties.clone());
    series.materials = basis.stiffness.as_ref().and_then(|k| k.materials.clone());
    for name in fields(call, single.is_some()) {
        let motion = Motion::named(&name);
        if !["DEPL", "VITE", "ACCE", "ACCE_ABSOLU"].contains(&name.as_str()) {
            let fields = element_fields(call, &name, trajectory, basis, &samples)?;
            // Reactions are fields on the unknowns.
            let on_unknowns = |f: &Option<Arc<ElementField>>| f.as_ref()?.on_numbering(mesh, numbering).map(Arc::new);
            let nodal: Vec<Option<Arc<NodalField>>> = fields.iter().map(on_unknowns).collect();
            if nodal.iter().all(Option::is_some) {
                series.append(&name, nodal);
            } else {
                series.append(&name, fields);
            }
            continue;
        }
        let mut values = nodal_values(trajectory, basis, motion, &samples, numbering.len());
        for (keyword, correction) in [("MULT_APPUI", false), ("CORR_STAT", true)] {
            if call.is(keyword, "OUI") {
                for support in supports(call, keyword, trajectory, correction)? {
                    add_support(call, keyword, support, motion, &samples, &mut values)?;
                }
            }
        }
        if name == "ACCE_ABSOLU" {
            let Some(single) = &single else {
                let error = call.error("NOM_CHAM", "R454", "ACCE_ABSOLU needs the acceleration of the support");
                return Err(Box::new(error.help("give ACCE_MONO_APPUI and DIRECTION")));
            };
            single.add(call, numbering, &samples, &mut values)?;
        }
        let field = |values: Vec<f64>| {
            Some(Arc::new(NodalField {
                present: present.clone(),
                model: basis.model.clone(),
                ..NodalField::new(mesh.clone(), numbering.clone(), values)
            }))
        };
        series.append(&name, values.into_iter().map(field));
    }
    Ok(series)
}

/// The states asked for and their order numbers: those of the archives when all are taken, else from 1.
fn instants(call: &Call, trajectory: &Trajectory) -> Result<(Vec<Sample>, Vec<i64>), CallError> {
    let interpolate = call.is("INTERPOL", "LIN");
    let stored = &trajectory.instants;
    let ranks: Vec<i64> =
        (0..stored.len() as i64).map(|k| k + trajectory.orders.first().copied().unwrap_or(0)).collect();
    match access::select(call, "INST", stored, &ranks, interpolate)? {
        Some(samples) => {
            let orders = (1..=samples.len() as i64).collect();
            Ok((samples, orders))
        }
        None if interpolate && !call.has("MODE_MECA") => {
            let error = call.error("INTERPOL", "R455", "INTERPOL='LIN' needs the instants to interpolate at");
            Err(Box::new(error.help("give LIST_INST or INST")))
        }
        None => Ok(((0..stored.len()).map(|k| Sample::stored(stored, k)).collect(), ranks)),
    }
}

pub(super) fn fields(call: &Call, has_support: bool) -> Vec<String> {
    if call.is("TOUT_CHAM", "OUI") {
        let all = ["DEPL", "VITE", "ACCE"].into_iter().chain(has_support.then_some("ACCE_ABSOLU"));
        return all.map(String::from).collect();
    }
    let named: Vec<String> = call.texts("NOM_CHAM").iter().map(|t| t.to_string()).collect();
    if named.is_empty() { vec!["ACCE".into()] } else { named }
}

/// The unknowns of the nodes asked for; `None` for all.
pub(super) fn selection(call: &Call, mesh: &Mesh, numbering: &Numbering) -> Result<Option<Vec<bool>>, CallError> {
    if !["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE"].iter().any(|k| call.has(k)) {
        return Ok(None);
    }
    let mut wanted = vec![false; mesh.nodes.len()];
    for node in selected_nodes(call, mesh)? {
        wanted[node] = true;
    }
    Ok(Some(numbering.dofs().iter().map(|dof| wanted.get(dof.node).copied().unwrap_or(false)).collect()))
}

/// One vector of all unknowns for each sample.
fn nodal_values(
    trajectory: &Trajectory,
    basis: &ModeSet,
    motion: Motion,
    samples: &[Sample],
    size: usize,
) -> Vec<Vec<f64>> {
    let mut coordinates = vec![0.0; trajectory.size];
    let restore = |sample: &Sample| {
        let (left, right) = (motion.state(trajectory, sample.left), motion.state(trajectory, sample.right));
        sample.blend(left, right, &mut coordinates);
        let mut values = vec![0.0; size];
        for (q, mode) in coordinates.iter().zip(basis.iter()) {
            for (value, phi) in values.iter_mut().zip(&mode.values) {
                *value += q * phi;
            }
        }
        values
    };
    samples.iter().map(restore).collect()
}

fn add_support(
    call: &Call,
    keyword: &str,
    support: &Support,
    motion: Motion,
    samples: &[Sample],
    values: &mut [Vec<f64>],
) -> Result<(), CallError> {
    let Some(signal) = motion.of_support(support) else { return Ok(()) };
    let mut cursor = 0;
    for (sample, field) in samples.iter().zip(values) {
        let x = signal.evaluate(sample.at, &mut cursor).map_err(|fault| no_value(call, keyword, None, &fault))?;
        for (value, psi) in field.iter_mut().zip(&support.shape) {
            *value += psi * x;
        }
    }
    Ok(())
}

/// Acceleration of the only support, in up to three directions.
pub(super) struct SingleSupport {
    accelerations: Vec<Signal>,
    directions: Vec<[f64; 3]>,
}

impl SingleSupport {
    pub(super) fn read(call: &Keywords) -> Result<Option<SingleSupport>, CallError> {
        if !call.has("ACCE_MONO_APPUI") {
            return Ok(None);
        }
        let signal = |concept: &&_| signal_of_concept(call, "ACCE_MONO_APPUI", concept);
        let accelerations = call.concepts("ACCE_MONO_APPUI").iter().map(signal).collect::<Result<Vec<_>, _>>()?;
        let directions: Vec<[f64; 3]> = call.reals("DIRECTION").as_chunks::<3>().0.to_vec();
        if directions.len() != accelerations.len() {
            let (n, d) = (accelerations.len(), call.reals("DIRECTION").len());
            let message = format!("{n} accelerations need {} values of DIRECTION, and {d} are given", 3 * n);
            return Err(call.error("DIRECTION", "R456", message));
        }
        let directions = directions.iter().map(|d| unit(call, *d)).collect::<Result<_, _>>()?;
        Ok(Some(SingleSupport { accelerations, directions }))
    }

    /// What it adds to a component at a time.
    pub(super) fn at(&self, keywords: &Keywords, component: Component, time: f64) -> Result<f64, CallError> {
        let mut sum = 0.0;
        for (signal, direction) in self.accelerations.iter().zip(&self.directions) {
            let x = signal.evaluate(time, &mut 0);
            let x = x.map_err(|fault| no_value(keywords, "ACCE_MONO_APPUI", None, &fault))?;
            sum += match component {
                Component::Dx => x * direction[0],
                Component::Dy => x * direction[1],
                Component::Dz => x * direction[2],
                _ => 0.0,
            };
        }
        Ok(sum)
    }

    fn add(
        &self,
        call: &Call,
        numbering: &Numbering,
        samples: &[Sample],
        values: &mut [Vec<f64>],
    ) -> Result<(), CallError> {
        for (signal, direction) in self.accelerations.iter().zip(&self.directions) {
            let mut cursor = 0;
            for (sample, field) in samples.iter().zip(values.iter_mut()) {
                let x = signal.evaluate(sample.at, &mut cursor);
                let x = x.map_err(|fault| no_value(call, "ACCE_MONO_APPUI", None, &fault))?;
                for (value, dof) in field.iter_mut().zip(numbering.dofs()) {
                    match dof.component {
                        Component::Dx => *value += x * direction[0],
                        Component::Dy => *value += x * direction[1],
                        Component::Dz => *value += x * direction[2],
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}

/// A direction made of unit length, as in CALC_CHAR_SEISME, which gave the forces.
fn unit(call: &Keywords, direction: [f64; 3]) -> Result<[f64; 3], CallError> {
    let none = || call.error("DIRECTION", "R456", "DIRECTION (0, 0, 0) is no direction of space");
    vector::unit(direction).ok_or_else(none)
}

/// `field = sum_j q_j field_j`, for a field on elements that every mode carries.
fn element_fields(
    call: &Call,
    name: &str,
    trajectory: &Trajectory,
    basis: &ModeSet,
    samples: &[Sample],
) -> Result<Vec<Option<Arc<ElementField>>>, CallError> {
    let of_modes: Option<Vec<&Arc<ElementField>>> =
        basis.iter().take(trajectory.size).map(|m| m.fields.get(name)).collect();
    let Some(of_modes) = of_modes.filter(|f| !f.is_empty()) else {
        let error = call.error("NOM_CHAM", "R457", format!("the modes of the basis have no field {name}"));
        return Err(Box::new(error.help(format!("compute it first on the basis: CALC_CHAMP(reuse=..., {name})"))));
    };
    let mut q = vec![0.0; trajectory.size];
    let restore = |sample: &Sample| {
        sample.blend(trajectory.q(sample.left), trajectory.q(sample.right), &mut q);
        let mut field = (**of_modes[0]).clone();
        for cell in field.cells.iter_mut().chain(&mut field.imaginary) {
            cell.fill(0.0);
        }
        for (x, mode) in q.iter().zip(&of_modes) {
            for (sum, cell) in field.cells.iter_mut().zip(&mode.cells) {
                for (value, phi) in sum.iter_mut().zip(cell) {
                    *value += x * phi;
                }
            }
        }
        Some(Arc::new(field))
    };
    Ok(samples.iter().map(restore).collect())
}
