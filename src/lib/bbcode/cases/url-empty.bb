[url=a.eu/][/url] [url] [/url].
