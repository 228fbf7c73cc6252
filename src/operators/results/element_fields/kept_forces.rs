//! Forces after a nonlinear analysis: all fields that are made of forces start from the SIEF_ELGA that it stored. Displacements times
//! the elastic stiffness know nothing of plasticity, contact, friction and initial stress. Internal variables are taken as they are.

use std::sync::Arc;

use super::efforts::{EFFORTS, efforts};
use super::elements::Element;
use super::fields_of_state::Job;
use super::states::{Source, State};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ElementField, NonlinearRun, States};
use crate::kernel::assembly::{Dof, ElementTerm};
use crate::kernel::elements::{Frame, Member, SquareMatrix, WarpingPoints};

impl Source<'_> {
    /// What a nonlinear analysis was made with; `None` for other results.
    pub fn nonlinear(&self) -> Option<&NonlinearRun> {
        match self.result {
            Some(States::Fields(series)) => series.nonlinear.as_deref(),
            _ => None,
        }
    }

    /// Refuses the energies `name` of cells with a law that is not elastic: they are not those of the elastic stiffness.
    pub fn check_elastic(
        &self,
        name: &str,
        cells: impl Iterator<Item = usize>,
        place: &Keywords,
        (keyword, code): (&str, &'static str),
    ) -> Result<(), CallError> {
        let Some(run) = self.nonlinear() else { return Ok(()) };
        let law_of = |cell: usize| Some((cell, run.laws.get(cell).copied().flatten()?));
        let Some((cell, law)) = cells.filter_map(law_of).find(|(_, law)| law.name != "ELAS") else { return Ok(()) };
        let label = self.mesh.mesh.cells.get(cell).map_or("", |c| c.label.as_str());
        let message =
            format!("{name} after a nonlinear analysis is not computed: cell M{} ({label}) has {}", cell + 1, law.name);
        let help =
            "ask for elastic cells only; ENERGIE=_F() of the analysis gives the works and energies of the structure";
        Err(Box::new(place.error(keyword, code, message).help(help)))
    }
}

