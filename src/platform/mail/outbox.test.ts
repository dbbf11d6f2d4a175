import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { messageText, outboxMailer } from './outbox.ts';

const at = new Date('2026-11-21T12:00:00Z');

test('each mail becomes one readable file, never a partial one', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  onTestFinished(() => rm(folder, { recursive: true }));
  const mailer = outboxMailer(folder, { now: () => at });
  expect(mailer.delivers).toBe(false);
  await Promise.all(
    [1, 2, 3].map((n) => mailer.send({ to: 'ann@example.org', subject: `Nº ${n}`, text: 'Grüße' })),
  );
  const files = await readdir(folder);
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/^2026-11-21T12-00-00\.000Z-[0-9a-f]{8}\.eml$/);
  expect(await readFile(join(folder, files[0] ?? ''), 'utf8')).toContain('Grüße');
});

test('a line break in a subject cannot add a header', () => {
  const text = messageText({ to: 'a@b.eu', subject: 'Hello\r\nBcc: c@d.eu', text: 'x' }, at);
  expect(text).toContain('Subject: Hello Bcc: c@d.eu\n');
  expect(text).toContain('Date: Sat, 21 Nov 2026 12:00:00 +0000\n');
});

test('a mail is not readable by other users of the machine', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'outbox');
  await outboxMailer(folder, { now: () => at }).send({ to: 'ann@example.org', subject: 'a', text: 'b' });
  const [file = ''] = await readdir(folder);
  for (const path of [folder, join(folder, file)]) expect((await stat(path)).mode & 0o077).toBe(0);
});
