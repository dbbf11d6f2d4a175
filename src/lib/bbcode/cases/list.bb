[list]
	[*]one
	[*] two
[*]
[/list]
after
