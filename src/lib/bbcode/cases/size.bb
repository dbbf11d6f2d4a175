[size=1]a[/size][size=7]b[/size][size=8]c[/size][size=16]d[/size][size=2]e[size=3]f[/size]g[/size]
