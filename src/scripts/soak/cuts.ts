import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tokenHeader } from '#platform/anti-forgery.ts';
import { newTrack } from './tracks.ts';
import { mainHost, pick, type World } from './world.ts';

/** Maximum number of open connections that wait to be cut. */
const maxOpen = 60;
const timeLimitMs = 5000;

type Cut = (world: World, socket: Socket) => Promise<void>;

const pages = [
  '/',
  '/tracksearch',
  '/tracksearch?query=a',
  '/usersearch',
  '/leaderboards',
  '/trackshow/1',
  '/news',
];

const get = (path: string, headers: Record<string, string> = {}) =>
  `GET ${path} HTTP/1.1\r\n${lines({ host: mainHost, 'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(256)}`, ...headers })}\r\n`;
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** A file of the site; large ones, which do not fit into socket buffers, more often. */
const file = ({ uploads }: World): string => {
  if (uploads.length === 0) return '/trackgbx/1';
  const upload = randomInt(2)
    ? pick(uploads)
    : (uploads[randomInt(Math.min(6, uploads.length))] ?? pick(uploads));
  return `/trackgbx/${upload.trackId}`;
};

const anything = (world: World) =>
  pick([file(world), file(world), pick(pages), `/trackimage/${randomInt(1, 30)}`]);

/** Resolves with the first bytes of a response, or when the connection has ended. */
const firstBytes = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
  });

const withinRequest: Cut = async (world, socket) => {
  const text = get(anything(world));
  socket.write(text.slice(0, randomInt(1, text.length)));
  await sleep(randomInt(5));
};
const beforeAnswer: Cut = async (world, socket) => {
  socket.write(get(anything(world)));
  await sleep(pick([0, 0, 1, 2, 5, 10, 20]));
};
const withinBody: Cut = async (world, socket) => {
  socket.write(get(randomInt(5) ? file(world) : pick(pages)));
  await firstBytes(socket);
  socket.pause();
  await sleep(randomInt(10));
};
const withinRange: Cut = async (world, socket) => {
  socket.write(get(file(world), { range: `bytes=${randomInt(1000)}-` }));
  await firstBytes(socket);
};
const slowReader: Cut = async (world, socket) => {
  socket.pause();
  socket.write(get(file(world)));
  await sleep(randomInt(300));
};

let body: Buffer | undefined;
const withinUpload: Cut = async (world, socket) => {
  body ??= (await newTrack('large')).bytes;
  const person = pick(world.people);
  const form = new FormData();
  form.append('TrackFile', new File([new Uint8Array(body)], 'cut.Challenge.Gbx'));
  const { type, bytes } = await person.multipart(form);
  const head = {
    ...person.headers(),
    accept: 'application/json',
    ...(randomInt(4) && { [tokenHeader]: person.token }),
    'content-type': type,
    'content-length': String(bytes.length),
  };
  socket.write(`POST /trackupload/analyse HTTP/1.1\r\n${lines(head)}\r\n`);
  const end = randomInt(bytes.length);
  socket.write(bytes.subarray(0, Math.floor(end / 2)));
  await sleep(randomInt(20));
  socket.write(bytes.subarray(Math.floor(end / 2), end));
  await sleep(randomInt(10));
};

const cuts: readonly (readonly [weight: number, cut: Cut])[] = [
  [10, withinRequest],
  [30, beforeAnswer],
  [30, withinBody],
  [8, withinRange],
  [7, slowReader],
  [15, withinUpload],
];
const weightedCuts = cuts.flatMap(([weight, cut]) => Array.from({ length: weight }, () => cut));

/** One connection that is reset at a random point of its request. */
async function cutOne(world: World): Promise<void> {
  const socket = connect(world.port, '127.0.0.1');
  socket.on('error', () => {}); // the server may be the first to close
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([pick(weightedCuts)(world, socket), closed, sleep(timeLimitMs, null, { ref: false })]);
  socket.resetAndDestroy();
  await closed;
  world.tally.cuts += 1;
}

/** Cuts `total` connections, spread evenly over `seconds`; resolves when the last one is cut, or none can be. */
export async function cutConnections(
  world: World,
  total: number,
  seconds: number,
  stopped: () => boolean,
): Promise<void> {
  const began = Date.now();
  let started = 0;
  const open = new Set<Promise<void>>();
  while (started < total && !stopped()) {
    const due = Math.min(total, Math.ceil((total * (Date.now() - began)) / (seconds * 1000)));
    while (started < due && open.size < maxOpen) {
      started += 1;
      const one: Promise<void> = cutOne(world).finally(() => open.delete(one));
      open.add(one);
    }
    await sleep(10);
  }
  await Promise.all(open);
}
