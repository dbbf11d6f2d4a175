import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { type ReusingStream, send } from '#platform/http/send.ts';
import { loseReader, occupy, type Place, Places } from './zip-places.ts';

const refusal = (status: number) => expect.objectContaining({ status });
const minuteMs = 60_000;
const kept = () => {
  throw new Error('It keeps its place.');
};

test('each client can occupy some of the places, and a place is released once', () => {
  const places = new Places({ most: 4, maxEach: 2, leastBytes: 0 });
  const first = places.take('ann', 0, kept);
  places.take('ann', 0, kept);
  expect(() => places.take('ann', 0, kept)).toThrow('You already have 2 downloads running.');
  expect(() => places.take('ann', 0, kept)).toThrow(refusal(429));
  const bobs = places.take('bob', 0, kept);
  places.take('cy', 0, kept);
  expect(() => places.take('dee', 0, kept)).toThrow(refusal(503));
  first.leave();
  first.leave();
  places.take('dee', 0, kept);
  expect(() => places.take('eve', 0, kept)).toThrow(refusal(503));
  bobs.leave();
  places.take('eve', 0, kept);
});

test.each([
  [19, 4],
  [20, 4],
  [21, 2],
  [30, 2],
  [31, 1],
  [39, 1],
])('while others occupy %s of 40 places, a client gets %s', (others, own) => {
  const places = new Places({ most: 40, maxEach: 4, leastBytes: 0 });
  for (let other = 0; other < others - (own - 1); other++) places.take(`client ${other}`, 0, kept);
  for (let place = 0; place < own; place++) places.take('ann', 0, kept);
  expect(() => places.take('ann', 0, kept)).toThrow(refusal(429));
});

describe('while all places are taken', () => {
  const least = 1000;
  /** Two readers, both a minute old; bob has accepted much. */
  function full() {
    const places = new Places({ most: 2, maxEach: 1, leastBytes: least });
    const ended: string[] = [];
    const take = (client: string, nowMs: number) => places.take(client, nowMs, () => void ended.push(client));
    const [ann, bob] = [take('ann', 0), take('bob', 0)];
    bob.sent(100 * least, 0);
    return { ended, take, ann, bob };
  }

  test.each([
    [least - 1, true],
    [least, false],
    [least + 1, false],
  ])('a reader that accepted %s bytes within a minute loses its place: %s', (bytes, loses) => {
    const { ended, take, ann } = full();
    ann.sent(bytes, 30_000);
    const newcomer = () => take('cy', minuteMs);
    if (loses) newcomer();
    else expect(newcomer).toThrow(refusal(503));
    expect(ended).toEqual(loses ? ['ann'] : []);
  });

  test.each([
    [minuteMs - 1, false],
    [minuteMs, true],
  ])('a reader that began %s ms ago loses its place: %s', (nowMs, loses) => {
    const { ended, take } = full();
    if (loses) take('cy', nowMs);
    else expect(() => take('cy', nowMs)).toThrow(refusal(503));
    expect(ended).toEqual(loses ? ['ann'] : []);
  });

  test('the slowest loses its place, and only what was accepted within the last minute counts', () => {
    const { ended, take, ann } = full();
    ann.sent(10, 5 * minuteMs); // bob accepted more, but long ago
    take('cy', 5 * minuteMs);
    expect(ended).toEqual(['bob']);
  });

  test('a client without a refusal of its own is the only one that takes a place', () => {
    const { ended, take } = full();
    expect(() => take('bob', minuteMs)).toThrow(refusal(429));
    expect(ended).toEqual([]);
  });
});

test('while places are free, slow readers keep theirs', () => {
  const places = new Places({ most: 3, maxEach: 1, leastBytes: 1000 });
  places.take('ann', 0, kept);
  places.take('bob', 10 * minuteMs, kept);
});

describe('with sockets', () => {
  const places = new Places({ most: 3, maxEach: 1, leastBytes: 60 * 4 * 1024 });
  let nowMs = 0;
  const accepted = new Map<string, number>();
  /** Endless, as a large zip is for a reader that trickles. */
  function endless(): ReusingStream {
    const zeros = Buffer.alloc(64 * 1024);
    const bytes = new Readable({ read: () => void bytes.push(zeros), highWaterMark: 64 * 1024 });
    return Object.assign(bytes, { release: () => undefined });
  }
  const server = createServer((request, response) => {
    const client = request.url ?? '';
    const body = endless();
    let place: Place;
    try {
      place = places.take(client, nowMs, () => loseReader(body));
    } catch {
      return void response.writeHead(503).end();
    }
    const counted: Place = {
      leave: place.leave,
      sent(bytes, atMs) {
        accepted.set(client, (accepted.get(client) ?? 0) + bytes);
        place.sent(bytes, atMs);
      },
    };
    occupy(body, counted, () => nowMs);
    return void send(response, { status: 200, body }, 'GET');
  });
  afterAll(() => void server.close());

  /** Connects and reads the status; then nothing, until it is resumed. */
  async function reader(client: string): Promise<{ socket: Socket; status: number }> {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${client} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const [head] = await once(socket, 'data');
    socket.pause();
    return { socket, status: Number(String(head).slice(9, 12)) };
  }
  const isClosed = async (socket: Socket) => {
    socket.resume(); // a paused socket does not notice
    await once(socket, 'close');
    return true;
  };
  /** Waits until no more bytes are accepted for readers that read nothing. */
  async function settled(client: string): Promise<number> {
    for (let before = -1, same = 0; same < 5; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const now = accepted.get(client) ?? 0;
      same = now === before ? same + 1 : 0;
      before = now;
    }
    return accepted.get(client) ?? 0;
  }

  test('readers that trickle lose their places to others, one that reads does not', async () => {
    const [slow, slower, fine] = [await reader('/slow'), await reader('/slower'), await reader('/fine')];
    expect([slow, slower, fine].map(({ status }) => status)).toEqual([200, 200, 200]);
    // the buffers of the operating system are full
    for (const client of ['/slow', '/slower', '/fine']) await settled(client);
    expect((await reader('/early')).status).toBe(503);
    nowMs = 75_000; // what filled the buffers is long accepted
    const before = accepted.get('/fine') ?? 0;
    fine.socket.resume();
    while ((accepted.get('/fine') ?? 0) < before + 60 * 4 * 1024) await once(fine.socket, 'data');
    fine.socket.pause();
    const [first, second, third] = [await reader('/a'), await reader('/b'), await reader('/c')];
    expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(await Promise.all([isClosed(slow.socket), isClosed(slower.socket)])).toEqual([true, true]);
    expect(fine.socket.destroyed).toBe(false);
    for (const { socket } of [fine, first, second]) socket.destroy();
  });
});
