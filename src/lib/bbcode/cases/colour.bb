[color=#c00]a[/color][color=#CC0000]b[/color][color=darkorange]c[/color][color=url(x)]d[/color][color=]e[/color][color=f0f]f[/color]
