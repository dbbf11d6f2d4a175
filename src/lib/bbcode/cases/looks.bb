[b]bold[/b] [i]italic[/i] [u]under[/u] [s]strike[/s] [B]any case[/b]
