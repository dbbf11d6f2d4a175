import { sql } from 'kysely';
import { z } from 'zod';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { formatResult } from '#lib/format/result.ts';
import type { Ctx } from '#platform/context.ts';
import { denied, notFound, signInFirst } from '#platform/http/problem.ts';
import { isKnown } from '#platform/http/tagged.ts';
import { tokenRead } from '#platform/http/token-endpoint.ts';
import type { Endpoint, Reply } from '#platform/http/types.ts';
import type { PackEntries, PackEntry } from '../entries.ts';
import { trackName } from './entries.ts';
import { type PackHead, packHead } from './pack-facts.ts';

const type = 'application/json; charset=utf-8';

/** GET /trackpackmanage/:packId/tracks: everything at once. A client that knows this revision costs one small query. */
export const entriesEndpoint: Endpoint = {
  async handle(ctx, request, params): Promise<Reply> {
    const packId = rowIdIn(params.packId) ?? 0;
    const pack = await managedPack(ctx, packId);
    const etag = `W/"${packId}.${pack.revision}.${ctx.viewer.userId}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' };
    if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, headers };
    const entries = await readEntries(ctx, pack);
    return { status: 200, headers: { ...headers, 'content-type': type }, body: JSON.stringify(entries) };
  },
};

const person = z.object({ UserId: z.int(), Name: z.string() });

/** GET /api/trackpacks/:packId/tracks: the same for programs. */
export const entriesForPrograms = tokenRead({
  scope: 'packs',
  about: 'All tracks of a pack you manage, with their status and position.',
  output: z.object({
    Revision: z.int(),
    Undo: z
      .object({ Text: z.string(), ByUserId: z.int(), ByName: z.string() })
      .nullable()
      .describe('the last change, while it can be undone'),
    NeedsReason: z.boolean(),
    Tracks: z.array(
      z.object({
        TrackId: z.int(),
        TrackName: z.string(),
        Uploader: person,
        Status: z.literal([0, 1, 2, 3, 4]),
        Position: z.int().nullable().describe('from 1; null unless approved'),
        Awards: z.int(),
        UploadedAt: z.string(),
        AuthorTime: z.int(),
        AuthorTimeText: z.string(),
        AddedBy: person,
        AddedAt: z.string(),
        IsPublic: z.boolean(),
        IsListed: z.boolean(),
        IsDeleted: z.boolean(),
        IsVisible: z.boolean(),
      }),
    ),
  }),
  read: async (ctx, _, params) => readEntries(ctx, await managedPack(ctx, rowIdIn(params.packId) ?? 0)),
});

/** A pack that the viewer manages; throws a Problem for everyone else. */
async function managedPack(ctx: Ctx, packId: number) {
  if (ctx.viewer.userId === 0) throw signInFirst();
  const pack = await packHead(ctx, packId);
  if (!pack) throw notFound('This trackpack');
  if (!pack.isManager) throw denied('Only the managers of this pack can do this.');
  return pack;
}

/** The same for the page of the managers. */
export async function packEntries(ctx: Ctx, packId: number) {
  const pack = await managedPack(ctx, packId);
  return { name: pack.name, isLegacy: pack.isLegacy, entries: await readEntries(ctx, pack) };
}

interface Row {
  revision: number;
  step_text: string | null;
  step_by: number | null;
  step_name: string | null;
  track_id: number | null;
  name: string;
  uploader_id: number;
  uploader_name: string;
  status: PackTrackStatus;
  position: number | null;
  awards: number;
  uploaded_at: Date;
  primary_type: number;
  author_time_ms: number;
  author_score: number | null;
  added_by: number;
  adder_name: string;
  added_at: Date;
  is_public: boolean;
  is_listed: boolean;
  is_deleted: boolean;
  is_visible: boolean;
}

/** All tracks of a pack that the viewer manages, with the revision and the last step, in one statement. */
async function readEntries(ctx: Ctx, { packId, isModeration }: PackHead): Promise<PackEntries> {
  const site = sql.lit(ctx.site.code);
  const { rows } = await sql<Row>`
    select k.revision, s.text as step_text, s.user_id as step_by, b.name as step_name,
      x.track_id, x.status, x.position, x.added_by, a.name as adder_name, x.added_at,
      t.name, t.uploader_id, u.name as uploader_name, t.awards, t.uploaded_at, t.primary_type, t.author_time_ms,
      t.author_score, t.is_public, t.is_listed, t.deleted_at is not null as is_deleted,
      case when t.deleted_at is not null then false when t.is_public and t.is_listed then true
        else ${isModerator(ctx.viewer)}::boolean or exists (select from track_author w
          where w.site = ${site} and w.track_id = x.track_id
            and (w.user_id = ${ctx.viewer.userId} or w.user_id = x.added_by and not w.is_pending)) end as is_visible
    from pack k
    left join pack_step s on s.site = ${site} and s.pack_id = k.pack_id
    left join profile b on b.site = ${site} and b.user_id = s.user_id
    left join pack_track x on x.site = ${site} and x.pack_id = k.pack_id
    left join track t on t.site = ${site} and t.track_id = x.track_id
    left join profile u on u.site = ${site} and u.user_id = t.uploader_id
    left join profile a on a.site = ${site} and a.user_id = x.added_by
    where k.site = ${site} and k.pack_id = ${packId}
    order by x.position, x.status, x.added_at, x.track_id`.execute(ctx.db);
  const [first] = rows;
  if (!first) throw notFound('This trackpack');
  const { revision, step_text, step_by, step_name } = first;
  return {
    Revision: revision,
    Undo:
      step_text !== null && step_by !== null && step_name !== null
        ? { Text: step_text, ByUserId: step_by, ByName: step_name }
        : null,
    NeedsReason: isModeration,
    Tracks: rows.flatMap((row) => (row.track_id === null ? [] : entryOfRow(row.track_id, row))),
  };
}

const wireTime = (at: Date): string => at.toISOString().slice(0, -1);

const entryOfRow = (trackId: number, row: Row): PackEntry => ({
  TrackId: trackId,
  TrackName: row.is_visible ? trackName(trackId, row.name) : `Track ${trackId}`,
  Uploader: { UserId: row.uploader_id, Name: row.uploader_name },
  Status: row.status,
  Position: row.position,
  Awards: row.awards,
  UploadedAt: wireTime(row.uploaded_at),
  AuthorTime: row.author_time_ms,
  AuthorTimeText: formatResult(row.primary_type, row.author_time_ms, row.author_score),
  AddedBy: { UserId: row.added_by, Name: row.adder_name },
  AddedAt: wireTime(row.added_at),
  IsPublic: row.is_public,
  IsListed: row.is_listed,
  IsDeleted: row.is_deleted,
  IsVisible: row.is_visible,
});
