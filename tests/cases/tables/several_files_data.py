# coding=utf-8
"""data of the study"""
from code_aster.Commands import DEFI_FONCTION
import numpy as np
STIFF = 100.
masses = {'m': 1., 'n': 4}
def spring(i, base=STIFF):
    """stiffness of spring i"""
    return base * (1. + 0. * i)
def sine(freq, n=5):
    t = np.linspace(0., 1. / freq, n)
    return DEFI_FONCTION(NOM_PARA='INST', ABSCISSE=t, ORDONNEE=np.sin(2 * np.pi * freq * t))
