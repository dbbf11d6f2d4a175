[img]https://a.eu/known.png[/img][img]https://a.eu/new.png[/img] only text
