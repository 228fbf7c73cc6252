//! The fields of one state, option by option.

use std::sync::Arc;

use num_complex::Complex64;

use super::efforts::{EFFORTS, at_integration_points, efforts, nodal_forces};
use super::elements::Element;
use super::energies::{Energy, kinetic_energy, potential_energy};
use super::excitation::Excitations;
use super::reactions::NodalForces;
use super::states::{Source, State};
use super::strains::{STRAINS, strains};
use super::stresses::{CONTRIBUTIONS, EXTREMES, contributions, end_sections, extremes};
use crate::catalogue::{Call, CallError};
use crate::concepts::{ElementField, FieldSeries, NodalField, States};
use crate::kernel::assembly::ElementTerm;
use crate::kernel::mesh::Mesh;
use crate::operators::matrices::assembly::{LoadRequest, element_loads, expansion};

/// SIEF_ELGA of the states of a static result, as MECA_STATIQUE stores it: one field a rank of `wanted`, none elsewhere.
pub fn static_forces(call: &Call, series: &FieldSeries, wanted: &[bool]) -> Result<StoredFields, CallError> {
    let Some(source) = Source::of_result(States::Fields(series)) else { return Ok(vec![None; wanted.len()]) };
    let mesh = source.mesh.mesh.clone();
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    let varies = source.materials.as_ref().is_some_and(|m| m.varies());
    let shared = (!varies).then(|| Job::new(call, &mesh, &source, &cells)).transpose()?;
    let field = |(rank, wanted): (usize, &bool)| {
        let Some(state) = source.state(rank).filter(|_| *wanted) else { return Ok(None) };
        let there = source.at(rank, call)?;
        let own = there.as_ref().map(|there| Job::new(call, &mesh, there, &cells)).transpose()?;
        let Some(job) = own.as_ref().or(shared.as_ref()) else { return Ok(None) };
        Ok(Some(Arc::new(job.at_points(rank, &state)?)))
    };
    wanted.iter().enumerate().map(field).collect()
}

pub(super) enum Computed {
    Element(ElementField),
    Nodal(NodalField),
}

/// Efforts of the whole strain, that of heat included: what DEGE_ is made of.
pub(super) const WITH_ALL_STRAINS: &str = "DEGE";

pub(super) struct Job<'a> {
    pub call: &'a Call,
    pub mesh: &'a Mesh,
    pub source: &'a Source<'a>,
    pub elements: Vec<Element>,
    pub excitations: Excitations<'a>,
}

impl<'a> Job<'a> {
    /// Of the elements of `cells`.
    pub fn new(call: &'a Call, mesh: &'a Mesh, source: &'a Source<'a>, cells: &[usize]) -> Result<Self, CallError> {
        let elements = Element::list(source, mesh, cells, source.mass_option, call)?;
        Ok(Job { call, mesh, source, elements, excitations: Excitations::read(call, source)? })
    }

