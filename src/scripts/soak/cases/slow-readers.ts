import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Attacker } from './attacker.ts';

const addresses = 12;
/** connections of each address: as many as one person may have */
const ofEach = 4;
const bytesPerSecond = 512;

/** Requests the zip and reads it as slowly as possible, until the connection is closed. */
function readSlowly(attacker: Attacker, address: string): Promise<void> {
  const { port, host, heavyTrackId } = attacker.stage;
  return new Promise((resolve) => {
    let isFirst = true;
    const buffer = Buffer.alloc(bytesPerSecond);
    const read = (length: number) => {
      if (isFirst)
        attacker.note(Number(/^HTTP\/1\.1 (\d{3})/.exec(buffer.toString('latin1', 0, length))?.[1] ?? 0));
      isFirst = false;
      setTimeout(() => socket.resume(), 1000);
      return false; // pauses the connection
    };
    const socket = attacker.keep(connect({ port, host: '127.0.0.1', onread: { buffer, callback: read } }));
    socket.on('error', () => {}); // a server may close such a connection
    socket.once('close', () => resolve());
    socket.write(
      `GET /trackreplays/${heavyTrackId}.zip HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n\r\n`,
    );
  });
}

/** Holds as many zips as possible open. The only hostile client with more than one address: one address has few places. */
export const slowReaders: Attack = async (attacker) => async () => {
  const one = async (address: string) => {
    while (!attacker.isOver) {
      await readSlowly(attacker, address);
      await sleep(500);
    }
  };
  const all = Array.from({ length: addresses * ofEach }, (_, n) => one(`198.51.100.${1 + (n % addresses)}`));
  await Promise.race([Promise.all(all), attacker.over()]);
};
