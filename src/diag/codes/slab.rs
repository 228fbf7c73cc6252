//! Codes of the elastic slab (`R75.`).

use super::info::CodeInfo;

/// A slab with unit properties, with the rest of the call given.
macro_rules! slab {
    ($rest:literal) => {
        concat!("DEBUT()\nRUN = DYNA_COUCHE(HAUTEUR=1., RHO=1., CELE_P=2., CELE_S=1., ", $rest, "\nFIN()\n")
    };
}

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R750",
        name: "joined-waves",
        meaning: "The wave in an elastic slab is followed exactly, as straight pieces from event to event. There is room for twelve of them in a step, for more where an echo has few steps (1,024 in all). Beyond, two that lie close to one straight line are joined: motion finer than that is lost, and the energy balance says how much.",
        example: slab!(
            "PRESSION=1., VITE_BASE=0.2, FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=0.5, MU_DYNA=0.3, PENTE=0.5),\n    SCHEMA=_F(NB_PAS=20), INST_FIN=600.)"
        ),
    },
    CodeInfo {
        code: "R751",
        name: "negative-friction",
        meaning: "A coefficient of friction, of a contact or of an elastic slab, is negative at some slip speed: friction would add energy. A law that falls needs a floor, a table a constant extension.",
        example: slab!(
            "PRESSION=1., FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=0.5, MU_DYNA=-0.1, PENTE=1.),\n    SCHEMA=_F(NB_PAS=10), INST_FIN=4.)"
        ),
    },
    CodeInfo {
        code: "R752",
        name: "slab-data",
        meaning: "A size, a number of steps, an instant or an initial state of an elastic slab has an impossible value, or a function depends on another parameter than INST or X.",
        example: slab!(
            "DEPL_HAUT_NORM=0.1, FROTTEMENT=_F(LOI='COULOMB', MU=0.3),\n    SCHEMA=_F(NB_PAS=10), INST_FIN=4.)"
        ),
    },
    CodeInfo {
        code: "R753",
        name: "negative-pressure",
        meaning: "The pressure imposed on an elastic slab is negative. The foundation can only push: a contact that may open is computed from the motion of the top, DEPL_HAUT_NORM.",
        example: slab!("PRESSION=-1., FROTTEMENT=_F(LOI='COULOMB', MU=0.3),\n    SCHEMA=_F(NB_PAS=10), INST_FIN=4.)"),
    },
    CodeInfo {
        code: "R754",
        name: "slab-function",
        meaning: "A function of time or height that an elastic slab needs has no value there. The result contains the states computed before.",
        example: concat!(
            "DEBUT()\nV = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 0.2))\n",
            "RUN = DYNA_COUCHE(HAUTEUR=1., RHO=1., CELE_P=2., CELE_S=1., PRESSION=1., VITE_BASE=V,\n",
            "    FROTTEMENT=_F(LOI='COULOMB', MU=0.3), SCHEMA=_F(NB_PAS=10), INST_FIN=4.)\nFIN()\n"
        ),
    },
    CodeInfo {
        code: "R755",
        name: "slip-speed-without-friction",
        meaning: "The friction law has no finite value at a slip speed reached by the run.",
        example: concat!(
            "DEBUT()\nMU = DEFI_FONCTION(NOM_PARA='VITE', VALE=(0., 0.3, 0.1, 0.2))\n",
            "RUN = DYNA_COUCHE(HAUTEUR=1., RHO=1., CELE_P=2., CELE_S=1., PRESSION=1., VITE_BASE=2.,\n",
            "    FROTTEMENT=_F(LOI='FONCTION', FONCTION=MU), SCHEMA=_F(NB_PAS=10), INST_FIN=4.)\nFIN()\n"
        ),
    },
    CodeInfo {
        code: "R756",
        name: "too-many-events",
        meaning: "A run of an elastic slab had more than 100,000 events. The events beyond are counted but not kept; states and balances are complete.",
        example: slab!(
            "PRESSION=1., VITE_BASE=0.2, FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=0.5, MU_DYNA=0.3, PENTE=0.5),\n    SCHEMA=_F(NB_PAS=20), INST_FIN=2000., ARCHIVAGE=_F(PAS_ARCH=1000))"
        ),
    },
    CodeInfo {
        code: "R757",
        name: "slab-table",
        meaning: "A table of a slab cannot be made: no field was kept, the window contains no state, or the spectrum has more points than there are states.",
        example: slab!(
            "PRESSION=1., FROTTEMENT=_F(LOI='COULOMB', MU=0.3),\n    SCHEMA=_F(NB_PAS=10), INST_FIN=4.)\nT = POST_COUCHE(RESULTAT=RUN, OPTION='CHAMP')"
        ),
    },
    CodeInfo {
        code: "R758",
        name: "slab-step",
        meaning: "The step of a meshed slab exceeds the limit of central differences, or that of the contact: with a weakening law the slip speed is unique only if (rho h/2 + MASSE_SURF)/PAS exceeds the pressure times the steepest weakening.",
        example: slab!(
            "PRESSION=1., FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=1., MU_DYNA=0.5, PENTE=2.),\n    SCHEMA=_F(SCHEMA='MASSE', NB_MAILLE=10, PAS=0.05), INST_FIN=4.)"
        ),
    },
    CodeInfo {
        code: "R759",
        name: "slab-mass-too-small",
        meaning: "A meshed slab rubs under a weakening law with less mass at its contact than half of the step times the pressure times the steepest weakening: oscillations from node to node grow, the faster the finer the mesh, and the slip speed follows them.",
        example: slab!(
            "PRESSION=1., VITE_BASE=0.2, FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=0.5, MU_DYNA=0.3, PENTE=0.5),\n    SCHEMA=_F(SCHEMA='MASSE', NB_MAILLE=10), INST_FIN=4.)"
        ),
    },
];
