[foo]a[/foo] [font=Arial]b[/font] [123] [a b] [] [=x]
