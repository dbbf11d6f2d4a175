<script>alert("1")</script> & ' &lt; [quote=<b>"x]y[/quote] [b]<i>[/b]
