import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { type IdKind, nextId } from '#db/ids.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';

/** Where and when rows are created: one edition at one time. Every Ctx is one. */
export interface Maker extends SiteScope {
  readonly clock: { now(): Date };
}

interface Moment {
  at?: Date;
}

/** The site and a new id, as in every row with an id. */
const fresh = (ctx: Maker, kind: IdKind) => nextId(kind, ctx.site.code);

/** A file known only by its hash, for rows that must reference one. */
async function makeBlob(ctx: Maker, at: Date): Promise<string> {
  const { sha256 } = await ctx.db
    .insertInto('blob')
    .values({
      sha256: sql<string>`encode(sha256(gen_random_uuid()::text::bytea), 'hex')`,
      size_bytes: 1,
      created_at: at,
    })
    .returning('sha256')
    .executeTakeFirstOrThrow();
  return sha256;
}

export interface PackSpec extends Moment {
  ownerId: number;
  name: string;
  isPublic?: boolean;
  mapListReleased?: boolean;
  allowsSubmissions?: boolean;
  isLegacy?: boolean;
  environments?: number[];
  packValue?: number;
  downloads?: number;
  description?: string;
}

export async function makePack(ctx: Maker, spec: PackSpec): Promise<number> {
  const at = spec.at ?? ctx.clock.now();
  const { pack_id } = await ctx.db
    .insertInto('pack')
    .values({
      site: ctx.site.code,
      pack_id: fresh(ctx, 'pack'),
      owner_id: spec.ownerId,
      name: spec.name,
      name_folded: foldForSearch(spec.name),
      description: spec.description ?? null,
      is_public: spec.isPublic ?? true,
      map_list_released: spec.mapListReleased ?? true,
      allows_submissions: spec.allowsSubmissions ?? false,
      is_legacy: spec.isLegacy ?? false,
      environments: spec.environments ?? [],
      pack_value: spec.packValue ?? 0,
      downloads: spec.downloads ?? 0,
      image_sha256: null,
      created_at: at,
      updated_at: at,
      activity_at: at,
    })
    .returning('pack_id')
    .executeTakeFirstOrThrow();
  return pack_id;
}

export interface PackTrackSpec extends Moment {
  packId: number;
  trackId: number;
  addedBy: number;
  /** lib/codes PackTrackStatus; approved by default */
  status?: number;
  position?: number | null;
}

export async function makePackTrack(ctx: Maker, spec: PackTrackSpec): Promise<void> {
  const { status = 1, position = status === 1 ? 1 : null } = spec;
  await ctx.db
    .insertInto('pack_track')
    .values({
      site: ctx.site.code,
      pack_id: spec.packId,
      track_id: spec.trackId,
      status,
      position,
      added_by: spec.addedBy,
      added_at: spec.at ?? ctx.clock.now(),
    })
    .execute();
}

export async function makePackManager(
  ctx: Maker,
  { packId, userId, role = '' }: { packId: number; userId: number; role?: string },
): Promise<void> {
  await ctx.db
    .insertInto('pack_manager')
    .values({ site: ctx.site.code, pack_id: packId, user_id: userId, role })
    .execute();
}

export interface ReplaySpec extends Moment {
  trackId: number;
  userId: number;
  timeMs: number;
  score?: number | null;
  respawns?: number;
  /** its rank value, lower is better; the time by default */
  result?: number;
  trackAt?: Date;
  trackVersion?: number;
  /** its position on the board; null or missing: not ranked */
  position?: number | null;
  isBest?: boolean;
  isLeaderboard?: number;
  medal?: number;
  validated?: boolean;
  driverLogin?: string | null;
  secretUntil?: Date | null;
  deletedAt?: Date | null;
  /** a stored file; by default one that is known only by its hash */
  file?: { sha256: string; sizeBytes: number };
}

