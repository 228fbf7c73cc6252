# -*- coding: utf-8 -*-
"""Fonctions utilitaires de l'etude"""
from code_aster.Commands import DEFI_FONCTION, CALC_FONCTION, DEFI_LIST_REEL
import numpy as NP

def ricker(f0, t0, n=200, tmax=1.0):
    """Ondelette de Ricker"""
    t = NP.linspace(0.0, tmax, n + 1)
    a = (NP.pi * f0 * (t - t0)) ** 2
    y = (1.0 - 2.0 * a) * NP.exp(-a)
    fonc = DEFI_FONCTION(NOM_PARA="INST", ABSCISSE=list(t), ORDONNEE=y.tolist(), PROL_DROITE="CONSTANT", PROL_GAUCHE="CONSTANT")
    return fonc, t, y

class_des_sols = {"A": 1.0, "B": 1.2}
