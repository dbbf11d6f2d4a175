import { expect, test } from 'vitest';
import { listZipName, packZipName, replayFileName, safeName, trackFileName } from './filename.ts';

test.each([
  ['Tempest', 'Tempest'],
  [' A 01-Race_x ', 'A 01-Race_x'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['../../etc/passwd', '------etc-passwd'],
  ['cash $100', 'cash -100'],
  ['Łódź 東京', 'Łódź 東京'],
  ['e\u0301te\u0301', 'été'],
  ['a\nb\0c\u202Ed', 'a-b-c-d'],
  ['😀', '-'],
  ['\ud800x', '-x'],
  ['', 'unnamed'],
  ['   ', 'unnamed'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('%j is safe as %j', (name, safe) => {
  expect(safeName(name, '-')).toBe(safe);
});

test('tracks, replays and zips have their own names', () => {
  const at = new Date('2026-03-14T12:05:09.123Z');
  expect(trackFileName('Speed!', 2233)).toBe('Speed-_(2233).Challenge.Gbx');
  expect(replayFileName('Speed!', 9)).toBe('Speed-_(9).Replay.Gbx');
  expect(packZipName('Best of: 2008', 7)).toBe('Best of_ 2008_(TMX_7).zip');
  expect(listZipName('playlater', at)).toBe('tmx-playlater_20260314-120509.zip');
  expect(listZipName('tracksearch', at)).toBe('tmx-tracksearch_20260314-120509.zip');
});
