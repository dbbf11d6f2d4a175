import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { post } from '#demo/life-comments.ts';
import { makeUser } from '#demo/make.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { createPack } from '#features/packs/edit/server/save.ts';
import { submitToPack } from '#features/packs/tracks/server/actions.ts';
import { replayFiles } from '#features/replays/upload/server/analyse.ts';
import { postReplay } from '#features/replays/upload/server/post.ts';
import { trackFiles } from '#features/tracks/file/server/analyse.ts';
import { publishUpload } from '#features/tracks/upload/server/publish.ts';
import { dayMs, daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { Level } from '#lib/codes/level.ts';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { decideConfig } from '#platform/config.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { readEnv } from '#platform/env.ts';
import { noLimits } from '#platform/rate-limits.ts';
import { openServices } from '#platform/services.ts';
import { analyseFile } from '#platform/uploads/upload.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { existingServer } from '#scripts/database.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';

export interface Community {
  readonly tracks: number;
  readonly replays: number;
}

interface Driven {
  readonly trackId: number;
  readonly uid: string;
  readonly file: Uint8Array;
  readonly blocks: ReturnType<typeof sampleBlocks>;
  readonly at: Date;
  readonly author: Viewer;
}

const people = 300;
const atOnce = 10;
const tracksOfPack = 40;
const oldestDays = 1500;
const anywhere = { trackId: null, key: null };

/** Adds this community to the edition of a running installation. */
export async function fillInstallation(dataDir: string, site: Site, wanted: Community): Promise<void> {
  if (wanted.tracks === 0) return;
  const config = decideConfig(readEnv({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }));
  const database = await existingServer(config);
  try {
    const { services, close } = await openServices({
      config,
      databaseUrl: database.url,
      sites: await allSites(),
      jobs: app.jobs,
    });
    try {
      await addCommunity(services, site, wanted);
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

/**
 * Adds to an edition what it lacks of so many tracks and replays: with real files that are read and posted like those of users, comments,
 * replies and awards on them, and packs.
 */
async function addCommunity(services: Services, site: Site, wanted: Community): Promise<void> {
  const quiet: Services = { ...services, limits: noLimits, jobs: { add: async () => {} } };
  const unlimited = { ...site, quotas: { ...site.quotas, uploads: null } };
  const ctx = makeCtx(quiet, unlimited, visitor, 'community');
  const count = async (table: 'track' | 'replay') => {
    const rows = await forSite(ctx, table)
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(rows.n);
  };
  const here = await count('track');
  const missing = {
    tracks: wanted.tracks - here,
    replays: wanted.replays - (await count('replay')),
  };
  if (missing.tracks <= 0) return;
  const members = await makeMembers(ctx);
  const perTrack = Math.ceil(missing.replays / missing.tracks);
  const random = seededRandom(34);
  let replays = missing.replays;
  let pack: { readonly packId: number; readonly owner: Viewer } | null = null;
  for (let start = 0; start < missing.tracks; start += atOnce) {
    const numbers = Array.from(
      { length: Math.min(atOnce, missing.tracks - start) },
      (_, at) => here + start + at,
    );
    const driven = await Promise.all(
      numbers.map(async (n) => {
        const at = daysBefore(ctx.clock.now(), oldestDays * (1 - n / wanted.tracks) + 30);
        const author = members[n % 40] as Viewer; // there are more
        return uploaded(acting(ctx, author, at), { n, at, author });
      }),
    );
    // one run on each track at a time, because runs on the same track wait for each other
    for (let nth = 0; nth < perTrack; nth += 1) {
      const runs = driven.slice(0, replays);
      replays -= runs.length;
      await Promise.all(
        runs.map((track) => {
          const driver = members[40 + ((track.trackId * 7 + nth * 13) % (people - 40))] as Viewer; // as many as people
          const at = new Date(track.at.getTime() + (nth + 1) * dayMs);
          return drive(acting(ctx, driver, at), track, below(random, 1e9));
        }),
      );
    }
    for (const track of driven) {
      await discuss(ctx, track, members);
      if (track.trackId % tracksOfPack === 0 || pack === null) {
        const owner = acting(ctx, track.author, track.at);
        const form = new URLSearchParams({
          PackName: `Evening ${track.trackId}`,
          Description: 'For [b]evenings[/b].',
        });
        pack = {
          packId: (await inTransaction(owner, (tx) => createPack(tx, form))).packId,
          owner: track.author,
        };
      }
      const { packId, owner } = pack;
      const status = track.trackId % 11;
      await inTransaction(acting(ctx, owner, track.at), (tx) =>
        submitToPack(tx, {
          packId,
          trackId: track.trackId,
          isBeta: false,
          status: status === 3 || status === 4 ? status : null,
        }),
      );
    }
  }
}

const acting = (ctx: Ctx, viewer: Viewer, at: Date): Ctx => ({ ...ctx, viewer, clock: { now: () => at } });

/** Users who have been here for long enough to do everything; the same at each call. */
async function makeMembers(ctx: Ctx): Promise<Viewer[]> {
  const registered = { ...ctx, clock: { now: () => daysBefore(ctx.clock.now(), oldestDays + 200) } };
  const known = await forSite(ctx, 'profile')
    .where('name', 'like', 'Member %')
    .select(['name', 'user_id as userId', 'account_id as accountId'])
    .execute();
  const members: Viewer[] = [];
  for (let n = 0; n < people; n += 1) {
    const name = `Member ${String(n).padStart(3, '0')}`;
    const user_comments = n % 3 === 0 ? `I am number [b]${n}[/b].` : null;
    const found =
      known.find((member) => member.name === name) ?? (await makeUser(registered, { name, user_comments }));
    members.push({ ...visitor, ...found, level: Level.standard });
  }
  return members;
}

async function uploaded(
  ctx: Ctx,
  { n, at, author }: { readonly n: number; readonly at: Date; readonly author: Viewer },
): Promise<Driven> {
  const game = ctx.site.formats[0] ?? 'TMF';
  const environment = environmentOf(ctx.site);
  const uid = `Large_${String(n).padStart(6, '0')}_${'x'.repeat(13)}`;
  const blocks = sampleBlocks({ environment, seed: n });
  const file = writeChallenge({
    game,
    environment,
    uid,
    blocks,
    name: `$f80Evening$z ${n}`,
    authorLogin: `local_${author.userId}`,
    authorTimeMs: 41_280,
    gold: 44_000,
    silver: 50_000,
    bronze: 62_000,
  });
  const blob = await ctx.files.putBytes(file);
  const { read, uploadKey } = await analyseFile(
    ctx,
    trackFiles,
    { fileName: `Evening ${n}.Challenge.Gbx`, blob },
    null,
  );
  if (uploadKey === null) throw new Error(`Track ${n} was refused: ${read.issues[0]?.Message}`);
  const { TrackId } = await publishUpload(ctx, uploadKey, {
    TrackName: `$f80Evening$z ${n}`,
    Difficulty: n % 4,
    Routes: n % 3,
    Tags: [ctx.site.tags[n % ctx.site.tags.length]?.id ?? 0],
    AuthorComments: n % 5 === 0 ? `Track [i]${n}[/i] of the evenings.` : '',
  });
  return { trackId: TrackId, uid, file, blocks, at, author };
}

const environmentOf = ({ environments }: Site) => environmentById(environments[0] ?? 0)?.name ?? 'Stadium';

async function drive(ctx: Ctx, { uid, file, blocks, author }: Driven, seed: number): Promise<void> {
  const driver = ctx.viewer;
  const environment = environmentOf(ctx.site);
  const run = sampleRun({ blocks, environment, seed, timeMs: 42_000 + 10 * (seed % 3000) });
  const bytes = writeReplay({
    game: ctx.site.formats[0] ?? 'TMF',
    environment,
    uid,
    map: file,
    ghosts: [run],
    mapAuthor: `local_${author.userId}`,
    bestTimeMs: run.timeMs,
    nickname: driver.name,
    login: `local_${driver.userId}`,
  });
  const blob = await ctx.files.putBytes(bytes);
  const { read, uploadKey } = await analyseFile(
    ctx,
    replayFiles,
    { fileName: 'Evening.Replay.Gbx', blob },
    anywhere,
  );
  if (uploadKey === null) throw new Error(`A replay of ${uid} was refused: ${read.issues[0]?.Message}`);
  await postReplay(ctx, uploadKey, anywhere, [updateBoards]);
}

/** A comment with a reply of the author, and on every third track an award. */
async function discuss(ctx: Ctx, { trackId, at, author }: Driven, members: readonly Viewer[]): Promise<void> {
  const reader = members[50 + (trackId % 200)] as Viewer; // there are more
  const later = new Date(at.getTime() + dayMs);
  const write = (who: Viewer, given: Omit<Parameters<typeof post>[1], 'trackId'>) =>
    inTransaction(acting(ctx, who, later), (tx) => post(tx, { trackId, ...given }));
  const first = await write(reader, { text: `What I think of track ${trackId}: [b]good[/b].` });
  await write(author, { text: `Thank you, also for number ${trackId}.`, replyTo: first });
  if (trackId % 3 === 0)
    await write(reader, { text: `The best of the evening (${trackId}).`, kind: 'award' });
}
