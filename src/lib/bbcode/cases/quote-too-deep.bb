[quote]1[quote]2[quote]3[quote]4[/quote]3[/quote]2[/quote]1[/quote]0
