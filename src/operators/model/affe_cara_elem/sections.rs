//! Sections of beams and bars: POUTRE and BARRE, and the factors of elbows (SECTION="COUDE").

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, Column, Concept, Model, Modelisation, Table};
use crate::diag::Diagnostic;
use crate::kernel::elements::{CellProperties, Elbow, Section, SectionFault, SectionLaw, SectionShape, Variation};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;

/// Applies one occurrence of POUTRE (`beams`) or BARRE; a later one replaces the section of a cell.
pub fn assign(
    keywords: &Keywords,
    beams: bool,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    context: &mut Context<'_>,
) -> Result<(), CallError> {
    let mut group = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    group.extend(entities::named_cells(keywords, "MAILLE", mesh)?);
    let suits = |m: Modelisation| if beams { m.is_beam() } else { m.is_bar() };
    let suited: Vec<(usize, Modelisation)> =
        group.iter().filter_map(|&c| Some((c, model.modelisations[c].filter(|m| suits(*m))?))).collect();
    if suited.is_empty() {
        let what = if beams { "beam" } else { "bar" };
        let message = format!("none of the {} cells carries a {what}", group.len());
        return Err(keywords.error("GROUP_MA", "R124", message));
    }
    if keywords.is("SECTION", "COUDE") {
        return bend(keywords, &suited, mesh, cells, context);
    }
    let shears = |m: Modelisation| matches!(m, Modelisation::TimoshenkoBeam | Modelisation::WarpingBeam);
    let sheared = suited.iter().any(|(_, m)| shears(*m));
    let law = law(keywords, beams, sheared, context)?;
    if let Some((cell, _)) = suited.iter().find(|(_, m)| *m == Modelisation::WarpingBeam)
        && law.variation != Variation::Constant
        && law.start != law.end
    {
        let place = format!("M{} ({})", cell + 1, mesh.cells[*cell].label);
        let message = format!("the section of the POU_D_TG on cell {place} must be constant");
        return Err(Box::new(
            keywords.error("VARI_SECT", "R129", message).help("POU_D_E and POU_D_T take sections that vary"),
        ));
    }
    if law.variation == Variation::Affine && beams {
        context.slip("affine-section", keywords.span);
    }
    let along = if law.start.shape == SectionShape::Circle && law.variation == Variation::Homothetic {
        along_groups(keywords, mesh, law, context)?
    } else {
        BTreeMap::new()
    };
    for (cell, modelisation) in suited {
        let mut law = along.get(&cell).copied().unwrap_or(law);
        if modelisation == Modelisation::WarpingBeam {
            // Both ends are the same, whatever the form they are given in.
            law.variation = Variation::Constant;
        }
        cells[cell].section = Some(if shears(modelisation) { law } else { law.without_shear() });
    }
    Ok(())
}

/// The part of each cell in a circle that varies along a whole group: R_DEBUT and R_FIN (EP too) are the values at the ends of the
/// group, whose cells follow one another.
fn along_groups(
    keywords: &Keywords,
    mesh: &Mesh,
    law: SectionLaw,
    context: &mut Context<'_>,
) -> Result<BTreeMap<usize, SectionLaw>, CallError> {
    let (mut all, mut uneven) = (BTreeMap::new(), Vec::new());
    let groups: Vec<Vec<usize>> = keywords
        .texts("GROUP_MA")
        .iter()
        .filter_map(|name| mesh.cell_groups.get(name.trim_end()).cloned())
        .chain(entities::named_cells(keywords, "MAILLE", mesh)?.into_iter().map(|cell| vec![cell]))
        .collect();
    let thickness = |s: &Section| s.ry - s.inner;
    for group in groups {
        check_line(keywords, mesh, &group)?;
        let total: f64 = group.iter().map(|cell| mesh.length(*cell)).sum();
        let mut reached = 0.0;
        let between = |share: f64| {
            let mean = |x: f64, y: f64| x + (y - x) * share;
            let (r, t) = (mean(law.start.ry, law.end.ry), mean(thickness(&law.start), thickness(&law.end)));
            Section::circle(r, t.min(r))
                .map_err(|fault| keywords.error("VALE", "R129", format!("this section cannot be: {fault}")))
        };
        for cell in group {
            let first = between(reached / total)?;
            reached += mesh.length(cell);
            let last = between(reached / total)?;
            let ratio = last.ry / first.ry;
            if (ratio - thickness(&last) / thickness(&first)).abs() > 0.01 * ratio {
                uneven.push(cell);
            }
            all.insert(cell, SectionLaw { start: first, end: last, ..law });
        }
    }
    if let Some(cell) = uneven.first() {
        let place = format!("M{} ({})", cell + 1, mesh.cells[*cell].label);
        let message = format!("in cell {place} the thickness does not vary as the radius does, within 1 %");
        let warning = Diagnostic::warning("R156", message).at_if_absent(keywords.span_of("VALE"));
        context.warn(warning.help(
            "such sections are not homothetic: mass and stiffness are those of homothetic ones between their ends",
        ));
    }
    Ok(all)
}

