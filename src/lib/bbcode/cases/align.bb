[align=center]x[/align][center]y[/center][align=right]z[/align][align=justify]w[/align]
