//! Sections of beams and bars: POUTRE and BARRE, and the factors of elbows (SECTION="COUDE").

use std::sync::Arc;

use super::super::{Context, entities};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, Column, Concept, Model, Modelisation, Table};
use crate::diag::Diagnostic;
use crate::kernel::elements::{COMPARED_RATIO, CellProperties, Elbow, Section, SectionFault, SectionLaw, Variation};
use crate::kernel::mesh::Mesh;

/// Applies one occurrence of POUTRE (`beams`) or BARRE; a later one replaces the section of a cell.
pub fn assign(
    keywords: &Keywords,
    beams: bool,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    ctx: &mut Context<'_>,
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
        return bend(keywords, &suited, mesh, cells);
    }
    let sheared = suited.iter().any(|(_, m)| *m == Modelisation::TimoshenkoBeam);
    let law = law(keywords, beams, sheared, ctx)?;
    for (cell, modelisation) in suited {
        let without = modelisation != Modelisation::TimoshenkoBeam;
        cells[cell].section = Some(if without { law.without_shear() } else { law });
    }
    Ok(())
}

/// Makes elbows of beams that have a section. Flexibility and stress factors are for bending in the local planes xy
/// (about z) and xz (about y).
fn bend(
    keywords: &Keywords,
    suited: &[(usize, Modelisation)],
    mesh: &Mesh,
    cells: &mut [CellProperties],
) -> Result<(), CallError> {
    let factors = |both: &str, xz: &str, xy: &str| {
        let own = |name: &str| keywords.real(name).or_else(|| keywords.real(both)).unwrap_or(1.0);
        [own(xz), own(xy)]
    };
    let elbow = Elbow {
        flexibility: factors("COEF_FLEX", "COEF_FLEX_XZ", "COEF_FLEX_XY"),
        stress: factors("INDI_SIGM", "INDI_SIGM_XZ", "INDI_SIGM_XY"),
    };
    if elbow.flexibility.iter().any(|f| !(*f > 0.0)) {
        return Err(keywords.error("GROUP_MA", "R129", "the flexibility factors of an elbow must be positive"));
    }
    for &(cell, _) in suited {
        let Some(law) = &mut cells[cell].section else {
            let place = format!("M{} ({})", cell + 1, mesh.cells[cell].label);
            let mut error = keywords.error("GROUP_MA", "R129", format!("the elbow on cell {place} has no section"));
            error.help = Some("Give the cells a SECTION='CERCLE' in another occurrence of POUTRE.".into());
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
            error.message = format!("this section is not built: {fault}");
            error.help =
                Some("Use POU_D_E, or SECTION='GENERALE' with AY and AZ (inverses of the shear factors).".into());
        }
        error
    }
}

fn law(keywords: &Keywords, beams: bool, sheared: bool, ctx: &mut Context<'_>) -> Result<SectionLaw, CallError> {
    let given = Values { keywords, pairs: given_values(keywords)? };
    let variation = match keywords.text("VARI_SECT").as_deref() {
        Some("AFFINE") => Variation::Affine,
        Some("HOMOTHETIQUE") => Variation::Homothetic,
        _ => Variation::Constant,
    };
    let shape = keywords.text("SECTION").unwrap_or_else(|| "".into());
    let bounded_inertia = ctx.age.follows_rules;
    let mut end = |suffix: &str| match &*shape {
        "CERCLE" => circle(&given, suffix),
        "RECTANGLE" => rectangle(&given, suffix, beams && sheared, ctx),
        "GENERALE" => general(&given, suffix, beams),
        _ => Err(keywords.error("SECTION", "R107", format!("sections {shape} are not built"))),
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
    let name = keywords.text("NOM_SEC").unwrap_or_default();
    let is_name = |cell: &Cell| matches!(cell, Cell::Text(text) if text.trim() == name.trim());
    let mut rows = table.rows.iter().filter(|row| row.iter().any(is_name));
    let (Some(row), None) = (rows.next(), rows.next()) else {
        let count = table.rows.iter().filter(|row| row.iter().any(is_name)).count();
        let mut error = keywords.error("NOM_SEC", "R129", format!("{count} rows of the table are named {name}"));
        error.help = Some("One column of texts names the sections; the others are A, IY, IZ, JX ...".into());
        return Err(error);
    };
    let number = |(column, cell): (&Column, &Cell)| match cell {
        Cell::Real(x) => Some((column.name.as_str().into(), *x)),
        Cell::Integer(i) => Some((column.name.as_str().into(), *i as f64)),
        _ => None,
    };
    Ok(table.columns.iter().zip(row).filter_map(number).collect())
}

fn circle(given: &Values<'_>, suffix: &str) -> Result<Section, CallError> {
    let r = given.need(&format!("R{suffix}"))?;
    let thickness = given.get(&format!("EP{suffix}")).unwrap_or(r);
    Section::circle(r, thickness).map_err(|fault| given.fault(fault))
}

/// H and EP for a square, HY, HZ, EPY, EPZ otherwise; a dimension without suffix is the same at both ends.
fn rectangle(given: &Values<'_>, suffix: &str, sheared: bool, ctx: &mut Context<'_>) -> Result<Section, CallError> {
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
    let section = Section::rectangle(height, thickness, sheared).map_err(|fault| given.fault(fault))?;
    let hollow = [0, 1].map(|i| 1.0 - 2.0 * thickness[i] / height[i]);
    let is_hollow = hollow.iter().all(|ratio| *ratio > 1e-3);
    if sheared && is_hollow && hollow.iter().any(|ratio| *ratio > COMPARED_RATIO + 1e-12) {
        ctx.warn(not_compared(given, hollow, &section));
    }
    if sheared && is_hollow && hollow.iter().all(|ratio| *ratio <= COMPARED_RATIO + 1e-12) {
        ctx.slip("box-shear-table", given.keywords.span_of("VALE"));
    }
    Ok(section)
}

fn not_compared(given: &Values<'_>, [y, z]: [f64; 2], section: &Section) -> Diagnostic {
    let message = format!(
        "the hole takes {y:.3} of HY and {z:.3} of HZ: the shear coefficients, AY={:.5} and AZ={:.5}, are interpolated in a \
         table of Saint-Venant's flexure; Code_Aster's own is not known above {COMPARED_RATIO}",
        section.ay, section.az
    );
    let warning = Diagnostic::warning("R137", message).at_if_absent(given.keywords.span_of("VALE"));
    warning.help("SECTION='GENERALE' takes AY and AZ.")
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
        ..Section::default()
    })
}
