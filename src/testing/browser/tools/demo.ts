import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { deletedText } from '#features/comments/fields.ts';
import { routes } from '#routes/routes.ts';
import { Script } from './people.ts';

/**
 * The demo community: the part of the site that no test writes to, while others publish, rename and delete. Its newest
 * track is a day older than the server, so the day before the run is the last of which all rows are known.
 */
const lastDay = new Date(Number(process.env.E2E_BEGAN ?? Date.now()) - 86_400_000).toISOString().slice(0, 10);
const lastMoment = `${lastDay}T23:59:59`;

/** All of its tracks, as a query of the search box: 36 public ones. */
export const demoTracks = `uploaded:...${lastDay}`;

/** The newest one. */
export async function demoTrack(origin: string) {
  const query = new URLSearchParams({
    count: '1',
    fields: 'TrackId,Uploader.UserId',
    uploadedbefore: lastMoment,
  });
  return Tracks.parse(await answered(origin, `${routes.apiTracks()}?${query}`)).Results[0];
}

const Tracks = z.object({
  Results: z.tuple([z.object({ TrackId: z.number(), Uploader: z.object({ UserId: z.number() }) })]),
});

/** A race with two replays by different users that everybody may view. */
export async function demoDuel(origin: string) {
  const query = new URLSearchParams({
    count: '60',
    best: '1',
    fields: 'ReplayId,Track.TrackId,Track.Type,IsSecret',
  });
  const { Results } = Runs.parse(await answered(origin, `/api/replays?${query}`));
  const open = Results.filter(({ IsSecret, Track }) => !IsSecret && Track.Type === 0);
  for (const [trackId, runs] of Map.groupBy(open, ({ Track }) => Track.TrackId)) {
    const [first, second] = runs;
    if (first && second) return { trackId, replayIds: [first.ReplayId, second.ReplayId] };
  }
  throw new Error('No track of the demo has two replays.');
}

const Runs = z.object({
  Results: z.array(
    z.object({
      ReplayId: z.number(),
      IsSecret: z.boolean(),
      Track: z.object({ TrackId: z.number(), Type: z.number() }),
    }),
  ),
});

/** A pack with several tracks. */
export async function demoPack(origin: string): Promise<number> {
  const query = new URLSearchParams({ count: '40', fields: 'PackId,Tracks', order1: '1' });
  const { Results } = Packs.parse(await answered(origin, `${routes.apiPacks()}?${query}`));
  const found = Results.find(({ Tracks }) => Tracks > 3);
  if (!found) throw new Error('No pack of the demo has several tracks.');
  return found.PackId;
}

const Packs = z.object({ Results: z.array(z.object({ PackId: z.number(), Tracks: z.number() })) });

/** The ids of its users. */
export async function demoUserIds(origin: string): Promise<number[]> {
  const query = new URLSearchParams({ count: '200', fields: 'UserId', registeredbefore: lastMoment });
  const { Results } = Users.parse(await answered(origin, `${routes.apiUsers()}?${query}`));
  return Results.map(({ UserId }) => UserId);
}

const Users = z.object({ Results: z.array(z.object({ UserId: z.number() })).min(2) });

/** Its oldest comment that is not deleted. */
export async function demoComment(origin: string) {
  const query = new URLSearchParams({
    count: '20',
    fields: 'CommentId,Comment,Track.TrackId',
    order1: '1',
  });
  const { Results } = Comments.parse(await answered(origin, `/api/tracks/comments?${query}`));
  const found = Results.find(({ Comment }) => Comment !== deletedText);
  if (!found) throw new Error('There is no comment here.');
  return found;
}

const Comments = z.object({
  Results: z.array(
    z.object({ CommentId: z.number(), Comment: z.string(), Track: z.object({ TrackId: z.number() }) }),
  ),
});

async function answered(origin: string, path: string): Promise<unknown> {
  const answer = await new Script(origin).send(path);
  return JSON.parse(answer.text);
}

/** One of its users, signed in: with an account old enough to give awards. */
export async function demoPerson(origin: string, name: string): Promise<Script> {
  const password = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'demo-password.txt'), 'utf8');
  const script = new Script(origin);
  const answer = await script.post(routes.login(), { Name: name, Password: password.trim() });
  if (answer.status >= 400)
    throw new Error(`POST ${routes.login()} returned ${answer.status}: ${answer.text}`);
  return script;
}

/** The page about a picture from another host that one of its posts shows. */
export async function demoPicture(origin: string): Promise<string> {
  const query = new URLSearchParams({ name: 'First track in a long while', count: '1', fields: 'ThreadId' });
  const { Results } = Threads.parse(await answered(origin, `/api/threads?${query}`));
  const { text } = await new Script(origin).send(routes.threadShow(Results[0].ThreadId));
  const path = /\/remotepictureshow\/[\w-]{22}/.exec(text)?.[0];
  if (!path) throw new Error('The demo has no picture of another host.');
  return path;
}

const Threads = z.object({ Results: z.tuple([z.object({ ThreadId: z.number() })]) });
