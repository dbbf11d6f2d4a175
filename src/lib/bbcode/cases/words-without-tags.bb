Hello, world [ok
