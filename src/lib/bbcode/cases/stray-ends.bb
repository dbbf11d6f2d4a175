a[/b]b[/quote]c[/nothing]d