    pub fn field(&self, name: &str, rank: usize, state: &State) -> Result<Option<Computed>, CallError> {
        let element = |field| Ok(Some(Computed::Element(field)));
        match name {
            "FORC_NODA" | "REAC_NODA" => self.forces(name, rank, state).map(|f| Some(Computed::Nodal(f))),
            "ECIN_ELEM" => element(self.energies(|e| kinetic_energy(e, state))),
            "EPOT_ELEM" | "ENEL_ELEM" | "ETOT_ELEM" | "ENTR_ELEM" => {
                let cells = self.elements.iter().map(|e| e.cell);
                self.source.check_elastic(name, cells, self.call, ("ENERGIE", "R704"))?;
                if !self.heat(rank, state)?.is_empty() {
                    let message = format!("{name} of elements that have a temperature is not computed");
                    return Err(self.call.error("RESULTAT", "R704", message));
                }
                element(self.energies(|e| potential_energy(e, state)))
            }
            "EFGE_ELNO" | "SIEF_ELNO" => element(self.efforts(name, rank, state)?),
            "EFGE_ELGA" | "SIEF_ELGA" => element(self.at_points(rank, state)?),
            "EPSI_ELNO" | "EPME_ELNO" | "EPSP_ELNO" | "EPVC_ELNO" => element(self.bar_strains(name, rank, state)?),
            "EPSI_ELGA" | "EPME_ELGA" | "EPSP_ELGA" | "EPVC_ELGA" => {
                element(self.pointwise(self.bar_strains(name, rank, state)?))
            }
            "EPSI_NOEU" | "EPME_NOEU" | "EPSP_NOEU" | "EPVC_NOEU" => {
                element(self.averaged(self.bar_strains(name, rank, state)?))
            }
            "DEGE_ELNO" => element(self.strains(rank, state)?),
            "DEGE_ELGA" => element(self.pointwise(self.strains(rank, state)?)),
            "DEGE_NOEU" => element(self.averaged(self.strains(rank, state)?)),
            "SIPO_ELNO" => element(self.stresses(rank, state, &CONTRIBUTIONS)?),
            "SIPM_ELNO" => element(self.stresses(rank, state, &EXTREMES)?),
            "EFGE_NOEU" | "SIEF_NOEU" => {
                let at_cells = self.efforts(&name.replace("_NOEU", "_ELNO"), rank, state)?;
                element(self.averaged(at_cells))
            }
            "VARI_ELNO" => element(self.internal_variables(rank)?),
            "VARI_NOEU" => element(self.averaged(self.internal_variables(rank)?)),
            "SIPO_NOEU" => element(self.averaged(self.stresses(rank, state, &CONTRIBUTIONS)?)),
            _ => {
                let error = self.call.error("RESULTAT", "R704", format!("the field {name} is not computed"));
                let help = "computed: EFGE_, SIEF_ (ELNO, ELGA, NOEU), SIPO_ELNO, SIPO_NOEU, SIPM_ELNO, DEGE_, EPSI_, EPME_, EPSP_ and EPVC_ of bars, VARI_ELNO, VARI_NOEU, ECIN_ELEM, EPOT_ELEM, ENEL_ELEM, FORC_NODA, REAC_NODA.";
                Err(Box::new(error.help(help)))
            }
        }
    }

    /// An empty field on all cells.
    pub(super) fn blank(&self, components: &[&str], complex: bool) -> ElementField {
        let cells = vec![Vec::new(); self.mesh.cells.len()];
        ElementField {
            components: components.iter().map(|c| c.to_string()).collect(),
            imaginary: if complex { cells.clone() } else { Vec::new() },
            cells,
            at_nodes: false,
            laws: None,
        }
    }

