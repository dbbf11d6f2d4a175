a
[hr]
b [tmx] and [MX]
