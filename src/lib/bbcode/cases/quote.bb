a
[quote]
x
[/quote]
b
[quote=Ann]y[/quote]
[quote="A [b]"]z[/quote]
