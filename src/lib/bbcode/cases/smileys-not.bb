x:(y) http://x a:) :)b 10:(2) ::lol (car) [code]:)[/code]
