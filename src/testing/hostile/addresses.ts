import { elsewhere, pairs } from './pairs.ts';

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
]
  .concat(
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
  )
  .concat('javascript://%0aalert(1)', `javascript://${elsewhere}/%0Aalert(1)`, 'vbscript:msgbox(1)')
  .concat(
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
  )
  .concat(
    'view-source:javascript:alert(1)',
    'feed:javascript:alert(1)',
    'blob:null/1',
    'ｊavascript:alert(1)',
  )
  .concat(`\\\\${elsewhere}\\x`, `/\\${elsewhere}`, `https:/\\${elsewhere}`, `http://user@${elsewhere}:99999`)
  .concat('http://[::1', 'http://%', 'https://', 'about:blank', 'intent:#Intent;end');

/** Links that would execute something or lead to another host, plain and in every link notation. */
export const addresses = [
  ...schemes,
  ...pairs(schemes.slice(0, 16), ['url', 'quote', 'img'], (to, tag) => `[${tag}=${to}]x[/${tag}]`),
  ...pairs(schemes.slice(0, 16), ['url', 'img', 'youtube'], (to, tag) => `[${tag}]${to}[/${tag}]`),
  ...schemes.slice(0, 12).map((to) => `<a href="${to}">x</a>`),
  ...pairs(schemes.slice(0, 6), ['l', 'h', 'p'], (to, code) => `$fff$${code}[${to}]x$${code}`),
];

const bbTags = ['b', 'i', 'quote', 'code', 'list', 'spoiler', 'color', 'size', 'align', 'track', 'user'];

/** BB-code with forged values, without ends and in the wrong order. */
export const bbCode = [
  ...bbTags.map((tag) => `[${tag}="><img src=x onerror=alert(1)>]x[/${tag}]`),
  ...bbTags.map((tag) => `[${tag}=x" onmouseover="alert(1)]x[/${tag}]`),
  ...bbTags.map((tag) => `[/${tag}]${`[${tag}]`.repeat(20)}`),
  '[b][i][/b]<object data=javascript:alert(1)>[/i]',
  '[url="onmouseover=alert(1)]x[/url]',
  '[url=[url=javascript:alert(1)]x[/url]]y[/url]',
  '[code][/code]<b onclick=alert(1)>[code]',
  '[color=red;background:url(javascript:alert(1))]x[/color]',
  '[size=999999999]x[/size] [size=-1]x[/size] [size=1e9]x[/size]',
  `[img]https://${elsewhere}/x.png" onerror="alert(1)[/img]`,
  '[list=1][*][list][*][list=javascript:alert(1)][*]x',
  `[quote="${'a'.repeat(300)}"]x[/quote]`,
  '[[[[b]]]]][/[b]',
  '[b\u0000]x[/b]',
];
