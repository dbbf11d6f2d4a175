[user]a1[/user] [track][/track] [pack]-1[/pack] [track]99999999999[/track] [user]1[b]2[/b][/user] [track]1
