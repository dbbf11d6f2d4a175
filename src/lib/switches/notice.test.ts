import { expect, test } from 'vitest';
import { usualSwitches } from './model.ts';
import { noticeHtml, noticeOf } from './notice.ts';

test.each([
  [{}, ''],
  [{ banner: 'Back at nine.' }, 'Back at nine.'],
  [{ readOnly: true }, 'Nations is read-only at the moment: everything can be read, nothing can be written.'],
  [
    { readOnly: true, banner: 'We move to a new server.' },
    'We move to a new server.\nNations is read-only at the moment: everything can be read, nothing can be written.',
  ],
])('%j is announced', (own, text) => expect(noticeOf({ ...usualSwitches, ...own }, 'Nations')).toBe(text));

test('a notice is text, never HTML', () => {
  expect(noticeHtml('')).toBe('');
  expect(noticeHtml('<b a="1">&')).toContain('&#60;b a=&#34;1&#34;&#62;&#38;');
});