export async function makeReplay(ctx: Maker, spec: ReplaySpec): Promise<number> {
  const at = spec.at ?? ctx.clock.now();
  const { replay_id } = await ctx.db
    .insertInto('replay')
    .values({
      site: ctx.site.code,
      replay_id: fresh(ctx, 'replay'),
      track_id: spec.trackId,
      track_version: spec.trackVersion ?? 1,
      is_outdated: sql<boolean>`(select t.current_version <> ${spec.trackVersion ?? 1} from track t
        where t.site = ${ctx.site.code} and t.track_id = ${spec.trackId})`,
      user_id: spec.userId,
      replay_time_ms: spec.timeMs,
      replay_score: spec.score ?? null,
      respawns: spec.respawns ?? 0,
      result: spec.result ?? spec.timeMs,
      replay_at: at,
      track_at: spec.trackAt ?? at,
      top_position: (spec.position ?? null) !== null && (spec.position ?? 0) < 10 ? spec.position : null,
      is_best: spec.isBest ?? (spec.position ?? null) !== null,
      medal: spec.medal ?? 0,
      validated: spec.validated ?? false,
      driver_login: spec.driverLogin ?? null,
      sha256: spec.file?.sha256 ?? (await makeBlob(ctx, at)),
      file_size: spec.file?.sizeBytes ?? 1,
      secret_until: spec.secretUntil ?? null,
      deleted_at: spec.deletedAt ?? null,
    })
    .returning('replay_id')
    .executeTakeFirstOrThrow();
  if (spec.isLeaderboard)
    await ctx.db
      .insertInto('counting_replay')
      .values({
        site: ctx.site.code,
        user_id: spec.userId,
        replay_id,
        mark: spec.isLeaderboard,
        expires_at: at,
      })
      .execute();
  return replay_id;
}

export interface LeaderboardRowSpec {
  /** lbid; 0 by default */
  board?: number;
  /** lbenv; 0 by default */
  environment?: number;
  userId: number;
  score: number;
  /** the position in the last snapshot */
  snapshot?: number;
  records?: number;
  top10s?: number;
  replays?: number;
}

export async function makeLeaderboardRow(ctx: Maker, spec: LeaderboardRowSpec): Promise<void> {
  const { board = 0, environment = 0, userId, snapshot, ...rest } = spec;
  const key = { site: ctx.site.code, board, environment, user_id: userId };
  await ctx.db
    .insertInto('leaderboard_row')
    .values({ ...key, ...rest })
    .execute();
  if (snapshot === undefined) return;
  await ctx.db
    .insertInto('board_snapshot')
    .values({ ...key, position: snapshot, score: rest.score })
    .execute();
}

export interface OnlineRecordSpec {
  uid: string;
  login: string;
  timeMs: number;
  mode?: number;
  server?: string;
}

export async function makeOnlineRecord(ctx: Maker, spec: OnlineRecordSpec): Promise<void> {
  await ctx.db
    .insertInto('online_record')
    .values({
      site: ctx.site.code,
      online_record_id: fresh(ctx, 'online_record'),
      uid: spec.uid,
      mode: spec.mode ?? 1,
      login: spec.login,
      time_ms: spec.timeMs,
      server: spec.server ?? '',
      sent_by: null,
      sent_at: null,
      is_trusted: true,
      is_shown: true,
    })
    .execute();
}

export interface CommentSpec extends Moment {
  trackId: number;
  userId: number;
  text: string;
  parentId?: number | null;
  isAward?: boolean;
  deletedAt?: Date | null;
}

export async function makeComment(ctx: Maker, spec: CommentSpec): Promise<number> {
  const at = spec.at ?? ctx.clock.now();
  const { comment_id } = await ctx.db
    .insertInto('comment')
    .values({
      site: ctx.site.code,
      comment_id: fresh(ctx, 'comment'),
      track_id: spec.trackId,
      user_id: spec.userId,
      parent_id: spec.parentId ?? null,
      text: spec.text,
      is_award: spec.isAward ?? false,
      comment_at: at,
      updated_at: at,
      deleted_at: spec.deletedAt ?? null,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  return comment_id;
}

export const makeAward = (ctx: Maker, spec: Omit<CommentSpec, 'isAward' | 'parentId'>): Promise<number> =>
  makeComment(ctx, { ...spec, isAward: true });
