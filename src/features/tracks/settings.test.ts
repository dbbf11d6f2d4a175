import { expect, test } from 'vitest';
import { settingErrors, trackSettings } from './settings.ts';

const good = {
  TrackName: 'Floodlight',
  Difficulty: 1,
  Routes: 0,
  Tags: [7],
  AuthorComments: '',
  Visible: true,
};
const file = 'a.Challenge.Gbx';

test('good settings have no errors', () => expect(settingErrors(good, file)).toEqual({}));

test.each([
  [{ TrackName: '' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: ' \n ' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: '$f00$o' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: 'x' }, 'TrackName', 'The name has to be min. 2 characters long.'],
  [{ TrackName: 'x'.repeat(51) }, 'TrackName', 'max. 50 characters long.'],
  [{ Difficulty: null }, 'Difficulty', 'The Difficulty field is required'],
  [{ Difficulty: 4 }, 'Difficulty', 'The Difficulty field is required'],
  [{ Routes: 3 }, 'Routes', 'Routes must be one of those offered.'],
  [{ Tags: [] }, 'Tags', 'Choose 1 to 3 tags.'],
  [{ Tags: [1, 2, 3, 4] }, 'Tags', 'Choose 1 to 3 tags.'],
  [{ AuthorComments: 'x'.repeat(4001) }, 'AuthorComments', 'max. 4000 characters long.'],
])('%j is refused: %s: %s', (change, field, message) => {
  expect(settingErrors({ ...good, ...change }, file)).toEqual({ [field]: message });
});

test.each([
  [{ TrackName: 'xy' }],
  [{ TrackName: '😀'.repeat(50) }],
  [{ TrackName: '$f00Red' }],
  [{ Tags: [1, 1, 2, 3] }],
  [{ AuthorComments: '😀'.repeat(4000) }],
])('%j is accepted', (change) => expect(settingErrors({ ...good, ...change }, file)).toEqual({}));

test('names lose control characters and outer space, and keep their codes', () => {
  const parsed = trackSettings({ file }).parse({ ...good, TrackName: ' $f00A\u0000\nB\ud800 ' });
  expect(parsed.TrackName).toBe('$f00A B\ufffd');
});

test('comments keep their lines', () => {
  const parsed = trackSettings({ file }).parse({ ...good, AuthorComments: 'a\r\nb\u0007\tc\n' });
  expect(parsed.AuthorComments).toBe('a\nb\tc');
});

test('a tag of another edition is refused where the edition is known', () => {
  const parsed = trackSettings({ file, tagIds: [0, 1] }).safeParse(good);
  expect(parsed.error?.issues[0]?.message).toBe('Tags must be among those of this edition.');
});
