//! The files of `examples/` and the chapters of the language, in the program: the manual can be written anywhere.

/// One file: its path below its folder, with `/`, and its text.
pub type File = (&'static str, &'static str);

#[rustfmt::skip]
pub const EXAMPLES: &[File] = &[
    ("eight_mass_chain/README.md", include_str!("../../../examples/eight_mass_chain/README.md")),
    ("eight_mass_chain/eight_mass_chain.comm", include_str!("../../../examples/eight_mass_chain/eight_mass_chain.comm")),
    ("eight_mass_chain/eight_mass_chain.export", include_str!("../../../examples/eight_mass_chain/eight_mass_chain.export")),
    ("eight_mass_chain/eight_mass_chain.mail", include_str!("../../../examples/eight_mass_chain/eight_mass_chain.mail")),
    ("eight_mass_chain/pictures/fourth_mass.svg", include_str!("../../../examples/eight_mass_chain/pictures/fourth_mass.svg")),
    ("eight_mass_chain/pictures/published.svg", include_str!("../../../examples/eight_mass_chain/pictures/published.svg")),
    ("eight_mass_chain/published.comm", include_str!("../../../examples/eight_mass_chain/published.comm")),
    ("eight_mass_chain/published.export", include_str!("../../../examples/eight_mass_chain/published.export")),
    ("elastic_slab/README.md", include_str!("../../../examples/elastic_slab/README.md")),
    ("elastic_slab/elastic_slab.comm", include_str!("../../../examples/elastic_slab/elastic_slab.comm")),
    ("elastic_slab/pictures/convergence.svg", include_str!("../../../examples/elastic_slab/pictures/convergence.svg")),
    ("elastic_slab/pictures/hysteresis.svg", include_str!("../../../examples/elastic_slab/pictures/hysteresis.svg")),
    ("elastic_slab/pictures/phase_portrait.svg", include_str!("../../../examples/elastic_slab/pictures/phase_portrait.svg")),
    ("elastic_slab/pictures/relation.svg", include_str!("../../../examples/elastic_slab/pictures/relation.svg")),
    ("elastic_slab/pictures/slip_in_time.svg", include_str!("../../../examples/elastic_slab/pictures/slip_in_time.svg")),
    ("elastic_slab/pictures/turning_foundation.svg", include_str!("../../../examples/elastic_slab/pictures/turning_foundation.svg")),
    ("exact_friction/README.md", include_str!("../../../examples/exact_friction/README.md")),
    ("exact_friction/ball.comm", include_str!("../../../examples/exact_friction/ball.comm")),
    ("exact_friction/ball.export", include_str!("../../../examples/exact_friction/ball.export")),
    ("exact_friction/ball.mail", include_str!("../../../examples/exact_friction/ball.mail")),
    ("exact_friction/belt.comm", include_str!("../../../examples/exact_friction/belt.comm")),
    ("exact_friction/belt.export", include_str!("../../../examples/exact_friction/belt.export")),
    ("exact_friction/belt.mail", include_str!("../../../examples/exact_friction/belt.mail")),
    ("exact_friction/coupled_shoes.comm", include_str!("../../../examples/exact_friction/coupled_shoes.comm")),
    ("exact_friction/coupled_shoes.export", include_str!("../../../examples/exact_friction/coupled_shoes.export")),
    ("exact_friction/coupled_shoes.mail", include_str!("../../../examples/exact_friction/coupled_shoes.mail")),
    ("exact_friction/shoe.comm", include_str!("../../../examples/exact_friction/shoe.comm")),
    ("exact_friction/shoe.export", include_str!("../../../examples/exact_friction/shoe.export")),
    ("exact_friction/shoe.mail", include_str!("../../../examples/exact_friction/shoe.mail")),
    ("first_steps/README.md", include_str!("../../../examples/first_steps/README.md")),
    ("first_steps/explore.txt", include_str!("../../../examples/first_steps/explore.txt")),
    ("first_steps/first_steps.comm", include_str!("../../../examples/first_steps/first_steps.comm")),
    ("first_steps/first_steps.mail", include_str!("../../../examples/first_steps/first_steps.mail")),
    ("macros/README.md", include_str!("../../../examples/macros/README.md")),
    ("macros/drop_tests.comm", include_str!("../../../examples/macros/drop_tests.comm")),
    ("macros/drop_tests.mail", include_str!("../../../examples/macros/drop_tests.mail")),
    ("macros/frequencies.comm", include_str!("../../../examples/macros/frequencies.comm")),
    ("macros/frequencies.mail", include_str!("../../../examples/macros/frequencies.mail")),
    ("macros/macros/DROP_TEST.rhai", include_str!("../../../examples/macros/macros/DROP_TEST.rhai")),
    ("nonlinear/README.md", include_str!("../../../examples/nonlinear/README.md")),
    ("nonlinear/building.comm", include_str!("../../../examples/nonlinear/building.comm")),
    ("nonlinear/building.export", include_str!("../../../examples/nonlinear/building.export")),
    ("nonlinear/building.mail", include_str!("../../../examples/nonlinear/building.mail")),
    ("nonlinear/drop.comm", include_str!("../../../examples/nonlinear/drop.comm")),
    ("nonlinear/drop.export", include_str!("../../../examples/nonlinear/drop.export")),
    ("nonlinear/drop.mail", include_str!("../../../examples/nonlinear/drop.mail")),
    ("nonlinear/pictures/building_loops.svg", include_str!("../../../examples/nonlinear/pictures/building_loops.svg")),
    ("nonlinear/pictures/building_motion.svg", include_str!("../../../examples/nonlinear/pictures/building_motion.svg")),
    ("nonlinear/pictures/drop_errors.svg", include_str!("../../../examples/nonlinear/pictures/drop_errors.svg")),
    ("nonlinear/pictures/drop_force.svg", include_str!("../../../examples/nonlinear/pictures/drop_force.svg")),
    ("nonlinear/pictures/shoe_criterion.svg", include_str!("../../../examples/nonlinear/pictures/shoe_criterion.svg")),
    ("nonlinear/pictures/shoe_step.svg", include_str!("../../../examples/nonlinear/pictures/shoe_step.svg")),
    ("nonlinear/pictures/shoe_stiffness.svg", include_str!("../../../examples/nonlinear/pictures/shoe_stiffness.svg")),
    ("nonlinear/shoe.comm", include_str!("../../../examples/nonlinear/shoe.comm")),
    ("nonlinear/shoe.export", include_str!("../../../examples/nonlinear/shoe.export")),
    ("nonlinear/shoe.mail", include_str!("../../../examples/nonlinear/shoe.mail")),
    ("response_spectra/README.md", include_str!("../../../examples/response_spectra/README.md")),
    ("response_spectra/pictures/motion.svg", include_str!("../../../examples/response_spectra/pictures/motion.svg")),
    ("response_spectra/pictures/spectra.svg", include_str!("../../../examples/response_spectra/pictures/spectra.svg")),
    ("response_spectra/response_spectra.comm", include_str!("../../../examples/response_spectra/response_spectra.comm")),
    ("rough_sliding/README.md", include_str!("../../../examples/rough_sliding/README.md")),
    ("rough_sliding/asperities.comm", include_str!("../../../examples/rough_sliding/asperities.comm")),
    ("rough_sliding/campaign.comm", include_str!("../../../examples/rough_sliding/campaign.comm")),
    ("rough_sliding/damping.comm", include_str!("../../../examples/rough_sliding/damping.comm")),
    ("rough_sliding/heights.comm", include_str!("../../../examples/rough_sliding/heights.comm")),
    ("rough_sliding/moving_load.comm", include_str!("../../../examples/rough_sliding/moving_load.comm")),
    ("rough_sliding/penalty.comm", include_str!("../../../examples/rough_sliding/penalty.comm")),
    ("rough_sliding/pictures/asperities.svg", include_str!("../../../examples/rough_sliding/pictures/asperities.svg")),
    ("rough_sliding/pictures/asperity_displacement.svg", include_str!("../../../examples/rough_sliding/pictures/asperity_displacement.svg")),
    ("rough_sliding/pictures/asperity_force.svg", include_str!("../../../examples/rough_sliding/pictures/asperity_force.svg")),
    ("rough_sliding/pictures/asperity_modes.svg", include_str!("../../../examples/rough_sliding/pictures/asperity_modes.svg")),
    ("rough_sliding/pictures/damping.svg", include_str!("../../../examples/rough_sliding/pictures/damping.svg")),
    ("rough_sliding/pictures/heights.svg", include_str!("../../../examples/rough_sliding/pictures/heights.svg")),
    ("rough_sliding/pictures/levels.svg", include_str!("../../../examples/rough_sliding/pictures/levels.svg")),
    ("rough_sliding/pictures/levels_of_roughness.svg", include_str!("../../../examples/rough_sliding/pictures/levels_of_roughness.svg")),
    ("rough_sliding/pictures/moving_force.svg", include_str!("../../../examples/rough_sliding/pictures/moving_force.svg")),
    ("rough_sliding/pictures/moving_load.svg", include_str!("../../../examples/rough_sliding/pictures/moving_load.svg")),
    ("rough_sliding/pictures/penalty.svg", include_str!("../../../examples/rough_sliding/pictures/penalty.svg")),
    ("rough_sliding/pictures/point_spectrum.svg", include_str!("../../../examples/rough_sliding/pictures/point_spectrum.svg")),
    ("rough_sliding/pictures/point_velocity.svg", include_str!("../../../examples/rough_sliding/pictures/point_velocity.svg")),
    ("rough_sliding/pictures/shock_durations.svg", include_str!("../../../examples/rough_sliding/pictures/shock_durations.svg")),
    ("rough_sliding/pictures/shock_energies.svg", include_str!("../../../examples/rough_sliding/pictures/shock_energies.svg")),
    ("rough_sliding/pictures/shock_forces.svg", include_str!("../../../examples/rough_sliding/pictures/shock_forces.svg")),
    ("rough_sliding/roughness_noise.comm", include_str!("../../../examples/rough_sliding/roughness_noise.comm")),
    ("rough_sliding/shocks.comm", include_str!("../../../examples/rough_sliding/shocks.comm")),
    ("rough_sliding/spectrum.comm", include_str!("../../../examples/rough_sliding/spectrum.comm")),
    ("rubbing_shoe/README.md", include_str!("../../../examples/rubbing_shoe/README.md")),
    ("rubbing_shoe/campaign.comm", include_str!("../../../examples/rubbing_shoe/campaign.comm")),
    ("rubbing_shoe/campaign.export", include_str!("../../../examples/rubbing_shoe/campaign.export")),
    ("rubbing_shoe/campaign.md", include_str!("../../../examples/rubbing_shoe/campaign.md")),
    ("rubbing_shoe/pictures/power_of_acceleration.svg", include_str!("../../../examples/rubbing_shoe/pictures/power_of_acceleration.svg")),
    ("rubbing_shoe/pictures/slip_slip.svg", include_str!("../../../examples/rubbing_shoe/pictures/slip_slip.svg")),
    ("rubbing_shoe/pictures/velocities.svg", include_str!("../../../examples/rubbing_shoe/pictures/velocities.svg")),
    ("rubbing_shoe/regimes.comm", include_str!("../../../examples/rubbing_shoe/regimes.comm")),
    ("rubbing_shoe/regimes.export", include_str!("../../../examples/rubbing_shoe/regimes.export")),
    ("rubbing_shoe/rubbing_shoe.comm", include_str!("../../../examples/rubbing_shoe/rubbing_shoe.comm")),
    ("rubbing_shoe/rubbing_shoe.export", include_str!("../../../examples/rubbing_shoe/rubbing_shoe.export")),
    ("rubbing_shoe/rubbing_shoe.mail", include_str!("../../../examples/rubbing_shoe/rubbing_shoe.mail")),
    ("rubbing_shoe/rubbing_shoe_legacy.comm", include_str!("../../../examples/rubbing_shoe/rubbing_shoe_legacy.comm")),
    ("rubbing_shoe/rubbing_shoe_legacy.export", include_str!("../../../examples/rubbing_shoe/rubbing_shoe_legacy.export")),
];

