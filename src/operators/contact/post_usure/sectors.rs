//! SECTEUR: Archard's law by angular sector, tables that continue one another, and tubes replaced on the way.

use super::inputs::{blocks, contact, depths};
use super::instants::{Instants, instants};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Row, Table};
use crate::kernel::wear::{Sector, sector_depth, sector_powers, wear_power};
use crate::operators::Context;
use crate::operators::contact::post_dyna_moda_t::trajectory;

/// One occurrence of SECTEUR.
struct Worn {
    sector: Sector,
    mobile_coefficient: f64,
    obstacle_coefficient: f64,
}

/// What an earlier table left: its end, and the cumulated volumes of each sector (and of all, first).
struct Past {
    origin: f64,
    mobile: Vec<f64>,
    obstacle: Vec<f64>,
}

pub(super) fn table(call: &Call, context: &mut Context<'_>) -> Result<Table, CallError> {
    if !call.has("RESU_GENE") {
        let error = call.error("SECTEUR", "R469", "wear by sector needs the transient with the contact");
        return Err(Box::new(error.help("give RESU_GENE and GROUP_NO")));
    }
    let run = trajectory(call)?;
    let history = contact(call, &run, context)?;
    let sectors = sectors(call)?;
    let angles: Vec<Sector> = sectors.iter().map(|s| s.sector).collect();
    let powers = sector_powers(&history, blocks(call), &angles);
    let past = past(call, sectors.len())?;
    let Instants { given, seconds } = instants(call);
    let rate = |i: usize, k: f64| k * powers[i].power * powers[i].share;
    let width = call.real_if_given("LARGEUR_OBST").unwrap_or_else(|| {
        context.slip("sector-width", Some(call.span));
        0.011
    });
    let mut table = columns();
    table.push([("PUIS_USUR_GLOBAL", Cell::Real(wear_power(&history, blocks(call))))]);
    let sum =
        |rates: &dyn Fn(&Worn) -> f64| -> f64 { sectors.iter().enumerate().map(|(i, s)| rate(i, rates(s))).sum() };
    let total = (sum(&|s| s.mobile_coefficient), sum(&|s| s.obstacle_coefficient));
    let volumes: Vec<(f64, f64)> = seconds.iter().map(|t| (total.0 * t, total.1 * t)).collect();
    let depths = depths(call, &volumes)?;
    for (n, (t, seconds)) in given.iter().zip(&seconds).enumerate() {
        let (mobile, obstacle) = volumes[n];
        table.push([
            ("INST", Cell::Real(t + past.origin)),
            ("DUREE", Cell::Real(*t)),
            ("ORIG_INST", Cell::Real(past.origin)),
            ("V_USUR_TUBE", Cell::Real(mobile)),
            ("V_USUR_OBST", Cell::Real(obstacle)),
            ("P_USUR_TUBE", Cell::Real(depths[n])),
            ("V_USUR_TUBE_CUMU", Cell::Real(mobile + past.mobile[0])),
            ("V_USUR_OBST_CUMU", Cell::Real(obstacle + past.obstacle[0])),
        ]);
        for (i, worn) in sectors.iter().enumerate() {
            let (v_t, v_o) = (rate(i, worn.mobile_coefficient) * seconds, rate(i, worn.obstacle_coefficient) * seconds);
            let depth = |volume: f64, radius: Option<f64>| match radius {
                Some(radius) => Cell::Real(sector_depth(volume, radius, width, worn.sector)),
                None => Cell::Empty,
            };
            table.push([
                ("INST", Cell::Real(t + past.origin)),
                ("DUREE", Cell::Real(*t)),
                ("ORIG_INST", Cell::Real(past.origin)),
                ("SECTEUR", Cell::Integer(i as i64 + 1)),
                ("ANGLE_DEBUT", Cell::Real(worn.sector.from)),
                ("ANGLE_FIN", Cell::Real(worn.sector.to)),
                ("V_USUR_TUBE_SECT", Cell::Real(v_t)),
                ("V_USUR_OBST_SECT", Cell::Real(v_o)),
                ("P_USUR_TUBE_SECT", depth(v_t, call.real_if_given("RAYON_MOBILE"))),
                ("P_USUR_OBST_SECT", depth(v_o, call.real_if_given("RAYON_OBST"))),
                ("V_USUR_TUBE_CUMU", Cell::Real(v_t + past.mobile[i + 1])),
                ("V_USUR_OBST_CUMU", Cell::Real(v_o + past.obstacle[i + 1])),
            ]);
        }
    }
    Ok(table)
}

fn columns() -> Table {
    let head = ["PUIS_USUR_GLOBAL", "INST", "DUREE", "ORIG_INST", "V_USUR_TUBE", "V_USUR_OBST", "P_USUR_TUBE"];
    let tail = [
        "ANGLE_DEBUT",
        "ANGLE_FIN",
        "V_USUR_TUBE_SECT",
        "V_USUR_OBST_SECT",
        "P_USUR_TUBE_SECT",
        "P_USUR_OBST_SECT",
        "V_USUR_TUBE_CUMU",
        "V_USUR_OBST_CUMU",
    ];
    let real = |name| (name, ColumnType::Real);
    let sector = [("SECTEUR", ColumnType::Integer)];
    Table::with_columns(head.into_iter().map(real).chain(sector).chain(tail.into_iter().map(real)))
}

