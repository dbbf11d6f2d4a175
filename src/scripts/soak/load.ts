import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileFile, newTrack } from './tracks.ts';
import { hosts, join, mainSite, pick, visitorOf, type World } from './world.ts';

const words = ['a', 'night', 'speed', 'the', 'tech', 'zz', 'loop', 'snow', 'x y', 'author:alice', '"fast"'];
const pages = [
  '/',
  '/tracksearch',
  '/usersearch',
  '/trackpacksearch',
  '/videosearch',
  '/news',
  '/leaderboards',
]
  .concat('/crew', '/forumsshow', '/trackbeta', '/api', '/about', '/editions', '/login', '/register')
  .concat('/trackshow/1', '/trackshow/2', '/trackshow/7', '/usershow/1', '/usershow/2');
const lists = [
  '/api/tracks',
  '/api/users',
  '/api/trackpacks',
  '/api/videos',
  '/api/replays',
  '/api/news',
].concat(['/api/leaderboards', '/api/tracks/awards', '/api/tracks/comments']);
const trackFilters: Record<string, () => string> = {
  order1: () => String(randomInt(1, 9)),
  environment: () => String(randomInt(7)),
  mood: () => String(randomInt(4)),
  difficulty: () => String(randomInt(4)),
  authortimemax: () => String(randomInt(10_000, 90_000)),
  lengthmin: () => String(randomInt(10_000, 60_000)),
  name: () => pick(words),
  author: () => pick(['alice', 'bob', 'nobody at all']),
  tag: () => String(randomInt(1, 9)),
  uploadedafter: () => `20${randomInt(10, 25)}-01-01`,
};

const tag = String(mainSite.tags[0]?.id ?? 0);

type Operation = (world: World) => Promise<unknown>;

const browse: Operation = (world) => visitorOf(world, pick(hosts)).ask('page', pick(pages));

const list: Operation = (world) => {
  const path = pick(lists);
  const query = new URLSearchParams({ count: String(randomInt(1, 100)) });
  const names = path === '/api/tracks' ? Object.keys(trackFilters) : [];
  for (const name of names) if (randomInt(4) === 0) query.set(name, trackFilters[name]?.() ?? '');
  return visitorOf(world, pick(hosts)).ask('list', `${path}?${query}`);
};

const search: Operation = (world) =>
  visitorOf(world).ask('search', `/tracksearch?query=${encodeURIComponent(pick(words))}`);

const image: Operation = (world) => {
  const trackId = world.uploads.length > 0 && randomInt(2) ? pick(world.uploads).trackId : randomInt(1, 30);
  const path = pick([`/trackimage/${trackId}`, `/trackimage/${trackId}?w=320`, `/trackdrawing/${trackId}`]);
  return visitorOf(world).ask('image', path, { expected: [200, 302, 303, 404] });
};

const asset: Operation = async (world) => {
  if (world.assets.length > 0) await visitorOf(world).ask('asset', pick(world.assets));
};

const download: Operation = async ({ uploads, ...world }) => {
  const [visitor, upload] = [visitorOf({ ...world, uploads }), uploads.length > 0 ? pick(uploads) : null];
  const path = `/trackgbx/${upload?.trackId ?? randomInt(1, 30)}`;
  if (!upload || randomInt(2) === 0) {
    const whole = await visitor.ask('download', path);
    if (whole && upload && !whole.body.equals(upload.bytes)) throw new Error(`${path} has other bytes.`);
    return;
  }
  const start = randomInt(upload.bytes.length);
  const end = randomInt(start, upload.bytes.length);
  const part = await visitor.ask('range', path, {
    headers: { range: `bytes=${start}-${end}` },
    expected: [206],
  });
  if (part && !part.body.equals(upload.bytes.subarray(start, end + 1)))
    throw new Error(`${path} has other bytes from ${start} to ${end}.`);
};

const readOwn: Operation = ({ people }) =>
  pick(people).ask('own page', pick(['/account', '/notices', '/trackupload', '/tracksearch/myplaylater']));

const signIn: Operation = async (world) => {
  const { name, password } = pick(world.people);
  const visitor = visitorOf(world);
  await visitor.post('sign in', '/login', { Name: name, Password: password });
};

