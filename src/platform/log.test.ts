import { expect, test, vi } from 'vitest';
import { logPeriodMs, makeLog, withoutSecrets } from './log.ts';

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

/** What a log has written. */
function logged() {
  const lines: string[] = [];
  return {
    log: makeLog('info', { write: (line) => void lines.push(line) }),
    lines,
    bytes: () => lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
  };
}

test('two thousand refusals of a few lists write each of them once, and then how many there were', () => {
  vi.useFakeTimers();
  try {
    const { log, lines, bytes } = logged();
    const refuse = (statement: string) =>
      log.warn({ statement, text: 's'.repeat(5000) }, 'a list took too long');
    for (let n = 0; n < 2000; n++) refuse(`shape ${n % 3}`);
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(logPeriodMs);
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({
      omitted: [{ kind: 'a list took too long', lines: 1997 }],
      msg: 'lines like earlier ones were not written',
    });
    expect(bytes()).toBeLessThan(20_000);
    refuse('shape 0');
    expect(lines).toHaveLength(5);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [29, 29],
  [30, 30],
  [31, 30],
])('of %i different lists %i are written', (count, written) => {
  const { log, lines } = logged();
  for (let n = 0; n < count; n++) log.warn({ statement: `shape ${n}` }, 'a list took too long');
  log.error({ err: new Error('another kind') }, 'request failed');
  expect(lines).toHaveLength(written + 1);
});

test('what a visitor sends is cut, wherever it is', () => {
  const { log, bytes } = logged();
  const long = 'x'.repeat(100_000);
  log.error(
    { err: Object.assign(new Error(long), { detail: long }), url: `/${long}`, reason: long },
    `failed: ${long}`,
  );
  expect(bytes()).toBeLessThan(15_000);
});

test('refusals of one sender leave room for those of others; events with a limit of their own are all written', () => {
  const { log, lines } = logged();
  const security = log.child({ log: 'security' });
  for (let n = 0; n < 500; n++) security.warn({ event: 'policy.refused', from: 'one' }, 'refused');
  expect(lines).toHaveLength(20);
  security.warn({ event: 'policy.refused', from: 'other' }, 'refused');
  expect(lines).toHaveLength(21);
  for (let n = 0; n < 50; n++) security.warn({ event: 'password.changed', from: 'one' }, 'changed');
  expect(lines).toHaveLength(71);
});
