import { expect, test } from 'vitest';
import {
  nameProblem,
  parseSettings,
  type SettingsContext,
  settingErrors,
  suggestedName,
} from './settings.ts';

const good = { TrackName: 'Floodlight', Difficulty: 1, Routes: 0, Tags: [7], AuthorComments: '' };
const context: SettingsContext = {
  file: 'a.Challenge.Gbx',
  now: new Date('2026-11-21T12:00:00Z'),
  uploaderId: 1,
  maxPictures: 2,
};
const future = 'The release date must be set in the future.';
const author = (UserId: number) => ({ UserId, Role: '' });

test('valid settings have no errors', () => expect(settingErrors(good, context)).toEqual({}));

test.each([
  [{ TrackName: '' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: ' \n ' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: '$f00$o' }, 'TrackName', 'a.Challenge.Gbx: A name is required.'],
  [{ TrackName: 'x' }, 'TrackName', 'The name has to be min. 2 characters long.'],
  [{ TrackName: '$f00x' }, 'TrackName', 'The name has to be min. 2 characters long.'],
  [{ TrackName: 'x'.repeat(51) }, 'TrackName', 'max. 50 characters long.'],
  [{ TrackName: `$o${'$f00x'.repeat(51)}` }, 'TrackName', 'max. 50 characters long.'],
  [{ TrackName: `xy${'$f00'.repeat(63)}` }, 'TrackName', 'max. 250 characters long, codes included.'],
  [
    { TrackName: 'Red\u3164' },
    'TrackName',
    'a.Challenge.Gbx: The name cannot contain the invisible character U+3164 (Hangul filler).',
  ],
  [
    { TrackName: '\u115F\uFFA0' },
    'TrackName',
    'a.Challenge.Gbx: The name cannot contain the invisible character U+115F.',
  ],
  [
    { TrackName: '$f00R\u200Bed' },
    'TrackName',
    'a.Challenge.Gbx: The name cannot contain the invisible character U+200B (zero width space).',
  ],
  [{ Difficulty: undefined }, 'Difficulty', 'The Difficulty field is required'],
  [{ Difficulty: 4 }, 'Difficulty', 'The Difficulty field is required'],
  [{ Routes: 3 }, 'Routes', 'Choose one of the routes.'],
  [{ Tags: [] }, 'Tags', 'Choose 1 to 3 tags.'],
  [{ Tags: [1, 2, 3, 4] }, 'Tags', 'Choose 1 to 3 tags.'],
  [{ AuthorComments: 'x'.repeat(4001) }, 'AuthorComments', 'max. 4000 characters long.'],
  [{ Visible: false, ReleaseDate: '2026-11-21T12:00:00Z' }, 'ReleaseDate', future],
  [{ Visible: false, ReleaseDate: '2026-11-21T12:30+01:00' }, 'ReleaseDate', future],
  [{ Visible: false, ReleaseDate: '2026-11-21' }, 'ReleaseDate', future],
  [{ Visible: false, ReleaseDate: 'soon' }, 'ReleaseDate', future],
  [{ Visible: false, ReleaseDate: '2027-13-01' }, 'ReleaseDate', future],
  [{ TrackStatus: 5 as 4 }, 'TrackStatus', 'Choose one of the statuses.'],
  [{ Authors: [author(2), author(2)] }, 'Authors', 'User is already listed as co-author.'],
  [
    { Authors: Array.from({ length: 201 }, (_, n) => author(n + 2)) },
    'Authors',
    'Maximum of 200 authors exceeded.',
  ],
  [
    { ScreenshotFiles: ['a', 'b', 'c'].map((reference) => ({ reference })) },
    'ScreenshotFiles',
    'A track may have at most 2 pictures.',
  ],
])('%j is refused: %s: %s', (change, field, message) => {
  expect(settingErrors({ ...good, ...change }, context)).toEqual({ [field]: message });
});

test.each([
  [{ TrackName: 'xy' }],
  [{ TrackName: '😀'.repeat(50) }],
  [{ TrackName: '$f00Red' }],
  [{ TrackName: '$f00x'.repeat(16) }],
  [{ TrackName: '$f00x'.repeat(50) }],
  [{ TrackName: '$$'.repeat(50) }],
  [{ Tags: [1, 1, 2, 3] }],
  [{ AuthorComments: '😀'.repeat(4000) }],
  [{ Visible: false }],
  [{ Visible: true, ReleaseDate: '2020-01-01' }], // ignored: it is already public
  [{ TrackStatus: 4 as const, Beta: true, Listed: false }],
])('%j is accepted', (change) => expect(settingErrors({ ...good, ...change }, context)).toEqual({}));

const parsed = (change: object) => parseSettings({ ...good, ...change }, context).data;

test.each([
  ['2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22T08:30', '2026-11-22T08:30:00.000Z'],
  [' 2026-11-22 08:30:15 ', '2026-11-22T08:30:15.000Z'],
  ['2026-11-22T08:30+02:00', '2026-11-22T06:30:00.000Z'],
])('the release date %s is %s', (ReleaseDate, instant) => {
  expect(parsed({ Visible: false, ReleaseDate })?.ReleaseDate?.toISOString()).toBe(instant);
});

test('missing settings have defaults', () => {
  expect(parsed({})).toMatchObject({
    Visible: true,
    ReleaseDate: null,
    Listed: true,
    Beta: false,
    TrackStatus: null,
    Authors: [],
    ScreenshotFiles: [],
  });
});

test('control characters and surrounding space are removed from names, codes remain', () => {
  expect(parsed({ TrackName: ' $f00A\u0000\nB\ud800 ' })?.TrackName).toBe('$f00A B\ufffd');
});

test('comments keep their lines', () => {
  expect(parsed({ AuthorComments: 'a\r\nb\u0007\tc\n' })?.AuthorComments).toBe('a\nb\tc');
});

test('a tag of another edition is refused if the edition is known', () => {
  expect(settingErrors(good, { ...context, tagIds: [0, 1] })).toEqual({
    Tags: 'Choose tags of this edition.',
  });
});

test.each([
  ['Floodlight', 'Floodlight'],
  ['  $i$f80Flood\n$zlight ', 'Flood light'],
  ['$f00$o', ''],
  ['Cash$$Money', 'Cash$$Money'],
  ['$fffL$f00o$$', 'Lo$$'],
  ['A', ''],
  ['AB', 'AB'],
  ['x'.repeat(49), 'x'.repeat(49)],
  [`$o${'x'.repeat(50)}`, 'x'.repeat(50)],
  ['x'.repeat(51), 'x'.repeat(50)],
  ['$$'.repeat(51), '$$'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
])('%j suggests %j, a name that reads the same', (name, suggested) => {
  expect(suggestedName(name)).toBe(suggested);
  expect(suggestedName(suggested)).toBe(suggested);
  if (suggested !== '') expect(nameProblem(suggested, 'a file')).toBeNull();
});
