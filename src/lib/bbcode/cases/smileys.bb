:) ;) :D :s :cool: :p :'( :( :$ :O :|
:GOLD::silver: (wink) (gold) (like this ;))
