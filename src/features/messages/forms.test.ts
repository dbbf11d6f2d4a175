import { expect, test } from 'vitest';
import { StartForm } from './forms.ts';

const about = 'enter a subject';
const empty = 'Write something first.';

test.each([
  ['Subject', 'x', null],
  ['Subject', '', about],
  ['Subject', '\u200b\u200b\u200b', about],
  ['Subject', '\u3164 \u2800', about],
  ['Subject', '❤\ufe0f', null],
  ['Subject', 'a\u202eb', 'cannot contain the invisible character U+202E (right-to-left override)'],
  ['Text', 'x', null],
  ['Text', ' \n', empty],
  ['Text', '\u200b\u200b\u200b', empty],
  ['Text', '\uffa0\u2800', empty],
  ['Text', '[b]\u200b[/b]', empty],
  ['Text', ':)', null],
  ['Text', '[img]https://example.org/a.png[/img]', null],
])('the field %s with %j: %s', (field, typed, mistake) => {
  const { error } = StartForm.safeParse({ To: '7', Subject: 'A', Text: 'B', [field]: typed });
  expect(error?.issues.map(({ path, message }) => [path[0], message]) ?? []).toEqual(
    mistake === null ? [] : [[field, mistake]],
  );
});
