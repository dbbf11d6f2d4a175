[url]www.a.eu[/url] [url]https://a.eu/x?a=1&b=2[/url] [url=a.eu/x]t[/url] [url="http://a.eu"]t[/url] [url=https://a.eu/][b]t[/b][/url]
