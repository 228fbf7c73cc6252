import numpy as np
def plain(value):
    if isinstance(value, tuple):
        return tuple([plain(item) for item in value])
    return value.item() if hasattr(value, 'item') else value