#[rustfmt::skip]
pub const LANGUAGE: &[File] = &[
    ("0_first_study.md", include_str!("../../../tests/language/0_first_study.md")),
    ("10_pictures.md", include_str!("../../../tests/language/10_pictures.md")),
    ("11_editor.md", include_str!("../../../tests/language/11_editor.md")),
    ("12_contacts.md", include_str!("../../../tests/language/12_contacts.md")),
    ("13_programs.md", include_str!("../../../tests/language/13_programs.md")),
    ("1_text.md", include_str!("../../../tests/language/1_text.md")),
    ("2_expressions.md", include_str!("../../../tests/language/2_expressions.md")),
    ("3_statements.md", include_str!("../../../tests/language/3_statements.md")),
    ("4_commands.md", include_str!("../../../tests/language/4_commands.md")),
    ("5_assertions.md", include_str!("../../../tests/language/5_assertions.md")),
    ("6_numpy.md", include_str!("../../../tests/language/6_numpy.md")),
    ("7_python.md", include_str!("../../../tests/language/7_python.md")),
    ("8_elastic_slab.md", include_str!("../../../tests/language/8_elastic_slab.md")),
    ("9_rough_surfaces.md", include_str!("../../../tests/language/9_rough_surfaces.md")),
    ("cantilever_modes.svg", include_str!("../../../tests/language/cantilever_modes.svg")),
    ("editor_run.svg", include_str!("../../../tests/language/editor_run.svg")),
    ("editor_typing.svg", include_str!("../../../tests/language/editor_typing.svg")),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn below(folder: &Path, start: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, start, found);
            } else {
                found.push(path.strip_prefix(start).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn the_lists_name_every_file_of_their_folders() {
        for (folder, list) in [("examples", EXAMPLES), ("tests/language", LANGUAGE)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let mut found = Vec::new();
            below(&folder, &folder, &mut found);
            // The page above the folders of examples, notebooks, and programs that use the library, are for a reader of the sources.
            let of_sources = |name: &str| {
                list == EXAMPLES && (!name.contains('/') || name.ends_with(".rs") || name.ends_with(".ipynb"))
            };
            // What a run of an example writes beside it is none of them, and is drawn again in `pictures` where it is shown.
            let of_runs = |name: &str| {
                let suffix = name.rsplit('.').next().unwrap_or("");
                let written = matches!(suffix, "svg" | "png" | "csv") || suffix.parse::<u32>().is_ok();
                list == EXAMPLES && written && !name.contains("/pictures/")
            };
            found.retain(|name| !name.contains(".stickslip") && !of_sources(name) && !of_runs(name));
            found.sort();
            assert_eq!(list.iter().map(|(name, _)| *name).collect::<Vec<_>>(), found);
        }
    }
}
