[img]https://a.eu/p.png[/img] [img]www.a.eu/p.png[/img] [img] https://a.eu/p [/img]