    fn efforts(&self, name: &str, rank: usize, state: &State) -> Result<ElementField, CallError> {
        if name != WITH_ALL_STRAINS
            && let Some(kept) = self.kept_forces(rank, name)?
        {
            return Ok(self.efforts_of(&kept, name));
        }
        let exact = name == "EFGE_ELNO";
        let lines = self.excitations.without_complex_lines();
        let several = lines.lines_and_weights(self.source.orders()[rank]);
        if exact && several > 1 && self.elements.iter().any(|e| e.modelisation.is_beam()) {
            let message = format!("{several} loads of this result have line forces or weight");
            let error = self.call.error("RESULTAT", "R715", message);
            let help = "write all FORCE_POUTRE and PESANTEUR in one AFFE_CHAR_MECA, or add up results of one load each";
            return Err(Box::new(error.help(help)));
        }
        let loads = if exact { self.loads_on_cells(&lines, rank, state)? } else { Vec::new() };
        let warps = self.elements.iter().any(Element::warps);
        let line = if exact && warps { self.loads_on_cells(&lines.line_loads(), rank, state)? } else { Vec::new() };
        // Strains that make no force: those of heat, and of bars the initial ones.
        let free = self.loads_on_cells(&self.excitations.strains(), rank, state)?;
        let heat = self.heat(rank, state)?;
        let complex = state.displacement.is_complex();
        let width = self.width();
        let mut field = self.blank(&EFFORTS[..width], complex);
        for element in &self.elements {
            for imaginary in [false, true] {
                if imaginary && !complex {
                    continue;
                }
                if name == "SIEF_ELNO"
                    && let Some([first, _, second]) = element.warping_efforts(&state.displacement, imaginary)
                {
                    let target = if imaginary { &mut field.imaginary } else { &mut field.cells };
                    target[element.cell] = [first, second].concat();
                    continue;
                }
                let loads = if element.warps() { &line } else { &loads };
                let load = loads.get(element.cell).map(|(re, im)| if imaginary { im } else { re });
                let load = load.filter(|l| !l.is_empty()).map(Vec::as_slice);
                let Some(mut forces) = nodal_forces(element, state, imaginary, exact, load) else { continue };
                if name != WITH_ALL_STRAINS {
                    let initial = free.get(element.cell).filter(|_| element.modelisation.is_bar());
                    let initial = initial.map(|(re, im)| if imaginary { im } else { re });
                    let heat = heat.iter().filter(|t| t.cell == element.cell && !imaginary).map(|t| &t.values);
                    for strain in initial.into_iter().chain(heat).filter(|s| !s.is_empty()) {
                        forces.iter_mut().zip(element.to_local(strain)).for_each(|(r, f)| *r -= f);
                    }
                }
                let target = if imaginary { &mut field.imaginary } else { &mut field.cells };
                let at_nodes = efforts(element, &forces);
                target[element.cell] = at_nodes.iter().flat_map(|node| &node[..width]).copied().collect();
            }
        }
        Ok(field)
    }

    /// The forces that would hold the expansion of the elements, along a history.
    fn heat(&self, rank: usize, state: &State) -> Result<Vec<ElementTerm>, CallError> {
        let is_history = self.source.access(rank).is_some_and(|(name, _)| name == "INST");
        let materials = self.source.materials.as_deref().filter(|_| is_history);
        let Some(load) = expansion(materials, &self.source.model) else { return Ok(Vec::new()) };
        let request = LoadRequest {
            mesh: self.mesh,
            model: &self.source.model,
            properties: self.source.properties.as_deref(),
            materials,
            loads: &[load],
            instant_s: state.at,
        };
        element_loads(&request, self.call)
    }

    /// Real and imaginary parts of loads on each cell (global axes).
    fn loads_on_cells(
        &self,
        excitations: &Excitations<'_>,
        rank: usize,
        state: &State,
    ) -> Result<Vec<(Vec<f64>, Vec<f64>)>, CallError> {
        if excitations.is_empty() {
            return Ok(Vec::new());
        }
        let mut loads = vec![(Vec::new(), Vec::new()); self.mesh.cells.len()];
        let order = self.source.orders()[rank];
        for (factor, terms) in excitations.forces(self.source, self.mesh, order, state.at)? {
            for term in &terms {
                let Some((real, imaginary)) = loads.get_mut(term.cell) else { continue };
                real.resize(term.values.len(), 0.0);
                imaginary.resize(term.values.len(), 0.0);
                real.iter_mut().zip(&term.values).for_each(|(sum, v)| *sum += factor.re * v);
                imaginary.iter_mut().zip(&term.values).for_each(|(sum, v)| *sum += factor.im * v);
            }
        }
        Ok(loads)
    }

    /// Number of efforts: seven with beams that warp.
    fn width(&self) -> usize {
        if self.elements.iter().any(Element::warps) { 7 } else { 6 }
    }

    /// SIEF_ELGA.
    fn at_points(&self, rank: usize, state: &State) -> Result<ElementField, CallError> {
        if let Some(kept) = self.kept_forces(rank, "SIEF_ELGA")? {
            return Ok(self.efforts_of(&kept, "SIEF_ELGA"));
        }
        let mut field = self.pointwise(self.efforts("SIEF_ELNO", rank, state)?);
        for element in self.elements.iter().filter(|e| e.warps()) {
            for (cells, imaginary) in [(&mut field.cells, false), (&mut field.imaginary, true)] {
                let points = element.warping_efforts(&state.displacement, imaginary);
                if let (Some(values), Some(points)) = (cells.get_mut(element.cell), points) {
                    *values = points.concat();
                }
            }
        }
        Ok(field)
    }

