import { expect, test } from 'vitest';
import {
  packZipName,
  playLaterZipName,
  replayEntryName,
  replaysZipName,
  searchZipName,
  trackEntryName,
  uniqueNames,
} from './file-names.ts';

const at = new Date('2026-03-14T12:05:09.123Z');

test.each([
  [packZipName('$f00Best of: $$2008', 7), 'Best of_ _2008 (TMX_7).zip'],
  [packZipName('$f00', 7), 'unnamed (TMX_7).zip'],
  [packZipName('CON', 7), 'CON (TMX_7).zip'],
  [playLaterZipName(at), 'tmx-playlater_20260314-120509.zip'],
  [searchZipName(at), 'tmx-tracksearch_20260314-120509.zip'],
  [searchZipName(at, 2), 'tmx-tracksearch_20260314-120509_part2.zip'],
  [replaysZipName('$o../Łódź', 9, at), '---Łódź_(9)_replays_20260314-120509.zip'],
  [trackEntryName('$i$f80Speed$$!', 2233), 'Speed--_(2233).Challenge.Gbx'],
  [trackEntryName('nul.txt', 1), 'nul-txt_(1).Challenge.Gbx'],
  [replayEntryName(0, 'ann', 5), '1_ann_(5).Replay.Gbx'],
  [replayEntryName(null, 'Bob/東', 6), 'unranked_Bob-東_(6).Replay.Gbx'],
])('%s', (name, expected) => {
  expect(name).toBe(expected);
});

test('the longest names fit into file systems', () => {
  const long = '𝒳'.repeat(300);
  const id = 2_147_483_647;
  const names = [
    packZipName(long, id),
    trackEntryName(long, id),
    replayEntryName(2_000_000, long, id),
    replaysZipName(long, id, at),
  ];
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(250);
});

test('names within a zip are unique, whatever their case', () => {
  const unique = uniqueNames();
  const names = [
    'A_(1).Challenge.Gbx',
    'a_(1).challenge.gbx',
    'A_(1) 2.Challenge.Gbx',
    'A_(1).Challenge.Gbx',
    'Tracks.json',
    'x',
    'x',
  ];
  expect(names.map(unique)).toEqual([
    'A_(1).Challenge.Gbx',
    'a_(1) 2.challenge.gbx',
    'A_(1) 2 2.Challenge.Gbx',
    'A_(1) 3.Challenge.Gbx',
    'Tracks 2.json',
    'x',
    'x 2',
  ]);
  expect(uniqueNames()('x')).toBe('x');
});
