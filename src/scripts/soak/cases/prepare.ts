import { randomUUID } from 'node:crypto';
import type { Site } from '#sites/schema.ts';
import { Person } from '../person.ts';
import { Tally } from '../tally.ts';
import { newTrack } from '../tracks.ts';
import type { Stage, Visit } from './stage.ts';

export interface Prepared extends Omit<Stage, 'seconds'> {
  /** the ordinary visitor's own track, which has a file */
  readonly ownTrackId: number;
}

/** Rows of each kind that the visitor opens. */
const rows = 5;

/** Registers the ordinary visitor, who uploads a track, and looks for what there is to open. */
export async function prepareStage(port: number, site: Site): Promise<Prepared> {
  const tally = new Tally({ answerMs: 60_000, refusalMs: 60_000 });
  const person = new Person(port, site.host, tally);
  const fail = (what: string) =>
    new Error(`The ordinary visitor could not ${what}: ${tally.violations()[0]}`);
  const account = { name: `Visitor ${randomUUID().slice(0, 13)}`, password: `sunday drive ${randomUUID()}` };
  const form = { Name: account.name, Email: `${randomUUID()}@example.org`, Password: account.password };
  const registered = await person.post('register', '/register', form);
  if (!registered) throw fail('register');
  person.token = JSON.parse(registered.body.toString()).RequestVerificationToken;
  const upload = async () => {
    const trackId = await uploadTrack(person, site);
    if (trackId === null) throw fail('upload a track');
    return trackId;
  };
  const ownTrackId = await upload();
  const crowdedTrackId = await upload();
  const heavyTrackId = await upload();

  const idsOf = async (list: string, field: string): Promise<number[]> => {
    const answer = await person.ask('list', `${list}${list.includes('?') ? '&' : '?'}fields=${field}`);
    if (!answer) throw fail(`read ${list}`);
    const found: Record<string, number>[] = JSON.parse(answer.body.toString()).Results;
    return found.flatMap((row) => row[field] ?? []);
  };
  const own = new Set([ownTrackId, crowdedTrackId, heavyTrackId]);
  const newest = await idsOf(`/api/tracks?count=${rows + own.size}`, 'TrackId');
  const trackIds = newest.filter((id) => !own.has(id)).slice(0, rows);
  const userIds = await idsOf(`/api/users?count=${4 * rows}`, 'UserId');
  const threadIds = await idsOf(`/api/threads?count=${rows}&inlocked=0`, 'ThreadId');
  const visits = visitsOf({ trackIds, userIds: userIds.slice(0, rows), threadIds, ownTrackId });
  const tracks = { trackIds, ownTrackId, crowdedTrackId, heavyTrackId };
  return { port, host: site.host, account, visits, userIds, threadIds, ...tracks };
}

async function uploadTrack(person: Person, site: Site): Promise<number | null> {
  const { name, bytes } = await newTrack('plain', { site });
  const form = new FormData();
  const fields = { TrackName: name, Difficulty: '1', Tags: String(site.tags[0]?.id ?? 0), Routes: '0' };
  for (const [field, value] of Object.entries(fields)) form.append(`TrackEntries[0].${field}`, value);
  form.append('TrackEntries[0].TrackFile', new File([new Uint8Array(bytes)], 'soaked.Challenge.Gbx'));
  const answer = await person.postFiles('upload', '/trackupload', form);
  return answer && JSON.parse(answer.body.toString()).Results[0].TrackId;
}

/** What an ordinary visitor opens, in this order, again and again. */
function visitsOf({
  trackIds,
  userIds,
  threadIds,
  ownTrackId,
}: Pick<Prepared, 'trackIds' | 'userIds' | 'threadIds' | 'ownTrackId'>): Visit[] {
  const words = ['night', 'speed', 'a', 'loop', 'the'];
  return Array.from({ length: rows }, (_, n): Visit[] => [
    { kind: 'home', path: '/' },
    { kind: 'search', path: `/tracksearch?query=${words[n]}` },
    { kind: 'track', path: `/trackshow/${trackIds[n % trackIds.length]}` },
    { kind: 'user', path: `/usershow/${userIds[n % userIds.length]}` },
    { kind: 'thread', path: `/threadshow/${threadIds[n % threadIds.length]}` },
    { kind: 'download', path: `/trackgbx/${ownTrackId}` },
    { kind: 'list', path: `/api/tracks?count=40&order1=${1 + n}` },
  ]).flat();
}

/** What the visitor also does next to some hostile clients: the same as they do, at an ordinary pace. */
export type AlsoVisited = 'zip' | 'forum search' | 'card' | 'new card';

/** The visits of a case, alone or next to its hostile client. A card is new only once, so each has its own. */
export function visitsBeside(also: AlsoVisited, stage: Prepared, isQuiet: boolean): Visit[] {
  const { userIds, ownTrackId } = stage;
  const half = Math.ceil(userIds.length / 2);
  const cardsOf = (ids: readonly number[], query = '') =>
    ids.map((userId) => ({ kind: also, path: `/usercard/${userId}.jpg${query}` }));
  const extra = {
    zip: [{ kind: also, path: `/tracksearch.zip?id=${ownTrackId}` }],
    'forum search': [{ kind: also, path: '/forumsshow?query=track' }],
    card: cardsOf(userIds.slice(0, 1), '?w=600'),
    'new card': cardsOf(isQuiet ? userIds.slice(1, half) : userIds.slice(half)),
  }[also];
  return interleaved(stage.visits, extra, also === 'new card' ? 3 : 9);
}

/** The extra visits between the usual ones, one after each `apart` of them: few enough for the limits of one person. */
function interleaved<T>(usual: readonly T[], extra: readonly T[], apart: number): T[] {
  return usual.flatMap((one, n) =>
    n % apart === apart - 1 ? [one, extra[Math.floor(n / apart) % extra.length] ?? one] : [one],
  );
}