/// The sectors, which must cover the turn from -180 to 180 degrees.
fn sectors(call: &Call) -> Result<Vec<Worn>, CallError> {
    let mut sectors: Vec<Worn> = Vec::new();
    for keywords in call.factor("SECTEUR") {
        let from = keywords.real_if_given("ANGL_INIT").or(sectors.last().map(|s| s.sector.to)).unwrap_or(-180.0);
        let Some(to) = keywords.real_if_given("ANGL_FIN") else {
            return Err(keywords.error("ANGL_FIN", "R469", "ANGL_FIN, the end of the sector, is missing"));
        };
        let end = sectors.last().map_or(-180.0, |s| s.sector.to);
        if (from - end).abs() > 1e-4 || to <= from {
            let message = format!("the sector from {from} to {to} degrees does not follow {end}");
            return Err(Box::new(
                keywords.error("ANGL_FIN", "R469", message).help("sectors follow one another from -180 to 180 degrees"),
            ));
        }
        let coefficient = |name: &str| keywords.real_if_given(name).unwrap_or(0.0);
        sectors.push(Worn {
            sector: Sector { from, to },
            mobile_coefficient: coefficient("COEF_USUR_MOBILE"),
            obstacle_coefficient: coefficient("COEF_USUR_OBST"),
        });
    }
    let end = sectors.last().map_or(-180.0, |s| s.sector.to);
    if (end - 180.0).abs() > 1e-4 {
        let message = format!("the sectors end at {end} degrees");
        return Err(Box::new(
            call.error("SECTEUR", "R469", message).help("they cover the turn from -180 to 180 degrees"),
        ));
    }
    Ok(sectors)
}

/// What ETAT_INIT brings; nothing without it.
fn past(call: &Call, count: usize) -> Result<Past, CallError> {
    let nothing = || Past { origin: 0.0, mobile: vec![0.0; count + 1], obstacle: vec![0.0; count + 1] };
    let Some(keywords) = call.one("ETAT_INIT") else { return Ok(nothing()) };
    let Some(Concept::Table(table)) = keywords.concept("TABL_USURE") else {
        return Ok(Past { origin: keywords.real_if_given("INST_INIT").unwrap_or(0.0), ..nothing() });
    };
    let number = |row: Row<'_>, name: &str| match table.column(name).map(|i| row.cell(i)).as_deref() {
        Some(Cell::Real(x)) => Some(*x),
        Some(Cell::Integer(i)) => Some(*i as f64),
        _ => None,
    };
    let last = table.rows.iter().filter_map(|row| number(row, "INST")).fold(f64::NEG_INFINITY, f64::max);
    if last == f64::NEG_INFINITY {
        return Err(no_history(keywords));
    }
    let mut past = Past { origin: keywords.real_if_given("INST_INIT").unwrap_or(last), ..nothing() };
    for row in table.rows.iter().filter(|row| number(*row, "INST") == Some(last)) {
        let place = number(row, "SECTEUR").map_or(0, |s| s as usize);
        if place <= count {
            past.mobile[place] = number(row, "V_USUR_TUBE_CUMU").unwrap_or(0.0);
            past.obstacle[place] = number(row, "V_USUR_OBST_CUMU").unwrap_or(0.0);
        }
    }
    Ok(past)
}

fn no_history(keywords: &Keywords) -> CallError {
    let error = keywords.error("TABL_USURE", "R470", "TABL_USURE is not a table of wear: it has no instant");
    Box::new(error.help("give the table of an earlier POST_USURE with SECTEUR"))
}

/// TUBE_NEUF: from an instant on (the last one by default) the tube has not worn yet.
pub(super) fn new_tube(call: &Call) -> Result<Table, CallError> {
    let Some(Concept::Table(table)) = call.concept("TABL_USURE") else {
        return Err(call.error("TABL_USURE", "R470", "TABL_USURE is not a table of wear"));
    };
    let mut table = (**table).clone();
    let instant = |row: Row<'_>, column: Option<usize>| match column.map(|i| row.cell(i)).as_deref() {
        Some(Cell::Real(t)) => Some(*t),
        _ => None,
    };
    let column = table.column("INST");
    let last = table.rows.iter().filter_map(|row| instant(row, column)).fold(f64::NEG_INFINITY, f64::max);
    let from = call.real_if_given("INST").unwrap_or(last);
    let names = ["V_USUR_TUBE", "P_USUR_TUBE", "V_USUR_TUBE_SECT", "P_USUR_TUBE_SECT", "V_USUR_TUBE_CUMU"];
    let columns: Vec<usize> = names.iter().filter_map(|name| table.column(name)).collect();
    for rank in 0..table.rows.len() {
        if table.rows.get(rank).and_then(|row| instant(row, column)).is_some_and(|t| t >= from) {
            for &i in &columns {
                if *table.rows.cell(rank, i) != Cell::Empty {
                    table.rows.set(rank, i, Cell::Real(0.0));
                }
            }
        }
    }
    Ok(table)
}
