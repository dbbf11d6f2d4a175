a[img]https://a.eu/p.png[/img]b [img]nothing[/img]
