[spoiler]x[/spoiler]
[spoiler=The end]y[/spoiler]
