[img]javascript:alert(1)[/img] [img]https://a.eu/p.png" onerror="x[/img] [img][b]x[/b][/img] [img]p.png
