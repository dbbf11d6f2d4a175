import { expect, test } from 'vitest';
import { replayFileName, safeName, timeStamp, trackFileName } from './filename.ts';

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
  ['東'.repeat(60), '東'.repeat(60)],
  ['𝒳'.repeat(50), '𝒳'.repeat(50)],
  ['𝒳'.repeat(51), '𝒳'.repeat(50)],
])('%j is safe as %j', (name, safe) => {
  expect(safeName(name, '-')).toBe(safe);
});

test('tracks, replays and times have their own names', () => {
  const at = new Date('2026-03-14T12:05:09.123Z');
  expect(trackFileName('Speed!', 2233)).toBe('Speed-_(2233).Challenge.Gbx');
  expect(replayFileName('Speed!', 9)).toBe('Speed-_(9).Replay.Gbx');
  expect(timeStamp(at)).toBe('20260314-120509');
});
