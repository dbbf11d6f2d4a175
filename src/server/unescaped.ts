import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';

/** Method and target of a request without a body, up to the version. The bytes are read as Latin-1, so that each is a character. */
const firstLine = /^(GET|HEAD) (\S[^\r\n]*) (HTTP\/1\.[01])\r\n/;

/**
 * The request with the bytes of its address escaped that a client should have escaped, and with `Connection: close`; null if it is
 * incomplete, has a body, or its address needs no escapes. Scripts of game servers put names into addresses as they are.
 */
export function escapedRequest(packet: Buffer): Buffer | null {
  const text = packet.toString('latin1');
  const [line, method, target, version] = firstLine.exec(text) ?? [];
  if (line === undefined || target === undefined || !text.endsWith('\r\n\r\n')) return null;
  const escaped = target.replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  if (escaped === target) return null;
  const headers = text.slice(line.length).replace(/^connection:.*\r\n/gim, '');
  return Buffer.from(`${method} ${escaped} ${version}\r\nConnection: close\r\n${headers}`, 'latin1');
}

/**
 * Lets the server read a request that it could not parse once more, from other bytes, and sends the response to its client. Both ends
 * of the connection stay known: limits count by its client, and links have the port of the server.
 */
export function readAgain(server: Server, socket: Socket, request: Buffer): void {
  const [near, far] = duplexPair();
  const { remoteAddress, remotePort, remoteFamily, localAddress, localPort, localFamily } = socket;
  const ends = { remoteAddress, remotePort, remoteFamily, localAddress, localPort, localFamily };
  server.emit('connection', Object.assign(far, ends));
  near.on('error', () => socket.destroy());
  // one end does not notice that the other is destroyed
  socket.once('close', () => {
    near.destroy();
    far.destroy();
  });
  near.pipe(socket);
  near.write(request);
}
