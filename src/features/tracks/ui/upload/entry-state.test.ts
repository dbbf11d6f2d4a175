import { describe, expect, test } from 'vitest';
import type { UploadAnalysis } from '#features/tracks/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { type Entry, type EntryEvent, hasUnsavedWork, isBlocked, nextEntries } from './entry-state.ts';

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

const entryAfter = (...events: EntryEvent[]): Entry => {
  const entries = events.reduce<readonly Entry[]>(nextEntries, []);
  expect(entries).toHaveLength(1);
  return entries[0] as Entry; // length asserted above
};

describe('an entry', () => {
  test('takes its name from the file', () => {
    expect(entryAfter(picked, { type: 'analysed', id: 1, analysis }).settings.TrackName).toBe('Floodlight');
  });

  test('keeps a name typed while the file was still being read', () => {
    const entry = entryAfter(
      picked,
      { type: 'edited', id: 1, settings: { TrackName: 'Mine' } },
      { type: 'analysed', id: 1, analysis },
    );
    expect(entry.settings.TrackName).toBe('Mine');
  });

  test('keeps what was typed when publishing is refused, and can be sent again', () => {
    const entry = entryAfter(
      picked,
      { type: 'analysed', id: 1, analysis },
      { type: 'edited', id: 1, settings: { AuthorComments: 'Hello' } },
      { type: 'sent', ids: [1] },
      { type: 'failed', id: 1, problem },
    );
    expect(entry.settings.AuthorComments).toBe('Hello');
    expect(entry.stage).toEqual({ at: 'ready', analysis, problem });
  });

  test('that was published cannot fail afterwards', () => {
    const entry = entryAfter(
      picked,
      { type: 'analysed', id: 1, analysis },
      { type: 'sent', ids: [1] },
      { type: 'published', id: 1, trackId: 7, trackName: 'Floodlight' },
      { type: 'failed', id: 1, problem },
    );
    expect(entry.stage.at).toBe('published');
  });

  test('whose file was refused can be tried again', () => {
    const entry = entryAfter(picked, { type: 'refused', id: 1, problem }, { type: 'retried', id: 1 });
    expect(entry.stage.at).toBe('analysing');
  });
});

test('only a file that was kept can be published', () => {
  const warning = { Level: 'warning', Code: 'large', Message: 'Large file.' } as const;
  expect(isBlocked({ ...analysis, Issues: [warning] })).toBe(false);
  expect(isBlocked({ ...analysis, UploadKey: null, Issues: [{ ...warning, Level: 'error' }] })).toBe(true);
});

test('leaving asks first until everything is published or removed', () => {
  const one = nextEntries([], picked);
  expect(hasUnsavedWork(one)).toBe(true);
  expect(hasUnsavedWork(nextEntries(one, { type: 'removed', id: 1 }))).toBe(false);
});
