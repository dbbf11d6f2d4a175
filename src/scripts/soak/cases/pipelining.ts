import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../world.ts';
import type { Attack, Attacker } from './attacker.ts';
import { StatusLines } from './status-lines.ts';

const atOnce = 2000;
const paths = ['/', '/tracksearch', '/api/tracks?count=40', '/usersearch', '/leaderboards'];

/** Sends all requests on one connection without waiting for a response, and counts what comes back until it is closed. */
function sendAll(attacker: Attacker): Promise<void> {
  const { port, host } = attacker.stage;
  const request = () =>
    `GET ${pick(paths)} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${attacker.address}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = attacker.keep(connect(port, '127.0.0.1'));
    const lines = new StatusLines();
    let answered = 0;
    socket.on('error', () => {}); // a server may close such a connection
    socket.once('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      const statuses = lines.in(chunk);
      for (const status of statuses) attacker.note(status);
      answered += statuses.length;
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
