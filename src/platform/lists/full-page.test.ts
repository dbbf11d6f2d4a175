import { expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { replayList } from '#features/replays/server/list.ts';
import { trackList } from '#features/tracks/server/list.ts';
import { fullPage, relatedTables } from './full-page.ts';
import { type Requested, requestedFields } from './requested.ts';

// compiles statements, runs none
const { db } = openDb('postgres://nobody@127.0.0.1:1/none');
const fields = (...paths: string[]): Requested => requestedFields(trackList.fields, paths);

test.each([
  ['columns of the row itself', fields('TrackId', 'TrackName', 'Tags'), 0],
  ['a related row', fields('Uploader.Name'), 1],
  ['related rows, joined with others', fields('Authors'), 2],
  ['several', fields('UId', 'Uploader', 'Authors.Role'), 4],
])('%s: tables that each row reads', (_, asked, tables) => {
  expect(relatedTables(db, trackList, asked)).toBe(tables);
});

test('what tools request is served 1000 at a time; nearly all fields together are fewer rows, with More', () => {
  const ofTools = fields(
    ...['TrackId', 'TrackName', 'UId', 'AuthorTime', 'UploadedAt', 'Tags', 'Environment', 'Difficulty'],
    ...['Uploader', 'Authors', 'Awards', 'WRReplay', 'Images', 'HasThumbnail', 'HasScreenshot'],
  );
  expect(fullPage(db, trackList, ofTools)).toBe(1000);
  const all = fullPage(db, trackList, 'all');
  expect(all).toBeGreaterThanOrEqual(250);
  expect(all).toBeLessThan(400);
});

test('places that are counted are worth several reads: replays by default are served 1000 at a time, places on a board fewer', () => {
  const usual = requestedFields(replayList.fields, replayList.defaultFields);
  expect(fullPage(db, replayList, usual)).toBe(1000);
  expect(
    fullPage(db, leaderboardList, requestedFields(leaderboardList.fields, ['User', 'ReplayScore'])),
  ).toBe(1000);
  expect(fullPage(db, leaderboardList, requestedFields(leaderboardList.fields, ['Position']))).toBe(180);
});
