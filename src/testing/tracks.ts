import sharp from 'sharp';
import { nextId } from '#db/ids.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seenFrom, type TestCtx } from './ctx.ts';

let made = 0;
const unique = () => `${++made}`;

/** An account with a profile on this edition. */
export async function makeMember(ctx: TestCtx, level: Level = Level.standard): Promise<Viewer> {
  // sorted by name, members are in the order of their creation
  const name = `member ${unique().padStart(6, '0')} of ${ctx.site.code}`;
  const { account_id: accountId } = await ctx.db
    .insertInto('account')
    .values({
      name,
      name_key: name,
      email: `${name}@example.test`,
      email_key: `${name}@example.test`,
      password_hash: 'none',
      created_at: ctx.clock.now(),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const { user_id: userId } = await ctx.db
    .insertInto('profile')
    .values({
      site: ctx.site.code,
      user_id: nextId('user', ctx.site.code),
      account_id: accountId,
      name,
      name_folded: foldForSearch(name),
      registered_at: ctx.clock.now(),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return { accountId, userId, name, level, isSupporter: false, uiMode: 0 };
}

/** The same installation with a new signed-in user. */
export const asMember = async (ctx: TestCtx, level?: Level): Promise<TestCtx> =>
  seenFrom(ctx, { viewer: await makeMember(ctx, level) });

/** A track for the first environment of TMNF unless specified otherwise, unique by its UId. */
export function fileSpec(spec: Partial<ChallengeSpec> = {}): ChallengeSpec {
  const number = made++;
  const environment = spec.environment ?? 'Stadium';
  return {
    game: 'TMF',
    environment,
    uid: `Uid_${number}_${'x'.repeat(16)}`,
    name: `Track ${number}`,
    authorLogin: 'builder',
    blocks: sampleBlocks({ environment, seed: number }),
    authorTimeMs: 41_280,
    gold: 44_000,
    silver: 50_000,
    bronze: 62_000,
    ...spec,
  };
}

/** The file of such a track. */
export const trackFile = (spec: Partial<ChallengeSpec> = {}): Buffer =>
  Buffer.from(writeChallenge(fileSpec(spec)));

/** A picture as stored by the game: upside down; in the game red would be above blue. */
export async function upsideDownJpeg(): Promise<Uint8Array> {
  const half = (r: number, b: number) => Buffer.alloc(256 * 128 * 3, Buffer.from([r, 0, b]));
  const raw = Buffer.concat([half(0, 255), half(255, 0)]);
  return sharp(raw, { raw: { width: 256, height: 256, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** As if the files of a track had been stored before they were read for their targets and oddities. */
export const forgetReading = (ctx: TestCtx, trackId: number) =>
  ctx.db
    .updateTable('track_version')
    .set({ targets: null, oddities: null })
    .where('site', '=', ctx.site.code)
    .where('track_id', '=', trackId)
    .execute();

interface TrackOptions {
  name?: string;
  isPublic?: boolean;
  isListed?: boolean;
  uploadedAt?: Date;
  coAuthor?: { userId: number; isPending: boolean };
}

/** Creates only the rows of a track, for tests of lists: its file is not in the store. */
export async function makeTrack(ctx: TestCtx, options: TrackOptions = {}): Promise<number> {
  const site = ctx.site.code;
  const { name = `Track ${unique()}`, uploadedAt = ctx.clock.now(), coAuthor } = options;
  const userId = ctx.viewer.userId;
  const sha256 = (++made).toString(16).padStart(64, '0');
  await ctx.db.insertInto('blob').values({ sha256, size_bytes: 1, created_at: uploadedAt }).execute();
  const { track_id } = await ctx.db
    .insertInto('track')
    .values({
      site,
      track_id: nextId('track', site),
      uploader_id: userId,
      name,
      name_folded: foldForSearch(name),
      author_comments: null,
      primary_type: 0,
      environment: 7,
      car: 7,
      mood: 1,
      difficulty: 1,
      routes: 0,
      tags: [7, 3],
      author_time_ms: 41_280,
      author_score: null,
      gold_target: 44_000,
      silver_target: 50_000,
      bronze_target: 62_000,
      unlimiter_version: null,
      is_public: options.isPublic ?? true,
      is_listed: options.isListed ?? true,
      uploaded_at: uploadedAt,
      updated_at: uploadedAt,
      activity_at: uploadedAt,
    })
    .returning('track_id')
    .executeTakeFirstOrThrow();
  const facts = {
    authorLogin: 'builder',
    decoration: 'Day',
    exeVersion: '2.11.26',
    cost: 100,
    laps: null,
    checkpoints: 3,
    blocks: 40,
    hasPassword: false,
    mod: null,
    music: null,
    dependencies: [],
    comments: null,
  };
  await ctx.db
    .insertInto('track_version')
    .values({
      site,
      track_id,
      version: 1,
      uid: `Made_${sha256.slice(-12)}`,
      sha256,
      file_name: `${name}.Challenge.Gbx`,
      file_size: 1,
      game: 'TMF',
      facts: JSON.stringify(facts),
      thumbnail_sha256: null,
      uploaded_by: userId,
      uploaded_at: uploadedAt,
    })
    .execute();
  const authors = [{ site, track_id, user_id: userId, is_uploader: true, is_pending: false, role: '' }];
  if (coAuthor) {
    const { userId: user_id, isPending: is_pending } = coAuthor;
    authors.push({ site, track_id, user_id, is_uploader: false, is_pending, role: 'scenery' });
  }
  await ctx.db.insertInto('track_author').values(authors).execute();
  return track_id;
}
