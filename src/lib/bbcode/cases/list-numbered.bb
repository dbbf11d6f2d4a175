[list=1][item]a[item]b[/list][list=a][item]c[/item] [item]d[/item][/list]
