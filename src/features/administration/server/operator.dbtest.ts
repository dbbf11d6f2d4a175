import { afterAll, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { smtpMailer } from '#platform/mail/smtp.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { changeSettings } from './actions.ts';
import { editionHtml } from './show.ts';

const { db } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmn' });
let refusal: string | undefined;
const server = await startMailServer({ onRecipient: () => refusal });
afterAll(() => server.close());
const smtp = smtpMailer({ smtpUrl: server.smtpUrl, from: 'Paddock <paddock@example.test>' });
ctx.mail.send = (mail, options) => smtp.send(mail, options);
const admin = await grantRole(await asMember(ctx), Level.administrator, 'all');

const sendTest = async (who: TestCtx) =>
  (await Uploader.of(who)).ask('POST', '/administration/testmail', { form: new URLSearchParams() });

test('a test mail goes to the administrator at once, with the end of mails of the edition', async () => {
  await inTransaction(admin, (tx) => changeSettings(tx, { MailEnd: 'Run by the club.' }, 'Because.'));
  expect((await sendTest(admin)).status).toBe(200);
  expect(server.received.at(-1)?.text).toMatch(/\n--=20\nRun by the club\.$/);
});

test('a test mail that the server refuses says what the server said', async () => {
  refusal = '550 we do not know you';
  expect(await sendTest(admin)).toMatchObject({
    status: 502,
    problem: { detail: expect.stringContaining('we do not know you') },
  });
});

test('only administrators of all editions send a test mail', async () => {
  const here = await grantRole(await asMember(ctx), Level.administrator, ['tmn']);
  expect((await sendTest(here)).status).toBe(403);
});

test('imprint, contact and privacy are texts of the edition', async () => {
  expect(await editionHtml(admin, 'imprint')).toBe('');
  const texts = {
    ImprintText: '[b]The club[/b]',
    ContactText: 'Write to us.',
    PrivacyText: 'The club stores.',
  };
  await inTransaction(admin, (tx) => changeSettings(tx, texts, 'Because.'));
  expect(await editionHtml(admin, 'imprint')).toContain('<strong>The club</strong>');
  expect(await editionHtml(admin, 'contact')).toContain('Write to us.');
  expect(await editionHtml(admin, 'privacy')).toContain('The club stores.');
});
