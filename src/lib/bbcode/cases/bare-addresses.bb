See http://a.eu/x_(y). And (www.b.com/), https://c.eu! mail@www.d.eu a.eu/x xhttp://e.eu http://f http://g.eu?a=[b]h[/b]
http://i.eu:8080/#j,
