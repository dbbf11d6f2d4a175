import { expect, test } from 'vitest';
import { gameTextToHtml } from './html.ts';

test.each([
  ['Tempest', 'Tempest'],
  ['$f90Hot $ilap', '<span class="tint-f90">Hot </span><span class="tint-f90 gt-italic">lap</span>'],
  ['$o$wBig$z x', '<span class="gt-bold gt-wide">Big</span> x'],
  ['<b>"a" & \'b\'', '&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;'],
  ['$l[javascript:alert(1)]x$l', 'x'],
  ['$f<b>x', '<span class="tint-f0c">&gt;x</span>'],
])('%j is shown as %j', (source, html) => {
  expect(gameTextToHtml(source)).toBe(html);
});
