import { expect, test } from 'vitest';
import { mayFeatureVideo, mayRemoveVideo } from './policy.ts';

const nobody = { isAuthor: false, isModerator: false };

test.each([
  ['a stranger', nobody, false, false, false],
  ['the player who posted the video', nobody, true, false, true],
  ['an author of the track', { ...nobody, isAuthor: true }, false, true, true],
  ['a moderator', { ...nobody, isModerator: true }, false, true, true],
])('%s', (_, relation, isPoster, features, removes) => {
  expect(mayFeatureVideo(relation).ok).toBe(features);
  expect(mayRemoveVideo(relation, isPoster).ok).toBe(removes);
});
