[url=https://a.eu/]x [url]b
