import { expect, test } from 'vitest';
import { readEntries } from '#platform/uploads/entries.ts';
import { safeFileName } from '#platform/uploads/received-file.ts';
import { settingsIn, trackNames } from './entry-settings.ts';

const tags = [
  { id: 0, name: 'Race' },
  { id: 7, name: 'Tech' },
];
const read = (fields: Record<string, string | string[]>) => {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const v of [values].flat()) form.append(name, v);
  const { entries, shared } = readEntries({ fields: form, files: [] }, trackNames);
  return entries.map((entry) => ({ ...entry, settings: settingsIn(entry, shared, tags) }));
};
const settings = (fields: Record<string, string | string[]>) =>
  read({ 'TrackEntries[0].UploadKey': 'k', ...fields })[0]?.settings;

test('entries are sorted by index, whatever the order of the form', () => {
  const entries = read({ 'TrackEntries[10].UploadKey': 'b', 'trackentries[2].uploadkey': 'a', Other: 'x' });
  expect(entries.map(({ index, source }) => [index, source])).toEqual([
    [2, { from: 'upload', key: 'a' }],
    [10, { from: 'upload', key: 'b' }],
  ]);
});

test('pictures belong to the entry that names them', () => {
  const entries = read({
    'TrackEntries[3].UploadKey': 'k',
    'TrackEntries[3].ScreenshotFiles': '1',
    'TrackEntries[3].ScreenshotFiles[0].Reference': 'a',
    'TrackEntries[1].UploadKey': 'l',
    'TrackEntries[2].ScreenshotFiles': '', // empty, so there is no such entry
  });
  expect(entries.map(({ index, settings: { ScreenshotFiles } }) => [index, ScreenshotFiles])).toEqual([
    [1, undefined],
    [3, [{ reference: 'a' }]],
  ]);
});

const keys = (indexes: readonly number[]) =>
  Object.fromEntries(indexes.map((index) => [`TrackEntries[${index}].UploadKey`, 'k']));
const firstOnes = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([
  [199, 199],
  [200, 200],
])('%i entries are read', (count, entries) => {
  expect(read(keys(firstOnes(count)))).toHaveLength(entries);
});

test('201 entries are refused, however many fields follow', () => {
  expect(() => read(keys(firstOnes(201)))).toThrow(
    'TrackEntries: at most 200 tracks are accepted in one form.',
  );
});

test('an index is limited', () => {
  expect(read(keys([9998, 9999])).map(({ index }) => index)).toEqual([9998, 9999]);
  for (const index of ['10000', '9'.repeat(400)]) {
    expect(() => read({ [`TrackEntries[${index}].UploadKey`]: 'k' })).toThrow('an index is at most 9999.');
  }
});

/** Counts how often `work` reads a value of these fields: a measure that does not depend on the machine's load. */
function countReads(fields: [string, string][]): number {
  let count = 0;
  const counted = {
    *[Symbol.iterator]() {
      for (const field of fields) {
        count += 1;
        yield field;
      }
    },
    keys: () => fields.keys(),
  };
  readEntries({ fields: counted as unknown as URLSearchParams, files: [] }, trackNames); // everything that is used
  return count;
}

test('every field is read once, however many entries there are', () => {
  const fields = firstOnes(200).map((index): [string, string] => [`TrackEntries[${index}].UploadKey`, 'k']);
  expect(countReads(fields)).toBe(200);
});

