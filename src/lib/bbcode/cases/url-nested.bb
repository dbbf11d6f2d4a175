[url=https://a.eu/]x [url=https://b.eu/]y[/url] https://c.eu/ :) [track]1[/track] [youtube]-cEzsCAzTak[/youtube]z[/url]
