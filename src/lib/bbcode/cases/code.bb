a
[code]
[b]x[/b] :) http://a.eu
  <y>
[/code]
b [code]open
