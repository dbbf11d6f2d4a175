import { expect, test } from 'vitest';
import { makeLog, withoutSecrets } from './log.ts';

test.each([
  ['/trackshow/1?key=abc', '/trackshow/1?key=…'],
  ['/trackshow/1?w=3&key=abc&x=1#top', '/trackshow/1?w=3&key=…&x=1#top'],
  ['/account/reset?token=abc', '/account/reset?token=…'],
  ['/account/confirm?Token=abc', '/account/confirm?Token=…'],
  ['/x?UploadKey=abc&__RequestVerificationToken=d-e_f', '/x?UploadKey=…&__RequestVerificationToken=…'],
  ['/x?secret=a;code=b', '/x?secret=…;code=…'],
  ['/login?Password=long%20enough', '/login?Password=…'],
  ['http://a.example/b?key=abc and more', 'http://a.example/b?key=… and more'],
  ['/x?keys=1&keyword=a', '/x?keys=1&keyword=a'],
  ['/trackshow/1', '/trackshow/1'],
  ['', ''],
])('%s is logged as %s', (address, shown) => expect(withoutSecrets(address)).toBe(shown));

test('no line contains the secret of a link, wherever it comes from', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  const link = 'http://tmnf.example/account/reset?token=hush';
  log.error({ err: new Error(`cannot fetch ${link}`), url: '/trackshow/1?key=hush' }, 'request failed');
  log.warn({ referer: link }, `came from ${link}`);
  log.info({ headers: { cookie: 'session=hush', authorization: 'Bearer hush' }, form: { Password: 'hush' } });
  log.child({ a: 1 }).warn({ link, token: 'hush' }, link);
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain('hush');
  expect(lines.join('')).toContain('cannot fetch http://tmnf.example/account/reset?token=…');
  expect(lines[0]).toContain('"type":"Error"');
});