/// Checks that the second node of each cell of a group is the first of the next.
fn check_line(keywords: &Keywords, mesh: &Mesh, group: &[usize]) -> Result<(), CallError> {
    for pair in group.windows(2) {
        let [end, start] = [mesh.cells[pair[0]].nodes.last(), mesh.cells[pair[1]].nodes.first()];
        if end == start {
            continue;
        }
        let name = |cell: usize| format!("M{} ({})", cell + 1, mesh.cells[cell].label);
        let touch = mesh.cells[pair[0]].nodes.iter().any(|node| mesh.cells[pair[1]].nodes.contains(node));
        let (message, help) = match touch {
            true => (
                format!(
                    "cells {} and {} of the group touch but do not point the same way",
                    name(pair[0]),
                    name(pair[1])
                ),
                "reorient the group: the second node of each cell must be the first of the next",
            ),
            false => (
                format!(
                    "the group breaks between cells {} and {}, which follow each other in it",
                    name(pair[0]),
                    name(pair[1])
                ),
                "a section that varies by R_DEBUT and R_FIN does so along a group whose cells follow one another in order",
            ),
        };
        return Err(Box::new(keywords.error("GROUP_MA", "R129", message).help(help)));
    }
    Ok(())
}

/// Makes elbows of beams that have a section. Factors named XY go with IY and MFY, those named XZ with IZ and MFZ, as Code_Aster
/// pairs them. They act on POU_D_T only.
fn bend(
    keywords: &Keywords,
    suited: &[(usize, Modelisation)],
    mesh: &Mesh,
    cells: &mut [CellProperties],
    context: &mut Context<'_>,
) -> Result<(), CallError> {
    let factors = |both: &str, first: &str, second: &str| {
        let own = |name: &str| keywords.real_if_given(name).or_else(|| keywords.real_if_given(both)).unwrap_or(1.0);
        [own(first), own(second)]
    };
    let elbow = Elbow {
        flexibility: factors("COEF_FLEX", "COEF_FLEX_XY", "COEF_FLEX_XZ"),
        stress: factors("INDI_SIGM", "INDI_SIGM_XY", "INDI_SIGM_XZ"),
    };
    if elbow.flexibility[0] != elbow.flexibility[1] || elbow.stress[0] != elbow.stress[1] {
        context.slip("elbow-planes", keywords.span);
    }
    if let Some((cell, kind)) = suited.iter().find(|(_, m)| *m != Modelisation::TimoshenkoBeam) {
        let place = format!("M{} ({})", cell + 1, mesh.cells[*cell].label);
        let message = format!("cell {place} is a {}: the factors of an elbow act on POU_D_T only", kind.name());
        let warning = Diagnostic::warning("R148", message).at_if_absent(keywords.span_of("GROUP_MA"));
        context.warn(warning.help("the cell stays a straight beam; model it with POU_D_T"));
    }
    if elbow.flexibility.iter().any(|f| !(*f > 0.0)) {
        return Err(keywords.error("GROUP_MA", "R129", "the flexibility factors of an elbow must be positive"));
    }
    for &(cell, _) in suited.iter().filter(|(_, m)| *m == Modelisation::TimoshenkoBeam) {
        let Some(law) = &mut cells[cell].section else {
            let place = format!("M{} ({})", cell + 1, mesh.cells[cell].label);
            let mut error = keywords.error("GROUP_MA", "R129", format!("the elbow on cell {place} has no section"));
            error.help = Some("give the cells a SECTION='CERCLE' in another occurrence of POUTRE.".into());
            return Err(error);
        };
        law.start.elbow = Some(elbow);
        law.end.elbow = Some(elbow);
    }
    Ok(())
}

/// The section of one occurrence, by the names of CARA and the values of VALE.
struct Values<'k> {
    keywords: &'k Keywords,
    pairs: Vec<(Arc<str>, f64)>,
}

impl Values<'_> {
    fn get(&self, name: &str) -> Option<f64> {
        self.pairs.iter().find(|(n, _)| **n == *name).map(|(_, v)| *v)
    }

    fn need(&self, name: &str) -> Result<f64, CallError> {
        self.get(name).ok_or_else(|| self.keywords.error("CARA", "R129", format!("the section needs {name}")))
    }

    fn fault(&self, fault: SectionFault) -> CallError {
        let mut error = self.keywords.error("VALE", "R129", format!("this section cannot be: {fault}"));
        if fault == SectionFault::ThinWalls {
            error.message = format!("this section is not implemented: {fault}");
            error.help =
                Some("Use POU_D_E, or SECTION='GENERALE' with AY and AZ (inverses of the shear factors).".into());
        }
        error
    }
}

