import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '#testing/mail-server.ts';
import { MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

const from = 'Paddock <paddock@example.org>';

async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return { ...server, mailer: smtpMailer({ smtpUrl: server.smtpUrl, from }) };
}

const letter = { to: 'ann@example.org', subject: 'Hello', text: 'A line.' };

test('a mail reaches its one recipient as plain text', async () => {
  const { received, mailer } = await mailServer();
  expect(mailer.delivers).toBe(true);
  await mailer.send(letter);
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toBe('ann@example.org');
  expect(received[0]?.text).toContain('Subject: Hello');
  expect(received[0]?.text).toContain('\nA line.');
});

test('a mail with an unsubscribe address contains it, however long it is', async () => {
  const { received, mailer } = await mailServer();
  const unsubscribeLink = `http://tmnf.localhost:4321/notices/unsubscribe?token=${'x'.repeat(120)}`;
  await mailer.send({ ...letter, unsubscribeLink, messageId: '<notices-5.tmnf@tmnf.localhost>' });
  const lines = received[0]?.text.split('\n');
  expect(lines).toContain(`List-Unsubscribe: <${unsubscribeLink}>`);
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(lines).toContain('Message-ID: <notices-5.tmnf@tmnf.localhost>');
});

test('handingOver runs when the server has the whole text and not its end', async () => {
  const { received, mailer } = await mailServer();
  const seen: number[] = [];
  await mailer.send(letter, {
    async handingOver() {
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.push(received.length);
    },
  });
  expect(seen).toEqual([0]);
  expect(received).toHaveLength(1);
});

test('if handingOver fails, the server gets no complete mail', async () => {
  const { received, cut, mailer } = await mailServer();
  const handingOver = () => Promise.reject(new Error('the database is gone'));
  await expect(mailer.send(letter, { handingOver })).rejects.toThrow('the database is gone');
  await expect.poll(() => cut).toEqual(['ann@example.org']);
  expect(received).toEqual([]);
});

test.each([
  ['550 no such user', true],
  ['452 mailbox full', false],
])('a recipient refused with %s is never handed over', async (answer, isFinal) => {
  const { mailer } = await mailServer({ onRecipient: () => answer });
  let handed = 0;
  const sending = mailer.send(letter, {
    async handingOver() {
      handed += 1;
    },
  });
  const error = await sending.catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(MailRefused);
  expect(error).toMatchObject({ isFinal });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(handed).toBe(0);
});

test('a text refused after its end is a refusal; a dropped connection is not', async () => {
  const refusing = await mailServer({ onMail: () => '554 spam' });
  await expect(refusing.mailer.send(letter)).rejects.toMatchObject({ name: 'MailRefused', isFinal: true });
  const dropping = await mailServer({ onMail: () => null });
  const error = await dropping.mailer.send(letter).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MailRefused);
});

test('an unreachable mail server fails the send, so that the job is retried', async () => {
  const mailer = smtpMailer({ smtpUrl: 'smtp://127.0.0.1:9', from });
  await expect(mailer.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('a mail server that never greets fails the send after a timeout', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo; // a TCP server has a port
  const mailer = smtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=100`, from });
  await expect(mailer.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow(/greeting/i);
});
