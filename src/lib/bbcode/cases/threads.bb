[thread]3[/thread] [thread]12[/thread] [thread]x[/thread]