impl Job<'_> {
    /// SIEF_ELGA that a nonlinear analysis stored at a rank; `None` for other results. Fails where it is not there.
    pub(super) fn kept_forces(&self, rank: usize, name: &str) -> Result<Option<Arc<ElementField>>, CallError> {
        if self.source.nonlinear().is_none() {
            return Ok(None);
        }
        let found = self.source.element(rank, "SIEF_ELGA");
        found.map(Some).ok_or_else(|| {
            let order = self.source.orders()[rank];
            let message = format!("{name} is made of SIEF_ELGA, which the result does not hold at order {order}");
            let error = self.call.error("RESULTAT", "R704", message);
            Box::new(error.help(
                "after a nonlinear analysis forces are those that it stored: keep SIEF_ELGA (CHAM_EXCLU of ARCHIVAGE), and read the result of the analysis or one made with `reuse`",
            ))
        })
    }

    /// Stored forces as the field `name`: at the points of integration of the elements (_ELGA), or at their nodes.
    pub(super) fn efforts_of(&self, kept: &ElementField, name: &str) -> ElementField {
        let points = name.ends_with("_ELGA");
        let column = EFFORTS.map(|name| kept.components.iter().position(|c| c == name));
        let width = if column[6].is_some() { 7 } else { 6 };
        let mut field = self.blank(&EFFORTS[..width], false);
        for element in &self.elements {
            let count = kept.points(element.cell);
            let Some(last) = count.checked_sub(1) else { continue };
            let ends: Vec<usize> = match points {
                true => (0..count).collect(),
                false if element.nodes.len() == 1 => vec![last],
                false => vec![0, last],
            };
            let value = |point: usize, k: usize| {
                column[k].and_then(|c| kept.value(element.cell, point, c)).map_or(f64::NAN, |z| z.re)
            };
            // The points of integration of a beam that warps are not at its nodes.
            if name == "EFGE_ELNO"
                && let Some(Member::Beam(beam)) = element.member.as_ref().filter(|_| element.warps())
                && let Some(warping) = WarpingPoints::of(beam)
            {
                let values: Vec<f64> =
                    (0..count).flat_map(|p| (0..width).map(move |k| (p, k))).map(|(p, k)| value(p, k)).collect();
                field.cells[element.cell] = efforts(element, &warping.nodal_forces(&values)).concat();
                continue;
            }
            field.cells[element.cell] = ends.iter().flat_map(|p| (0..width).map(|k| value(*p, k))).collect();
        }
        field
    }

    /// Forces of damping of a nonlinear dynamic analysis at a rank: that of materials and discrete elements, and the dashpots of
    /// the contacts (DIS_CHOC) that are closed.
    pub(super) fn kept_damping(&self, rank: usize, state: &State) -> Vec<ElementTerm> {
        let Some(run) = self.source.nonlinear() else { return Vec::new() };
        let wanted = |term: &&ElementTerm| self.elements.iter().any(|e| e.cell == term.cell);
        let mut terms: Vec<ElementTerm> = run.damping.iter().filter(wanted).cloned().collect();
        let variables = self.source.element(rank, "VARI_ELGA");
        let shocks = self
            .elements
            .iter()
            .filter(|e| run.laws.get(e.cell).copied().flatten().is_some_and(|law| law.name == "DIS_CHOC"));
        terms.extend(shocks.filter_map(|e| self.dashpots(e, variables.as_deref()?)));
        damping_forces(&terms, state)
    }

    /// VARI_ELNO: the internal variables of the first and of the last point, at the nodes.
    pub(super) fn internal_variables(&self, rank: usize) -> Result<ElementField, CallError> {
        let Some(stored) = self.source.element(rank, "VARI_ELGA") else {
            let error = self.call.error("VARI_INTERNE", "R704", "the result has no internal variables (VARI_ELGA)");
            return Err(Box::new(error.help("they are those of STAT_NON_LINE and DYNA_NON_LINE")));
        };
        let width = stored.components.len();
        let mut field = ElementField { cells: vec![Vec::new(); self.mesh.cells.len()], ..ElementField::clone(&stored) };
        for element in &self.elements {
            let Some(last) = stored.points(element.cell).checked_sub(1) else { continue };
            let point = |node: usize| if node + 1 == element.nodes.len() { last } else { 0 };
            let values = |node: usize| &stored.cells[element.cell][point(node) * width..][..width];
            field.cells[element.cell] = (0..element.nodes.len()).flat_map(values).copied().collect();
        }
        Ok(field)
    }

    fn dashpots(&self, element: &Element, variables: &ElementField) -> Option<ElementTerm> {
        let material = self.source.materials.as_ref()?.cells.get(element.cell)?.as_ref()?;
        let parameters = material.behaviours.get("DIS_CONTACT")?;
        parameters.number("RIGI_NOR")?;
        let variable = |rank: usize| variables.value(element.cell, 0, rank).map(|z| z.re);
        let closed = if parameters.is("CONTACT", "COIN_2D") { variable(3)? == 0.0 } else { variable(0)? <= 0.0 };
        if !closed || element.modelisation.is_plane() {
            return None;
        }
        let of = |name: &str| parameters.number(name).unwrap_or(0.0);
        let values = [of("AMOR_NOR"), of("AMOR_TAN"), of("AMOR_TAN")];
        let (count, n) = (element.nodes.len(), element.dofs.len());
        let mut local = SquareMatrix::zeros(n);
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            for (i, c) in values.iter().enumerate() {
                local.set(a * n / count + i, b * n / count + i, if a == b { *c } else { -c });
            }
        }
        let blocks = Frame::blocks(element.modelisation.blocks(), count);
        let global = local.to_global(&Frame::from_angles(element.angles), &blocks);
        Some(ElementTerm {
            cell: element.cell,
            dofs: element.dofs.clone(),
            values: global.into_rows(),
            imaginary: Vec::new(),
            symmetric: true,
        })
    }
}

/// `C v` of element matrices `C`, as vectors on the same unknowns.
fn damping_forces(terms: &[ElementTerm], state: &State) -> Vec<ElementTerm> {
    let Some(velocity) = &state.velocity else { return Vec::new() };
    let product = |term: &ElementTerm| {
        let dofs: &[Dof] = &term.dofs;
        let v = velocity.at(dofs, false);
        let row = |row: &[f64]| row.iter().zip(&v).map(|(c, v)| c * v).sum();
        let values = term.values.chunks_exact(v.len().max(1)).map(row).collect();
        ElementTerm { cell: term.cell, dofs: dofs.to_vec(), values, imaginary: Vec::new(), symmetric: false }
    };
    terms.iter().map(product).collect()
}

/// What reactions of a nonlinear analysis leave out of its damping.
pub(super) fn damping_left_out(
    source: &Source<'_>,
    call: &Call,
    names: &[Arc<str>],
) -> Option<crate::diag::Diagnostic> {
    let what = source.nonlinear()?.left_out?;
    names.iter().find(|name| ***name == *"REAC_NODA")?;
    let message = format!("REAC_NODA does not contain the damping of {what}");
    let warning = crate::diag::Diagnostic::warning("R730", message).at_if_absent(call.span_of("FORCE"));
    Some(warning.help("reactions of supports of undamped nodes are right; others lack that part"))
}
