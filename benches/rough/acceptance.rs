//! Acceptance of the campaign: surfaces of exponential correlation with a cut-off of 5 um, several draws. Each line has a figure and the
//! bound it must keep; the last line counts those that do not.

use super::campaign::{Draw, draws, exceptions, laws};
use super::details;
use super::setup::{GRAVITY, SURFACES};
use super::sheet::Sheet;

pub fn acceptance(count: usize) {
    let mut sheet = Sheet::default();
    let draws = draws(count);
    growth(&mut sheet, &draws);
    exponents(&mut sheet, &draws);
    momentum(&mut sheet, &draws);
    scatter(&draws);
    details::damping(&mut sheet, count);
    details::shocks(&mut sheet, count);
    details::peaks(&mut sheet, count);
    details::durations_and_steps(&mut sheet);
    sheet.close();
}

/// The level grows with speed and roughness.
fn growth(sheet: &mut Sheet, draws: &[Draw]) {
    println!("1. 36 neighbours along the speed and 35 along the roughness: exceptions, greatest fall (dB)");
    for (d, draw) in draws.iter().enumerate() {
        let (along_speed, along_roughness, worst) = exceptions(draw);
        let name = format!("draw {}: {along_speed} + {along_roughness} exceptions", d + 1);
        sheet.within(&name, (along_speed + along_roughness) as f64, 0.0, 3.0);
        sheet.within(&format!("draw {}: greatest fall", d + 1), worst.max(0.0), 0.0, 1.0);
    }
    // What single draws and chaos add goes with the number of draws.
    let mut mean = draws[0].clone();
    for (s, row) in mean.iter_mut().enumerate() {
        for (v, member) in row.iter_mut().enumerate() {
            member.level = draws.iter().map(|draw| draw[s][v].level).sum::<f64>() / draws.len() as f64;
        }
    }
    let (along_speed, along_roughness, worst) = exceptions(&mean);
    println!("   mean of all draws: {along_speed} + {along_roughness} exceptions, greatest fall {:.2}", worst.max(0.0));
}

/// Exponents of speed and of roughness.
fn exponents(sheet: &mut Sheet, draws: &[Draw]) {
    println!("2. Lv = 20 n log V + a, 20 m log Ra + b (published n 0.52 to 0.63, m 0.63 to 0.67)");
    let (mut n, mut m) = (Vec::new(), Vec::new());
    for (d, draw) in draws.iter().enumerate() {
        let (of_surfaces, of_speeds) = laws(draw);
        let list = |laws: &[(f64, f64)]| laws.iter().map(|l| format!("{:.3}", l.0)).collect::<Vec<_>>().join(" ");
        println!("   draw {}: n {}; m {}", d + 1, list(&of_surfaces), list(&of_speeds));
        n.extend(of_surfaces);
        m.extend(of_speeds);
    }
    let mean = |laws: &[(f64, f64)]| laws.iter().map(|l| l.0).sum::<f64>() / laws.len() as f64;
    sheet.within("mean n", mean(&n), 0.50, 0.62);
    sheet.within("mean m", mean(&m), 0.63, 0.80);
    sheet.within("smallest R2", n.iter().chain(&m).fold(1.0, |s, l| f64::min(s, l.1)), 0.94, 1.0);
}

/// Momentum of the block, and the mean force that follows from it.
fn momentum(sheet: &mut Sheet, draws: &[Draw]) {
    println!("4. sum of F tau = weight T - m2 L2 v_end, and the mean force over the weight");
    let members = || draws.iter().flatten().flatten();
    sheet.below("error of the balance over the weight's impulse", members().fold(0.0, |s, m| s.max(m.balance)), 1e-9);
    let mass = super::setup::BLOCK.0 * super::setup::BLOCK.1;
    let mut away: Vec<(f64, f64)> = members()
        .map(|m| {
            let weight = mass * GRAVITY * m.duration;
            // Speed of the end over the speed that weight would give in the whole run.
            ((m.impulse / weight - 1.0).abs(), (m.fall / (GRAVITY * m.duration)).abs())
        })
        .collect();
    away.sort_by(|a, b| b.0.total_cmp(&a.0));
    let few = away.iter().filter(|a| a.0 > 0.01).count();
    println!("   mean force beyond 1 % of the weight in {few} of {} runs; |v_end|/(g T) of these:", away.len());
    for (force, speed) in away.iter().take(few.min(6)) {
        println!("   {:.3} % and {:.3} %", 100.0 * force, 100.0 * speed);
    }
    sheet.within("greatest distance of the mean force from the weight (%)", 100.0 * away[0].0, 0.0, 1.0);
}

/// How far levels of one roughness scatter from draw to draw, beside the step of the law to the next surface.
fn scatter(draws: &[Draw]) {
    if draws.len() < 3 {
        return;
    }
    println!(
        "   step of the level from a surface to the next, mean of all speeds: mean over the draws, deviation, smallest"
    );
    for s in 0..SURFACES.len() - 1 {
        let steps: Vec<f64> = draws
            .iter()
            .map(|draw| draw[s + 1].iter().zip(&draw[s]).map(|(b, a)| b.level - a.level).sum::<f64>() / 7.0)
            .collect();
        let mean = steps.iter().sum::<f64>() / steps.len() as f64;
        let square = steps.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (steps.len() - 1) as f64;
        let least = steps.iter().copied().fold(f64::INFINITY, f64::min);
        let (a, b) = (SURFACES[s].0, SURFACES[s + 1].0);
        println!("   {a:5.2} to {b:5.2} um: {mean:5.2} dB, {:4.2} dB, {least:5.2} dB", libm::sqrt(square));
    }
}
