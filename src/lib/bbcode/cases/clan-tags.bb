[WIP] I drive for [ASD], thanks [GER]Speedy and [=]Name [S] [b]old
[url=https://a.eu/]x[/url] [u]nderground [B]oss[/b] [TKA=x]y [/TKA] [1st]z [hr [/i]
