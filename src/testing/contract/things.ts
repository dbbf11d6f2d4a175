import { createHash } from 'node:crypto';
import { type MadeUser, makeAccount, makeTrack, makeUser, type TrackGiven } from '#demo/make.ts';
import { resultOf } from '#features/replays/model.ts';
import { rankReplays } from '#features/replays/ranking/server/rank.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { makeNews, makeVideo } from '#testing/make-community.ts';
import {
  makeAward,
  makeComment,
  makeLeaderboardRow,
  makeOnlineRecord,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from '#testing/make-lists.ts';
import { trackFile } from '#testing/tracks.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** The content of every edition. Tracks by name, newest first: `Race`, `Platform`, `Stunts`, `Secret`, `Bare`. */
/** The secret of the unlisted track's link. */
export const unlistedKey = '0123456789abcdef0123456789abcdef';

export interface Made {
  readonly people: Readonly<Record<'ann' | 'ben' | 'cy', MadeUser>>;
  readonly tracks: Readonly<Record<'race' | 'platform' | 'stunts' | 'secret' | 'bare' | 'hidden', number>>;
  readonly uid: string;
  readonly file: Buffer;
  readonly replays: Readonly<Record<'record' | 'second' | 'beaten' | 'older' | 'secret', number>>;
  /** of the record */
  readonly replayFile: Buffer;
  readonly pack: number;
  readonly video: number;
}

const names = { ann: 'Ann', ben: '#masters of Ben', cy: 'Zoé' };
type Accounts = Readonly<Record<keyof typeof names, number>>;

/** The accounts of the users of every edition. */
export const makeAccounts = async (ctx: TestCtx): Promise<Accounts> => ({
  ann: await makeAccount(ctx, { name: names.ann }),
  ben: await makeAccount(ctx, { name: names.ben, email: 'ben@example.net' }),
  cy: await makeAccount(ctx, { name: names.cy, email: 'cy@example.net' }),
});

/** Creates the content of an edition. */
export async function makeThings(
  ctx: TestCtx,
  { ann: annId, ben: benId, cy: cyId }: Accounts,
): Promise<Made> {
  const people = {
    ann: await makeUser(ctx, { account_id: annId, name: names.ann, registered_at: day(1) }),
    ben: await makeUser(ctx, { account_id: benId, name: names.ben, registered_at: day(2) }),
    cy: await makeUser(ctx, { account_id: cyId, name: names.cy, registered_at: day(3) }),
  };
  const { tracks, uid, file } = await makeTracks(ctx, people);
  const replayFile = Buffer.from(`GBX, driven in ${ctx.site.code}`);
  const replays = await drive(ctx, people, tracks, replayFile);
  const { race, bare, stunts, platform } = tracks;
  const { ann, ben, cy } = people;
  // only its row is read: the contract requests no file of it
  await ctx.db
    .insertInto('track_image')
    .values({
      site: ctx.site.code,
      track_id: stunts,
      position: 1,
      sha256: createHash('sha256').update(replayFile).digest('hex'),
      file_name: 'loop.png',
      file_size: 1,
      width: 1280,
      height: 720,
      added_at: day(19),
    })
    .execute();
  await makeAward(ctx, { trackId: race, userId: cy.userId, text: 'fine', at: day(20) });
  await makeComment(ctx, { trackId: race, userId: ben.userId, text: 'fast', at: day(21) });
  const pack = await makePack(ctx, { ownerId: ann.userId, name: 'Summer Cup', packValue: 70, downloads: 3 });
  await makePackManager(ctx, { packId: pack, userId: ben.userId, role: 'judge' });
  const entry = { packId: pack, addedBy: ann.userId };
  await makePackTrack(ctx, { ...entry, trackId: stunts, position: 1 });
  await makePackTrack(ctx, { ...entry, trackId: race, position: 2 });
  await makePackTrack(ctx, { ...entry, trackId: platform, status: 2 });
  const video = await makeVideo(ctx, {
    posterId: cy.userId,
    title: 'A lap',
    linkId: 'abcdefghijk',
    tracks: [{ trackId: race, timestampS: 42 }],
    at: day(22),
  });
  await makeNews(ctx, { userId: ann.userId, title: 'Hello', message: 'All new.', at: day(23) });
  await makeOnlineRecord(ctx, { uid, login: 'ben_login', timeMs: 38_900, server: 'Here' });
  const [environment] = ctx.site.environments;
  for (const [place, user] of [ben, ann, cy].entries()) {
    const row = {
      userId: user.userId,
      score: 1000 - 100 * place,
      records: 1,
      top10s: 2,
      replays: 3,
    };
    await makeLeaderboardRow(ctx, row);
    if (user === ben && environment) await makeLeaderboardRow(ctx, { ...row, environment });
    if (user === cy) await makeLeaderboardRow(ctx, { ...row, board: pack });
  }
  await recountPeople(
    ctx,
    Object.values(people).map(({ userId }) => userId),
  );
  await ctx.jobs.add('draw-track', { site: ctx.site.code, trackId: race });
  await ctx.jobs.runAll(ctx);
  return { people, tracks: { ...tracks, bare }, uid, file, replays, replayFile, pack, video };
}

type People = Made['people'];

async function makeTracks(ctx: TestCtx, { ann, ben, cy }: People) {
  const { site } = ctx;
  const [environment = 7] = site.environments;
  const [car = 7] = site.cars;
  const make = (uploader: MadeUser, { track, ...rest }: TrackGiven) =>
    makeTrack(ctx, uploader, { track: { environment, car, tags: [0], ...track }, ...rest });
  const uid = `Contract_of_${site.code}_0001`;
  const file = trackFile({
    uid,
    game: site.formats[0] ?? 'TMF',
    environment: environmentById(environment)?.name ?? 'Stadium',
  });
  const blob = await ctx.files.putBytes(file);
  await ctx.files.makePermanent(blob);
  const bare = await make(ben, {
    track: { name: 'Bare', primary_type: 5, replay_type: 1, mood: 2, uploaded_at: day(1) },
  });
  const secret = await make(ann, { track: { name: 'Secret', tags: [4], uploaded_at: day(2) } });
  const stunts = await make(ann, {
    track: {
      name: 'Stunts',
      primary_type: stuntsType,
      author_score: 450,
      gold_target: 400,
      tags: [1],
      unlimiter_version: 7,
      mood: 1,
      uploaded_at: day(3),
    },
  });
  const platform = await make(ann, {
    track: { name: 'Platform', primary_type: platformType, author_score: 4, mood: 0, uploaded_at: day(4) },
  });
  const race = await make(ann, {
    track: {
      name: '$f00Race',
      mood: 3,
      difficulty: 2,
      routes: 1,
      tags: [5, 7],
      author_comments: '[b]hi[/b]',
      track_value: 120,
      awards: 1,
      comments: 1,
      last_awarded_at: day(20),
      current_version: 2,
      uploaded_at: day(5),
      updated_at: day(6),
    },
    version: { uid, version: 2, sha256: blob.sha256, file_size: file.length },
    coAuthors: [{ userId: cy.userId, role: 'scenery' }],
  });
  const hidden = await make(ann, { track: { name: 'Hidden', is_public: false, uploaded_at: day(7) } });
  await make(ann, {
    track: { name: 'Unlisted', is_listed: false, secret_key: unlistedKey, uploaded_at: day(8) },
  });
  return { tracks: { race, platform, stunts, secret, bare, hidden }, uid, file };
}

/** Records and beaten replays; the site itself calculates positions and counters. */
async function drive(ctx: TestCtx, { ann, ben, cy }: People, tracks: Made['tracks'], bytes: Buffer) {
  const file = await ctx.files.putBytes(bytes);
  await ctx.files.makePermanent(file);
  await ctx.db
    .insertInto('blob')
    .values({ sha256: file.sha256, size_bytes: file.sizeBytes, created_at: day(8) })
    .execute();
  const run = (
    trackId: number,
    userId: number,
    timeMs: number,
    more: Partial<Parameters<typeof makeReplay>[1]> = {},
  ) => makeReplay(ctx, { trackId, userId, timeMs, at: day(8), ...more });
  const current = { trackVersion: 2, trackAt: day(6) };
  const older = await run(tracks.race, cy.userId, 30_000, { trackAt: day(5) });
  const beaten = await run(tracks.race, ben.userId, 45_000, current);
  const second = await run(tracks.race, ann.userId, 40_500, { ...current, medal: 3 });
  const record = await run(tracks.race, ben.userId, 39_000, {
    ...current,
    medal: 4,
    isLeaderboard: 2,
    validated: true,
    file,
  });
  const platformRun = { timeMs: 90_000, respawns: 3, score: null };
  await run(tracks.platform, ben.userId, platformRun.timeMs, {
    respawns: 3,
    result: resultOf(platformType, platformRun),
  });
  const stuntsRun = { timeMs: 60_000, respawns: 0, score: 600 };
  await run(tracks.stunts, ben.userId, stuntsRun.timeMs, {
    score: 600,
    result: resultOf(stuntsType, stuntsRun),
  });
  const secret = await run(tracks.secret, ann.userId, 50_000, { secretUntil: new Date('2030-01-01') });
  const ids = Object.values(tracks);
  for (const id of ids) await rankReplays(ctx, id);
  await recountRecords(ctx, ids);
  return { record, second, beaten, older, secret };
}
