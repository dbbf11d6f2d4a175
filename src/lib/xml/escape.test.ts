import { expect, test } from 'vitest';
import { emptyElement, escapeXml, textElement } from './escape.ts';

test.each([
  ['plain', 'plain'],
  ['<b title="x">\'&\'</b>', '&lt;b title=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/b&gt;'],
  ['a\0b\x01c\x08d\x0be\x0cf\x1fg', 'abcdefg'],
  ['a\tb\nc', 'a\tb\nc'],
  ['a\rb', 'a&#13;b'],
  ['a\ufffeb\uffffc', 'abc'],
  ['\ud83c\udfce', '\ud83c\udfce'],
  ['a\ud83cb', 'a\ufffdb'],
  [']]>', ']]&gt;'],
  ['\x7f\x85', '\x7f\x85'],
])('%j becomes %j', (text, escaped) => {
  expect(escapeXml(text)).toBe(escaped);
});

test('elements escape their text and attributes, and leave out attributes that are null', () => {
  expect(textElement('a', '<', { b: '"', c: null })).toBe('<a b="&quot;">&lt;</a>');
  expect(emptyElement('link', { href: 'x?a=1&b=2', rel: null })).toBe('<link href="x?a=1&amp;b=2"/>');
});
