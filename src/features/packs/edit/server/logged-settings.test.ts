import { expect, test } from 'vitest';
import { loggedPicture } from './logged-settings.ts';

test.each([
  [true, true, 'a picture', 'another picture'],
  [true, false, 'a picture', 'none'],
  [false, true, 'none', 'a picture'],
])('had a picture: %s, has one: %s; the log shows “%s” and “%s”', (was, is, before, after) =>
  expect(loggedPicture(was, is)).toEqual({ before: { Picture: before }, after: { Picture: after } }),
);
