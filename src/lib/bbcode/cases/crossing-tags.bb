[b]a[i]b[/b]c[/i]
