import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../world.ts';
import type { Attack, Attacker } from './attacker.ts';

const atOnce = 2000;
const paths = ['/', '/tracksearch', '/api/tracks?count=40', '/usersearch', '/leaderboards'];
const statusLine = /HTTP\/1\.1 (\d{3}) /g;
const statusLineLength = 'HTTP/1.1 200 '.length;

/** Sends all requests on one connection without waiting for a response, and counts what comes back until it is closed. */
function sendAll(attacker: Attacker): Promise<void> {
  const { port, host } = attacker.stage;
  const request = () =>
    `GET ${pick(paths)} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${attacker.address}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = attacker.keep(connect(port, '127.0.0.1'));
    let answered = 0;
    let rest = '';
    socket.on('error', () => {}); // a server may close such a connection
    socket.once('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      for (const [, status] of text.matchAll(statusLine)) {
        answered += 1;
        attacker.note(Number(status));
      }
      // a status line may be cut between two chunks; one that was complete does not fit into the rest
      rest = text.slice(-(statusLineLength - 1));
      if (answered >= atOnce) socket.end();
    });
    socket.write(Array.from({ length: atOnce }, request).join(''));
  });
}

export const pipelining: Attack = async (attacker) => async () => {
  while (!attacker.isOver) {
    await sendAll(attacker);
    await sleep(20);
  }
};
