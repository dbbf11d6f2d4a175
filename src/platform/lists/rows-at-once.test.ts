import { expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { type Requested, requestedFields } from './fields.ts';
import { relatedTables, rowsAtOnce } from './rows-at-once.ts';

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

test('two statements read 1000 rows of what most tools request, and more read nearly all fields', () => {
  const ofTools = fields(
    ...['TrackId', 'TrackName', 'UId', 'AuthorTime', 'UploadedAt', 'Tags', 'Environment', 'Difficulty'],
    ...['Uploader', 'Authors', 'Awards', 'WRReplay', 'Images', 'HasThumbnail', 'HasScreenshot'],
  );
  // whether the record is secret, and who holds it, are related rows as well
  expect(rowsAtOnce(db, trackList, ofTools)).toBeGreaterThanOrEqual(500);
  const all = rowsAtOnce(db, trackList, 'all');
  expect(all).toBeGreaterThanOrEqual(200);
  expect(all).toBeLessThan(400);
});

test('places that are counted are worth several reads: one statement reads 1000 replays by default, but fewer places on a board', () => {
  const usual = requestedFields(replayList.fields, replayList.defaultFields);
  expect(rowsAtOnce(db, replayList, usual)).toBe(1000);
  expect(
    rowsAtOnce(db, leaderboardList, requestedFields(leaderboardList.fields, ['User', 'ReplayScore'])),
  ).toBe(1000);
  expect(rowsAtOnce(db, leaderboardList, requestedFields(leaderboardList.fields, ['Position']))).toBe(180);
});
