[youtube]-cEzsCAzTak[/youtube][youtube]https://www.youtube.com/watch?t=1&v=dQw4w9WgXcQ&x=y[/youtube][youtube]youtu.be/dQw4w9WgXcQ[/youtube][youtube]short[/youtube]
