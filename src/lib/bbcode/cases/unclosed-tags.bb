[b]a[i]b
