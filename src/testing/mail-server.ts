import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

interface Options {
  /** runs when a mail is complete, before it is accepted; a text is sent instead of the acceptance, null drops the connection */
  onMail?(mail: ReceivedMail, count: number): Promise<string | null | undefined> | string | null | undefined;
  /** runs after a mail was accepted, in the tick of the response */
  onAccepted?(count: number): void;
  /** the response to a recipient; by default it is accepted */
  onRecipient?(to: string): string | undefined;
}

/** A mail server for tests: stores each mail whose end it has received, even if the connection breaks afterwards. */
export async function startMailServer({ onMail, onAccepted, onRecipient }: Options = {}, listenOn = 0) {
  const received: ReceivedMail[] = [];
  /** mails whose connection ended before the dot */
  const cut: string[] = [];
  const serve = (socket: Socket) => {
    let waiting = '';
    let text: string[] | null = null;
    let to = '';
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
    const take = async (line: string) => {
      if (text !== null && line !== '.') return void text.push(line.replace(/^\./, ''));
      if (text !== null) {
        const mail = { to, text: text.join('\n') };
        text = null;
        received.push(mail);
        const answer = await onMail?.(mail, received.length);
        if (answer === null) return void socket.destroy();
        if (answer !== undefined) {
          received.splice(received.indexOf(mail), 1); // refused
          return void say(answer);
        }
        say('250 accepted');
        return onAccepted?.(received.length);
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') {
        text = [];
        return void say('354 go');
      }
      if (verb === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        return void say(onRecipient?.(to) ?? '250 ok');
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      say('250 ok');
    };
    let turn = Promise.resolve();
    say('220 test');
    socket.on('data', (chunk) => {
      waiting += chunk.toString();
      const lines = waiting.split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) turn = turn.then(() => take(line));
    });
    socket.on('close', () => text !== null && cut.push(to));
    socket.on('error', () => {});
  };
  const server = createServer(serve);
  server.listen(listenOn, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has a port
  return {
    received,
    cut,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => void server.close(),
  };
}
