import { expect, test } from 'vitest';
import { clipEnding, clipKind } from './clip.ts';

test.each([
  ['records everything', () => true, 'video/webm;codecs=vp8', 'webm'],
  ['records VP9 only', (kind: string) => kind === 'video/webm', 'video/webm', 'webm'],
  ['records MP4 only', (kind: string) => kind === 'video/mp4', 'video/mp4', 'mp4'],
])('a browser that %s', (_what, isSupported, kind, ending) => {
  expect(clipKind(isSupported)).toBe(kind);
  expect(clipEnding(kind)).toBe(ending);
});

test('a browser that records nothing has no clips', () => {
  expect(clipKind(() => false)).toBeNull();
});
