import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused, unsubscribeHeaders } from './mailer.ts';

// nodemailer reads these options only from the query of the address.
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends through a mail server. A server that does not answer fails the job, which is retried later. */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(smtpUrl);
  for (const [option, ms] of Object.entries(patienceMs)) {
    if (!url.searchParams.has(option)) url.searchParams.set(option, String(ms));
  }
  const transport = createTransport(url.href);
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as { beforeEnd?(): Promise<void> }; // nodemailer passes unknown properties on
    if (beforeEnd) {
      const whole = message.createReadStream.bind(message);
      message.createReadStream = () => endingAfter(whole(), beforeEnd);
    }
    done();
  });
  return {
    delivers: true,
    async send(mail, { handingOver } = {}) {
      const { to, subject, text, messageId } = mail;
      const headers = Object.fromEntries(
        // a long address must be neither folded nor encoded
        Object.entries(unsubscribeHeaders(mail)).map(([name, value]) => [name, { prepared: true, value }]),
      );
      let isOver = false;
      const beforeEnd = async () => {
        // nodemailer also reads a message to its end after the server has refused its recipient
        if (isOver) throw new Error('The mail was refused before its text was sent.');
        await handingOver?.();
      };
      // the address as an object, so that a comma in it cannot add a second recipient
      const recipient = { name: '', address: to };
      const whole = {
        from,
        to: recipient,
        subject,
        text,
        headers,
        beforeEnd,
        ...(messageId && { messageId }),
      };
      await new Promise<void>((resolve, reject) => {
        transport.sendMail(whole, (error) => {
          isOver = true; // in the tick of the refusal, before the message is read
          if (error) reject(refusalOf(error) ?? error);
          else resolve();
        });
      });
    },
  };
}

/** The server accepts a mail when it has received the dot after its text: `beforeEnd` runs before that dot is sent. */
function endingAfter(text: NodeJS.ReadableStream, beforeEnd: () => Promise<void>): Readable {
  async function* held() {
    yield* text;
    await beforeEnd();
  }
  // nothing is read before the server has requested the text
  return Readable.from(held(), { objectMode: false });
}

/** null: the connection failed, or the server is not available (421), regardless of the mail. */
function refusalOf(error: Error): MailRefused | null {
  const { code, responseCode } = error as { code?: string; responseCode?: number }; // fields of nodemailer's errors
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || responseCode === 421) return null;
  // without a code of the server, nodemailer itself found the address invalid
  return new MailRefused(error.message, { isFinal: responseCode === undefined || responseCode >= 500 });
}
