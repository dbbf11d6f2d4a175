import { describe, expect, test } from 'vitest';
import type { UploadAnalysis } from '#features/tracks/file/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import {
  canBeTriedAgain,
  countEntries,
  hasUnsavedWork,
  isBlocked,
  progressText,
} from '#ui/upload/file-entries.ts';
import { type Entry, type EntryEvent, nextEntries } from './entry-state.ts';

const published = { IsPublic: true, IsListed: true, ReleaseDate: null, SecretLink: null };
const analysis: UploadAnalysis = {
  FileName: 'a.Challenge.Gbx',
  FileSize: 9,
  AuthorScore: null,
  HasThumbnail: false,
  SuggestedTrackName: 'Floodlight',
  AuthorTime: 41_280,
  MapType: 0,
  Environment: 7,
  Car: 7,
  Mood: 3,
  UId: 'aBc',
  Issues: [],
  UploadKey: 'key-1',
};
const problem: ProblemBody = { status: 422, title: 'Refused', detail: 'No.', type: 'about:blank' };
const picked: EntryEvent = { type: 'picked', files: [{ id: 1, name: 'a.Challenge.Gbx', size: 9 }] };

const started: EntryEvent = { type: 'started', id: 1 };
const read: EntryEvent[] = [picked, started, { type: 'analysed', id: 1, analysis }];

const entryAfter = (...events: EntryEvent[]): Entry => {
  const entries = events.reduce<readonly Entry[]>(nextEntries, []);
  expect(entries).toHaveLength(1);
  return entries[0] as Entry; // length asserted above
};

describe('an entry', () => {
  test('waits, shows its progress, and takes its name from the file', () => {
    expect(entryAfter(picked).stage).toEqual({ at: 'waiting' });
    expect(entryAfter(picked, started, { type: 'progressed', id: 1, sentBytes: 5 }).stage).toEqual({
      at: 'analysing',
      sentBytes: 5,
    });
    expect(entryAfter(...read).settings.TrackName).toBe('Floodlight');
  });

  test('keeps a name typed during the analysis', () => {
    const entry = entryAfter(
      picked,
      started,
      { type: 'edited', id: 1, settings: { TrackName: 'Mine' } },
      { type: 'analysed', id: 1, analysis },
    );
    expect(entry.settings.TrackName).toBe('Mine');
  });

  test('keeps what was typed if publishing is refused, and can be sent again', () => {
    const entry = entryAfter(
      ...read,
      { type: 'edited', id: 1, settings: { AuthorComments: 'Hello' } },
      { type: 'sent', ids: [1] },
      { type: 'failed', id: 1, problem },
    );
    expect(entry.settings.AuthorComments).toBe('Hello');
    expect(entry.stage).toEqual({ at: 'ready', analysis, problem });
  });

  test('that was published cannot fail afterwards', () => {
    const entry = entryAfter(
      ...read,
      { type: 'sent', ids: [1] },
      { type: 'published', id: 1, done: { ...published, TrackId: 7, TrackName: 'Floodlight' } },
      { type: 'failed', id: 1, problem },
    );
    expect(entry.stage.at).toBe('published');
  });

  test('whose file was refused can be tried again', () => {
    const refused: EntryEvent = { type: 'refused', id: 1, problem };
    expect(entryAfter(picked, started, refused, { type: 'again', ids: [1] }).stage.at).toBe('waiting');
  });

  test('opens if it is invalid when publishing', () => {
    const shut: EntryEvent = { type: 'toggled', id: 1, open: false };
    const publishRequested = (wrong: number[]): EntryEvent => ({
      type: 'publish-requested',
      wrong: new Set(wrong),
    });
    expect(entryAfter(...read, shut, publishRequested([]))).toMatchObject({ open: false, checked: true });
    expect(entryAfter(...read, shut, publishRequested([1]))).toMatchObject({ open: true, checked: true });
  });
});

test('a few files are open initially, many are not', () => {
  const files = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `${id}`, size: 1 }));
  const open = (count: number) =>
    nextEntries([], { type: 'picked', files: files(count) }).map((entry) => entry.open);
  expect(open(3)).toEqual([true, true, true]);
  expect(new Set(open(4))).toEqual(new Set([false]));
});

test('only an accepted file can be published', () => {
  const warning = { Level: 'warning', Code: 'large', Message: 'Large file.' } as const;
  const file = (changed: Partial<UploadAnalysis>): UploadAnalysis => ({ ...analysis, ...changed });
  expect(isBlocked(file({ Issues: [warning] }))).toBe(false);
  expect(isBlocked(file({ UploadKey: null, Issues: [{ ...warning, Level: 'error' }] }))).toBe(true);
});

test('leaving asks first until everything is published or removed', () => {
  const one = nextEntries([], picked);
  expect(hasUnsavedWork(one)).toBe(true);
  expect(hasUnsavedWork(nextEntries(one, { type: 'removed', ids: new Set([1]) }))).toBe(false);
});

test.each([
  [0, true],
  [401, true],
  [429, true],
  [503, true],
  [409, false],
  [422, false],
])('after a refusal with status %i it can be retried: %s', (status, helps) => {
  const refused = { type: 'refused', id: 1, problem: { ...problem, status } } as const;
  const failed = { type: 'failed', id: 1, problem: { ...problem, status } } as const;
  expect(canBeTriedAgain(entryAfter(picked, started, refused))).toBe(helps);
  expect(canBeTriedAgain(entryAfter(...read, { type: 'sent', ids: [1] }, failed))).toBe(helps);
  expect(hasUnsavedWork([entryAfter(picked, started, refused)])).toBe(helps);
});

test('overall progress as text', () => {
  const files = [1, 2, 3, 4].map((id) => ({ id, name: `${id}.Gbx`, size: 9 }));
  const gone = { ...problem, status: 0 };
  const words: string[] = [];
  const step = (entries: readonly Entry[], event: EntryEvent) => {
    const next = nextEntries(entries, event);
    words.push(progressText(countEntries(next), { one: 'track', many: 'tracks', done: 'published' }));
    return next;
  };
  const events: EntryEvent[] = [
    { type: 'picked', files },
    ...files.map(({ id }): EntryEvent => ({ type: 'started', id })),
    { type: 'analysed', id: 1, analysis },
    { type: 'analysed', id: 2, analysis },
    { type: 'refused', id: 3, problem },
    { type: 'refused', id: 4, problem: gone },
    { type: 'sent', ids: [1, 2] },
    { type: 'published', id: 1, done: { ...published, TrackId: 1, TrackName: 'a' } },
    { type: 'failed', id: 2, problem: gone },
  ];
  events.reduce(step, []);
  expect([...new Set(words)]).toEqual([
    '0 of 4 files read.',
    '1 of 4 files read.',
    '2 of 4 files read.',
    '3 of 4 files read.',
    '2 tracks ready, 1 file refused, 1 file to try again.',
    '0 of 2 tracks published.',
    '1 of 2 tracks published.',
    '1 track published, 1 track ready, 1 file refused, 2 files to try again.',
  ]);
});
