[list]x[*]y[b]z[/list] [*]no list [item]none
