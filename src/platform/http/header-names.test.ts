import { expect, test } from 'vitest';
import { customaryName } from './header-names.ts';

test.each([
  ['location', 'Location'],
  ['content-disposition', 'Content-Disposition'],
  ['CONTENT-TYPE', 'Content-Type'],
  ['etag', 'ETag'],
  ['x-content-type-options', 'X-Content-Type-Options'],
  ['set-cookie', 'Set-Cookie'],
  ['www-authenticate', 'WWW-Authenticate'],
])('%s is sent as %s', (name, spelt) => {
  expect(customaryName(name)).toBe(spelt);
  expect(customaryName(spelt)).toBe(spelt);
});