    /// From the nodes of elements to their points of integration.
    fn pointwise(&self, mut field: ElementField) -> ElementField {
        let width = field.components.len();
        for element in &self.elements {
            for cells in [&mut field.cells, &mut field.imaginary] {
                let Some(values) = cells.get_mut(element.cell) else { continue };
                let padded = |node: &[f64]| std::array::from_fn(|i| node.get(i).copied().unwrap_or(f64::NAN));
                let at_nodes = values.chunks(width).map(padded).collect();
                let points = at_integration_points(element, &at_nodes);
                *values = points.iter().flat_map(|point| &point[..width]).copied().collect();
            }
        }
        field
    }

    fn stresses(&self, rank: usize, state: &State, components: &[&str]) -> Result<ElementField, CallError> {
        let forces = self.efforts("EFGE_ELNO", rank, state)?;
        let mut field = self.blank(components, state.displacement.is_complex());
        for element in &self.elements {
            let Some(sections) = element.member.as_ref().and_then(end_sections) else { continue };
            for (from, to) in [(&forces.cells, &mut field.cells), (&forces.imaginary, &mut field.imaginary)] {
                let Some(values) = from.get(element.cell) else { continue };
                let six = values.chunks(forces.components.len()).filter_map(|node| node.first_chunk::<6>());
                let at_nodes = six.zip(&sections);
                to[element.cell] = if components.len() == 6 {
                    at_nodes.flat_map(|(efforts, section)| contributions(section, *efforts)).collect()
                } else {
                    at_nodes.flat_map(|(e, section)| extremes(section, *e).unwrap_or([f64::NAN; 2])).collect()
                };
            }
        }
        Ok(field)
    }

    /// Strains at the nodes, of beams and bars.
    fn strains(&self, rank: usize, state: &State) -> Result<ElementField, CallError> {
        let forces = self.efforts(WITH_ALL_STRAINS, rank, state)?;
        let mut field = self.blank(&STRAINS, state.displacement.is_complex());
        for element in &self.elements {
            let Some(member) = &element.member else { continue };
            for (from, to) in [(&forces.cells, &mut field.cells), (&forces.imaginary, &mut field.imaginary)] {
                let Some(values) = from.get(element.cell) else { continue };
                let six = values.chunks(forces.components.len()).filter_map(|node| node.first_chunk::<6>());
                let at_nodes = six.enumerate();
                to[element.cell] = at_nodes.flat_map(|(end, efforts)| strains(member, end, *efforts)).collect();
            }
        }
        Ok(field)
    }

    fn energies(&self, energy: impl Fn(&Element) -> Option<Energy>) -> ElementField {
        let mut field = self.blank(&ENERGIES, false);
        for element in &self.elements {
            if let Some(energy) = energy(element) {
                let parts = energy.parts.unwrap_or([f64::NAN; 4]);
                field.cells[element.cell] = std::iter::once(energy.total).chain(parts).collect();
            }
        }
        field
    }

    /// Mean over the elements at each node.
    fn averaged(&self, field: ElementField) -> ElementField {
        let width = field.components.len();
        let average = |cells: &[Vec<f64>]| {
            let mut sums = vec![Vec::new(); self.mesh.nodes.len()];
            let mut counts = vec![vec![0.0; width]; self.mesh.nodes.len()];
            for element in &self.elements {
                for (node, values) in element.nodes.iter().zip(cells[element.cell].chunks(width)) {
                    sums[*node].resize(width, 0.0);
                    for i in (0..width).filter(|i| !values[*i].is_nan()) {
                        sums[*node][i] += values[i];
                        counts[*node][i] += 1.0;
                    }
                }
            }
            for (sum, count) in sums.iter_mut().zip(&counts) {
                // 0/0 marks a component that no element has there.
                sum.iter_mut().zip(count).for_each(|(s, n)| *s /= n);
            }
            sums
        };
        ElementField {
            cells: average(&field.cells),
            imaginary: if field.imaginary.is_empty() { Vec::new() } else { average(&field.imaginary) },
            components: field.components,
            at_nodes: true,
            laws: None,
        }
    }