fn law(keywords: &Keywords, beams: bool, sheared: bool, context: &Context<'_>) -> Result<SectionLaw, CallError> {
    let given = Values { keywords, pairs: given_values(keywords)? };
    let variation = match keywords.text_if_given("VARI_SECT").as_deref() {
        Some("AFFINE") => Variation::Affine,
        Some("HOMOTHETIQUE") => Variation::Homothetic,
        _ => Variation::Constant,
    };
    let shape = keywords.text_if_given("SECTION").unwrap_or_else(|| "".into());
    let bounded_inertia = context.age.follows_rules;
    let end = |suffix: &str| match &*shape {
        "CERCLE" => circle(&given, suffix),
        "RECTANGLE" => rectangle(&given, suffix, beams && sheared),
        "GENERALE" => general(&given, suffix, beams),
        _ => Err(keywords.error("SECTION", "R107", format!("sections {shape} are not implemented"))),
    };
    if variation == Variation::Constant {
        return Ok(SectionLaw { bounded_inertia, ..SectionLaw::constant(end("")?) });
    }
    let suffixes = if &*shape == "CERCLE" { ["_DEBUT", "_FIN"] } else { ["1", "2"] };
    Ok(SectionLaw { start: end(suffixes[0])?, end: end(suffixes[1])?, variation, bounded_inertia })
}

fn given_values(keywords: &Keywords) -> Result<Vec<(Arc<str>, f64)>, CallError> {
    if let Some(Concept::Table(table)) = keywords.concept("TABLE_CARA") {
        return row_of(keywords, table);
    }
    let (names, values) = (keywords.texts("CARA"), keywords.reals("VALE"));
    if names.len() != values.len() {
        let message = format!("{} values are given for {} names", values.len(), names.len());
        return Err(keywords.error("VALE", "R125", message));
    }
    Ok(names.into_iter().zip(values).collect())
}

/// The row of a table of sections whose text is NOM_SEC: its numbers, by the names of their columns.
fn row_of(keywords: &Keywords, table: &Table) -> Result<Vec<(Arc<str>, f64)>, CallError> {
    let name = keywords.text_if_given("NOM_SEC").unwrap_or_default();
    let is_name = |cell: &Cell| matches!(cell, Cell::Text(text) if text.trim() == name.trim());
    let mut rows = table.rows.iter().filter(|row| row.iter().any(|cell| is_name(&cell)));
    let (Some(row), None) = (rows.next(), rows.next()) else {
        let count = table.rows.iter().filter(|row| row.iter().any(|cell| is_name(&cell))).count();
        let mut error = keywords.error("NOM_SEC", "R129", format!("{count} rows of the table are named {name}"));
        error.help = Some("one column of texts names the sections; the others are A, IY, IZ, JX ...".into());
        return Err(error);
    };
    let number = |(column, cell): (&Column, Cow<'_, Cell>)| match &*cell {
        Cell::Real(x) => Some((column.name.as_str().into(), *x)),
        Cell::Integer(i) => Some((column.name.as_str().into(), *i as f64)),
        _ => None,
    };
    Ok(table.columns.iter().zip(row.iter()).filter_map(number).collect())
}

fn circle(given: &Values<'_>, suffix: &str) -> Result<Section, CallError> {
    let r = given.need(&format!("R{suffix}"))?;
    let thickness = given.get(&format!("EP{suffix}")).unwrap_or(r);
    Section::circle(r, thickness).map_err(|fault| given.fault(fault))
}

/// H and EP for a square, HY, HZ, EPY, EPZ otherwise; a dimension without suffix is the same at both ends.
fn rectangle(given: &Values<'_>, suffix: &str, sheared: bool) -> Result<Section, CallError> {
    let find = |name: &str| given.get(&format!("{name}{suffix}")).or_else(|| given.get(name));
    let (height, thickness) = match find("H") {
        Some(h) => ([h, h], find("EP").map(|t| [t, t])),
        None => {
            let height = [find("HY"), find("HZ")];
            let [Some(hy), Some(hz)] = height else {
                given.need(&format!("H{suffix}"))?;
                return Err(given.keywords.error("CARA", "R129", "the section needs H, or HY and HZ"));
            };
            ([hy, hz], find("EPY").zip(find("EPZ")).map(|(y, z)| [y, z]))
        }
    };
    let thickness = thickness.unwrap_or([0.5 * height[0], 0.5 * height[1]]);
    Section::rectangle(height, thickness, sheared).map_err(|fault| given.fault(fault))
}

fn general(given: &Values<'_>, suffix: &str, beams: bool) -> Result<Section, CallError> {
    let find = |name: &str, default: f64| given.get(&format!("{name}{suffix}")).unwrap_or(default);
    let need = |what: &'static str| {
        let value = given.need(&format!("{what}{suffix}"))?;
        if value > 0.0 { Ok(value) } else { Err(given.fault(SectionFault::NotPositive { what, value })) }
    };
    let area = need("A")?;
    if !beams {
        return Ok(Section { area, ..Section::default() });
    }
    Ok(Section {
        area,
        iy: need("IY")?,
        iz: need("IZ")?,
        jx: need("JX")?,
        ay: find("AY", 0.0),
        az: find("AZ", 0.0),
        ey: find("EY", 0.0),
        ez: find("EZ", 0.0),
        ry: find("RY", 1.0),
        rz: find("RZ", 1.0),
        rt: find("RT", 1.0),
        jg: find("JG", 0.0),
        iyr2: find("IYR2", 0.0),
        izr2: find("IZR2", 0.0),
        ..Section::default()
    })
}
