NETS = {}