    fn forces(&self, name: &str, rank: usize, state: &State) -> Result<NodalField, CallError> {
        let numbering = &state.displacement.numbering;
        let reaction = name == "REAC_NODA";
        if reaction && self.source.nonlinear().is_some_and(|run| run.follows) {
            let message = "REAC_NODA of loads that follow the motion (TYPE_CHARGE='SUIV') is not computed";
            let error = self.call.error("FORCE", "R704", message);
            return Err(Box::new(
                error.help(
                    "FORC_NODA, the forces that the elements hold, is; at nodes without loads it is the reaction",
                ),
            ));
        }
        let kept = self.kept_forces(rank, name)?;
        let heat = if kept.is_some() { Vec::new() } else { self.heat(rank, state)? };
        // Efforts that the result holds are taken as they are, unless strains without stress would count twice.
        let free = heat.is_empty() && self.excitations.strains().is_empty();
        let stored = kept.or_else(|| self.source.element(rank, "SIEF_ELGA").filter(|_| free));
        let inertia = reaction && !state.complex_mode;
        let mut forces = NodalForces::of_elements(&self.elements, state, numbering, inertia, stored.as_deref());
        if let Some(dof) = state.unit_force.filter(|_| reaction) {
            forces.subtract_one(numbering, dof);
        }
        if reaction && !self.excitations.is_empty() {
            let order = self.source.orders()[rank];
            for (factor, terms) in self.excitations.forces(self.source, self.mesh, order, state.at)? {
                forces.subtract(numbering, factor, &terms);
            }
        }
        if reaction {
            forces.subtract(numbering, Complex64::from(-1.0), &self.kept_damping(rank, state));
        }
        forces.subtract(numbering, Complex64::from(1.0), &heat);
        let all = forces.touched.iter().all(|t| *t);
        Ok(NodalField {
            imaginary: forces.imaginary,
            present: (!all).then_some(forces.touched),
            model: Some(self.source.model.clone()),
            ..NodalField::new(self.source.mesh.clone(), numbering.clone(), forces.real)
        })
    }

    /// Kept slips that the fields asked for contain.
    pub fn slips(&self, names: &[Arc<str>]) -> Vec<&'static str> {
        let any = |stems: &[&str]| names.iter().any(|n| stems.iter().any(|stem| n.starts_with(stem)));
        let sections = || self.elements.iter().filter_map(|e| Some((e, e.member.as_ref().and_then(end_sections)?[0])));
        let mut slips = Vec::new();
        if any(&["SIEF", "FORC_NODA", "REAC_NODA"])
            && sections().any(|(e, s)| e.warps() && [s.ay, s.az].iter().any(|a| *a != 0.0 && *a != 1.0))
        {
            slips.push("bimoment-shear");
        }
        if any(&["EFGE", "SIPO", "SIPM"]) && self.excitations.has_complex_lines() && sections().next().is_some() {
            slips.push("complex-line-loads");
        }
        if any(&["SIPO", "SIPM"]) && sections().any(|(_, s)| s.elbow.is_some_and(|e| e.stress != [1.0, 1.0])) {
            slips.push("elbow-stress");
        }
        slips
    }

    pub fn has_general_section(&self) -> bool {
        let sections = self.elements.iter().filter_map(|e| e.member.as_ref().and_then(end_sections)).flatten();
        sections.into_iter().any(|s| extremes(&s, [0.0; 6]).is_none())
    }
}

pub(super) const ENERGIES: [&str; 5] = ["TOTALE", "TRAC_COM", "TORSION", "FLEX_Y", "FLEX_Z"];

/// Fields on elements by order.
pub type StoredFields = Vec<Option<Arc<ElementField>>>;
