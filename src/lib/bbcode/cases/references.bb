[track]1[/track] [user]7[/user] [pack]9[/pack] [track]2233[/track] [user] 8 [/user] [track=tmuf]5[/track]
