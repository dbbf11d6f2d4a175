[list]
[*][list=1]
[*]a
[*]b
[/list]
[*]c
[/list]