const comment: Operation = async (world) => {
  const writer = world.people.toSorted((a, b) => a.lastCommentAt - b.lastCommentAt)[0];
  const upload = world.uploads.length > 0 ? pick(world.uploads) : null;
  // each user may write six times a minute
  if (!writer || !upload || Date.now() - writer.lastCommentAt < 15_000) return;
  writer.lastCommentAt = Date.now();
  const text = `Driven again and again: ${randomUUID()}`;
  const answer = await writer.post('comment', `/commentupdate/${upload.trackId}/comment/0`, {
    Comment: text,
  });
  if (answer) world.comments.push(JSON.parse(answer.body.toString()).CommentId);
};

/** Uploads a track, and records it once the server has confirmed that it is stored. */
export async function upload(world: World, kind: 'plain' | 'picture' | 'large'): Promise<void> {
  const owner = pick(world.people);
  const { name, bytes } = await newTrack(kind);
  const form = new FormData();
  for (const [field, value] of Object.entries({ TrackName: name, Difficulty: '1', Tags: tag, Routes: '0' }))
    form.append(`TrackEntries[0].${field}`, value);
  form.append('TrackEntries[0].TrackFile', new File([new Uint8Array(bytes)], 'soaked.Challenge.Gbx'));
  const answer = await owner.postFiles('upload', '/trackupload', form);
  const trackId = answer && JSON.parse(answer.body.toString()).Results[0].TrackId;
  if (trackId) world.uploads.push({ trackId, bytes, owner, name });
}

const hostile: Operation = async ({ people }) => {
  const form = new FormData();
  form.append('TrackFile', new File([new Uint8Array(await hostileFile())], 'hostile.Challenge.Gbx'));
  await pick(people).postFiles('hostile file', '/trackupload/analyse', form, [200, 400, 409, 413, 422]);
};

const edit: Operation = async ({ uploads }) => {
  if (uploads.length === 0) return;
  const track = pick(uploads);
  if (track.name === null) return;
  const name = `Renamed ${randomUUID().slice(0, 8)}`;
  track.name = null;
  const answer = await track.owner.post('edit', `/trackedit/${track.trackId}`, { TrackName: name });
  if (answer) track.name = name;
};

/** Visitor activities and their weights. */
const operations = {
  browse: { weight: 20, run: browse },
  list: { weight: 18, run: list },
  search: { weight: 6, run: search },
  image: { weight: 12, run: image },
  asset: { weight: 5, run: asset },
  download: { weight: 16, run: download },
  readOwn: { weight: 5, run: readOwn },
  signIn: { weight: 3, run: signIn },
  comment: { weight: 3, run: comment },
  upload: { weight: 3, run: (world: World) => upload(world, randomInt(3) === 0 ? 'picture' : 'plain') },
  hostile: { weight: 3, run: hostile },
  edit: { weight: 3, run: edit },
  join: { weight: 1, run: join },
} as const satisfies Record<string, { weight: number; run: Operation }>;
type OperationName = keyof typeof operations;
const allOperations = Object.keys(operations) as OperationName[]; // the keys of this object and no others

interface Load {
  /** activities of all visitors together */
  readonly perSecond: number;
  /** all of them by default */
  readonly only?: readonly OperationName[];
  /** receives responses that look successful but have wrong contents, as text */
  report(wrong: string): void;
}

/** Visitors with random activities until they are stopped. */
export function startLoad(
  world: World,
  { perSecond, only = allOperations, report }: Load,
): () => Promise<void> {
  const weightedCuts = only.flatMap((name) =>
    Array.from({ length: operations[name].weight }, () => operations[name].run),
  );
  const visitors = 12;
  let over = false;
  const wander = async () => {
    while (!over) {
      const from = Date.now();
      await pick(weightedCuts)(world).catch((error: Error) => report(error.message));
      await sleep(Math.max(0, (visitors / perSecond) * 1000 * (0.5 + Math.random()) - (Date.now() - from)));
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, wander));
  return async () => {
    over = true;
    await all;
  };
}

/** The addresses of style sheets, scripts and fonts on the front page. */
export async function findAssets(world: World): Promise<void> {
  const home = await visitorOf(world).ask('page', '/');
  const found = home?.body.toString().match(/\/_astro\/[\w.~-]+\.(?:css|js|woff2)/g) ?? [];
  world.assets.push(...new Set(found));
}
