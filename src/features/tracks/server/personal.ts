import { type RawBuilder, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { safeName, trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { type ExportPart, inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import type { BeforeRemoval } from '../deletion/server/remove-deleted.ts';
import { addUnsettled, takeUnsettled } from './counters.ts';
import { handOverTracks } from './hand-over.ts';
import { countPeople, peopleAround } from './recount-people.ts';

/** Tracks erased in one transaction. */
const tracksAtOnce = 10;

/** The condition that nobody else has accepted to be an author of the track `t`. */
const alone = (userId: number) => sql`not exists (select from track_author w
  where w.site = t.site and w.track_id = t.track_id and w.user_id <> ${userId} and not w.is_pending)`;

/**
 * Tracks with their files and pictures. A track that the user built with others stays, under "Deleted user". Of the others, public
 * ones are removed or stay, as the user chose; hidden ones are removed, because nobody could see them.
 */
export const trackData = ({
  beforeRemoval,
}: {
  readonly beforeRemoval: readonly BeforeRemoval[];
}): PersonalData => ({
  name: 'tracks',
  covers: [
    'picture.user_id',
    'track.uploader_id',
    'track_author.user_id',
    'track_download.user_id',
    'track_version.uploaded_by',
    'upload.user_id',
  ],

  async hide(tx, userId, { tracks }) {
    if (tracks === 'kept') return;
    await sql`update track t set was_public = is_public, was_listed = is_listed, is_public = false, is_listed = false,
        hidden_with_account = true
      where site = ${tx.site.code} and uploader_id = ${userId} and deleted_at is null and not hidden_with_account
        and ${alone(userId)}`.execute(tx.db);
    await addUnsettled(tx, 'people', hiddenTracks(tx, userId));
  },

  async show(tx, userId) {
    await addUnsettled(tx, 'people', hiddenTracks(tx, userId));
    await sql`update track set hidden_with_account = false,
        is_public = case when deleted_at is null then coalesce(was_public, false) else false end,
        is_listed = case when deleted_at is null then coalesce(was_listed, true) else false end,
        was_public = case when deleted_at is null then null else was_public end,
        was_listed = case when deleted_at is null then null else was_listed end
      where site = ${tx.site.code} and uploader_id = ${userId} and hidden_with_account`.execute(tx.db);
  },

  async settle(tx) {
    const [trackId] = await takeUnsettled(tx, 'people', 1);
    if (trackId === undefined) return false;
    await countPeople(tx, await peopleAround(tx.db, tx.site.code, trackId));
    return true;
  },

  async erase(tx, userId) {
    const { rows } = await sql<{ track_id: number }>`
      select t.track_id from track t
      where t.site = ${tx.site.code} and t.uploader_id = ${userId} and not t.is_public and ${alone(userId)}
      order by t.track_id limit ${tracksAtOnce} for update`.execute(tx.db);
    const people = new Set<number>();
    for (const { track_id: trackId } of rows) {
      for (const person of await peopleAround(tx.db, tx.site.code, trackId)) people.add(person);
      for (const react of beforeRemoval) await react(tx, trackId);
      await tx.db
        .deleteFrom('track')
        .where('site', '=', tx.site.code)
        .where('track_id', '=', trackId)
        .execute();
    }
    await countPeople(
      tx,
      [...people].sort((a, b) => a - b),
    );
    if (rows.length === tracksAtOnce) return true;
    await eraseRest(tx, userId);
    return false;
  },

  handOver: handOverTracks,

  async *exported(ctx, userId) {
    yield jsonPart('tracks.json', ownTracks(ctx, userId));
    yield jsonPart('downloads.json', ownDownloads(ctx, userId));
    yield* trackFiles(ctx, userId);
    yield* pictures(ctx, userId);
  },
});

const hiddenTracks = (tx: TxCtx, userId: number): RawBuilder<unknown> =>
  sql`select track_id from track where site = ${tx.site.code} and uploader_id = ${userId} and hidden_with_account`;

/** What the user wrote about tracks that stay, unpublished files, invitations, and who downloaded what. The downloads stay counted. */
async function eraseRest(tx: TxCtx, userId: number): Promise<void> {
  const own = sql`site = ${tx.site.code} and user_id = ${userId}`;
  await sql`delete from upload where ${own}`.execute(tx.db);
  await sql`update track t set author_comments = null
    where t.site = ${tx.site.code} and t.uploader_id = ${userId} and t.author_comments is not null and ${alone(userId)}`.execute(
    tx.db,
  );
  await sql`delete from picture where ${own} and track_id is null`.execute(tx.db);
  await sql`delete from track_author where ${own} and is_pending`.execute(tx.db);
  await sql`update track_download set user_id = null where ${own}`.execute(tx.db);
}

const ownTracks = (ctx: Ctx, userId: number) =>
  inPages((last: { TrackId: number } | undefined, limit) =>
    forSite(ctx, 'track_author')
      .innerJoin('track', (join) =>
        join
          .onRef('track.site', '=', 'track_author.site')
          .onRef('track.track_id', '=', 'track_author.track_id'),
      )
      .where('track_author.user_id', '=', userId)
      .where('track_author.track_id', '>', last?.TrackId ?? 0)
      // an invitation to a hidden track shows only that it exists
      .where((eb) => eb.or([eb('track_author.is_pending', '=', false), eb('track.is_public', '=', true)]))
      .orderBy('track_author.track_id')
      .limit(limit)
      .select([
        'track.track_id as TrackId',
        'track.name as TrackName',
        'track.author_comments as AuthorComments',
        'track_author.is_uploader as IsUploader',
        'track_author.is_pending as IsPending',
        'track_author.role as Role',
        'track.is_public as IsPublic',
        'track.is_listed as IsListed',
        'track.is_beta as IsBeta',
        'track.tags as Tags',
        'track.mood as Mood',
        'track.difficulty as Difficulty',
        'track.routes as Routes',
        'track.author_time_ms as AuthorTime',
        'track.awards as Awards',
        'track.comments as Comments',
        'track.downloads as DownloadCount',
        'track.uploaded_at as UploadedAt',
        'track.updated_at as UpdatedAt',
        'track.deleted_at as DeletedAt',
      ])
      .execute(),
  );

const ownDownloads = (ctx: Ctx, userId: number) =>
  inPages((last: { TrackId: number; Day: string } | undefined, limit) =>
    forSite(ctx, 'track_download')
      .where('user_id', '=', userId)
      .where(
        sql<boolean>`(track_id, day) > (${last?.TrackId ?? 0}::integer, ${last?.Day ?? '0001-01-01'}::date)`,
      )
      .orderBy('track_id')
      .orderBy('day')
      .limit(limit)
      .select(['track_id as TrackId', 'day as Day', 'downloaded_at as DownloadedAt'])
      .execute(),
  );

/** The files that the user uploaded, also older versions. */
async function* trackFiles(ctx: Ctx, userId: number): AsyncGenerator<ExportPart> {
  const rows = inPages((last: { track_id: number; version: number } | undefined, limit) =>
    forSite(ctx, 'track_version')
      .innerJoin('track', (join) =>
        join
          .onRef('track.site', '=', 'track_version.site')
          .onRef('track.track_id', '=', 'track_version.track_id'),
      )
      .where('track_version.uploaded_by', '=', userId)
      .where(
        sql<boolean>`(track_version.track_id, track_version.version) >
          (${last?.track_id ?? 0}::integer, ${last?.version ?? 0}::integer)`,
      )
      .orderBy('track_version.track_id')
      .orderBy('track_version.version')
      .limit(limit)
      .select([
        'track_version.track_id',
        'track_version.version',
        'track_version.sha256',
        'track_version.file_size',
        'track_version.uploaded_at',
        'track.name',
      ])
      .execute(),
  );
  for await (const row of rows) {
    const name = trackFileName(stripGameText(row.name), row.track_id);
    yield {
      name: `tracks/${row.version === 1 ? '' : `version ${row.version} `}${name}`,
      sha256: row.sha256,
      sizeBytes: row.file_size,
      modifiedAt: row.uploaded_at,
    };
  }
}

/** The largest stored version of each picture. */
async function* pictures(ctx: Ctx, userId: number): AsyncGenerator<ExportPart> {
  const rows = inPages((last: { reference: string } | undefined, limit) =>
    forSite(ctx, 'picture')
      .innerJoin(
        (eb) =>
          eb
            .selectFrom('picture_file')
            .innerJoin('blob', 'blob.sha256', 'picture_file.sha256')
            .where('picture_file.site', '=', ctx.site.code)
            .distinctOn('picture_file.reference')
            .orderBy('picture_file.reference')
            .orderBy('picture_file.width', 'desc')
            .orderBy('picture_file.format', 'desc')
            .select([
              'picture_file.reference',
              'picture_file.format',
              'picture_file.sha256',
              'blob.size_bytes',
            ])
            .as('file'),
        (join) => join.onRef('file.reference', '=', 'picture.reference'),
      )
      .where('picture.user_id', '=', userId)
      .where('picture.reference', '>', last?.reference ?? '')
      .orderBy('picture.reference')
      .limit(limit)
      .select([
        'picture.reference',
        'picture.track_id',
        'picture.file_name',
        'picture.staged_at',
        'file.format',
        'file.sha256',
        'file.size_bytes',
      ])
      .execute(),
  );
  for await (const row of rows)
    yield {
      name: `pictures/${row.track_id ?? 'unused'} ${safeName(row.file_name.replace(/\.[^.]*$/, ''), '-')}.${row.format}`,
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      modifiedAt: row.staged_at,
    };
}
