def spectra(seed): pass
