"""The response of modes of benches/spectra.rs with NumPy: J G J^H for all frequencies at once, for comparison.

Usage: spectra.py SIZE FREQUENCIES. Prints the variance of the first row, and the seconds of processors of one run after a first one.
"""
import sys
import time

import numpy as np

n, points = int(sys.argv[1]), int(sys.argv[2])
f = np.arange(points) * (40.0 / points) + 1e-3
k = np.arange(n)
shares = np.sin(0.7 * np.outer(k + 1, k + 1)) / 3.0
turned = np.exp(0.3j * np.outer(k + 1, np.arange(1, 4)))
base = turned @ turned.conj().T
excitation = base[None] * (1.0 + f / 40.0)[:, None, None] + np.eye(n)
frequencies, damping = 1.0 + 0.7 * k, 0.02
for _ in range(2):
    start = time.process_time()
    x = f[:, None] / frequencies
    transfer = 1.0 / ((2.0 * np.pi * frequencies) ** 2 * (1.0 - x**2 + 2j * damping * x))
    rows = transfer[:, :, None] * shares
    response = rows @ excitation @ rows.conj().transpose(0, 2, 1)
    spent = time.process_time() - start
print(repr(float(np.trapezoid(response[:, 0, 0].real, f))), spent)
