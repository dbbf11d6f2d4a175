ab

c
