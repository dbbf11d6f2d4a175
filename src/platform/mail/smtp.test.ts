import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMailer } from './smtp.ts';

/** A minimal mail server: accepts every command and stores the received lines. */
async function mailServer() {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        if (inMessage && line !== '.') continue;
        inMessage = line === 'DATA';
        socket.write(inMessage ? '354 go\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP server has a port
  return { lines, smtpUrl: `smtp://127.0.0.1:${port}` };
}

const from = 'Paddock <paddock@example.org>';

test('a mail reaches its one recipient as plain text', async () => {
  const { lines, smtpUrl } = await mailServer();
  const mailer = smtpMailer({ smtpUrl, from });
  expect(mailer.delivers).toBe(true);
  await mailer.send({ to: 'ann@example.org', subject: 'Hello', text: 'A line.' });
  expect(lines).toContain('MAIL FROM:<paddock@example.org>');
  expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ann@example.org>']);
  expect(lines).toContain('Subject: Hello');
  expect(lines).toContain('A line.');
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