test.each([
  [{ 'TrackEntries[0].Difficulty': 'lunatic' }, { Difficulty: 3 }],
  [{ 'TrackEntries[0].Difficulty': 'hard' }, { Difficulty: -1 }],
  [{ 'TrackEntries[0].Difficulty': ' ', 'Global.Difficulty': '2' }, { Difficulty: 2 }],
  [{ 'TrackEntries[0].Difficulty': '0', 'Global.Difficulty': '2' }, { Difficulty: 0 }],
  [{ 'TrackEntries[0].Routes': 'Symmetrical' }, { Routes: 2 }],
  [{ 'TrackEntries[0].Tags': ['1', '2'] }, { Tags: [1, 2] }],
  [{ 'TrackEntries[0].Tags[]': '1, 2' }, { Tags: [1, 2] }],
  [{ 'TrackEntries[0].Tags[0]': '4', 'TrackEntries[0].Tags[1]': '5', 'Global.Tags': '9' }, { Tags: [4, 5] }],
  [{ 'TrackEntries[0].Tags': 'x' }, { Tags: [-1] }],
  [{ 'TrackEntries[0].Visible': 'false' }, { Visible: false }],
  [{ 'TrackEntries[0].Visible': 'true', 'Global.Visible': 'false' }, { Visible: false }],
  [
    { 'TrackEntries[0].Beta': 'true', 'Global.Visible': 'false' },
    { Visible: false, Beta: undefined },
  ],
  [{ 'TrackEntries[0].ReleaseDate': '2027-01-01', 'Global.Visible': '0' }, { ReleaseDate: undefined }],
  [{ 'Global.Visible': 'no', 'Global.ReleaseDate': '2027-01-01' }, { ReleaseDate: '2027-01-01' }],
  [
    { 'TrackEntries[0].Listed': 'false', 'TrackEntries[0].Beta': 'on' },
    { Listed: false, Beta: true },
  ],
  [{ 'TrackEntries[0].TrackStatus': '4', 'Global.TrackStatus': '1' }, { TrackStatus: 4 }],
  [
    {
      'TrackEntries[0].Authors[1].UserId': '8',
      'TrackEntries[0].Authors[0].Role': 'signs',
      'TrackEntries[0].Authors[0].UserId': '9',
    },
    {
      Authors: [
        { UserId: 9, Role: 'signs' },
        { UserId: 8, Role: '' },
      ],
    },
  ],
  [
    { 'Global.Authors[1].UserId': '8', 'Global.Authors[0].Name': 'Bea', 'Global.Authors[0].Role': 'signs' },
    {
      Authors: undefined,
      AuthorsOfAll: [
        { UserId: Number.NaN, Name: 'Bea', Role: 'signs' },
        { UserId: 8, Role: '' },
      ],
    },
  ],
  [{ 'TrackEntries[0].Authors[0].UserId': 'x' }, { Authors: [{ UserId: Number.NaN, Role: '' }] }],
  [
    {
      'TrackEntries[0].ScreenshotFiles': '2',
      'TrackEntries[0].ScreenshotFiles[1].Reference': 'b',
      'TrackEntries[0].ScreenshotFiles[0].Reference': 'a',
    },
    { ScreenshotFiles: [{ reference: 'a' }, { reference: 'b' }] },
  ],
  [
    {
      'TrackEntries[0].Visible': 'true',
      'TrackEntries[0].CustomVisibility': 'on',
      'Global.Visible': 'false',
    },
    { Visible: true },
  ],
])('%j means %j', (fields, meant) => expect(settings(fields)).toMatchObject(meant));

test('tags are sent by number or by name', () => {
  expect(settings({ 'TrackEntries[0].Tags': ['tech', ' Race', '7', 'Maze'] })?.Tags).toEqual([7, 0, 7, -1]);
  expect(settings({ 'TrackEntries[0].Tags': 'Tech,0' })?.Tags).toEqual([7, 0]);
});

test('an empty entry has no settings of its own', () => {
  expect(settings({})).toEqual({
    TrackName: undefined,
    Difficulty: undefined,
    Routes: undefined,
    Tags: undefined,
    AuthorComments: undefined,
    Visible: undefined,
    ReleaseDate: undefined,
    Listed: undefined,
    Beta: undefined,
    TrackStatus: undefined,
    Authors: undefined,
    ScreenshotFiles: undefined,
  });
});

test.each([
  ['a.Challenge.Gbx', 'a.Challenge.Gbx'],
  ['C:\\fakepath\\a b.Gbx', 'a b.Gbx'],
  ['../../a.Gbx', 'a.Gbx'],
  ['a\r\nX: y\0.Gbx', 'a X: y .Gbx'],
  ['re\u3164d\u202Exbg.Gbx', 'redxbg.Gbx'],
  ['\u200B', 'The file'],
  ['', 'The file'],
  ['folder/', 'The file'],
  [`${'😀'.repeat(200)}`, '😀'.repeat(150)],
])('the file name %j is stored as %j', (name, stored) => expect(safeFileName(name)).toBe(stored));
