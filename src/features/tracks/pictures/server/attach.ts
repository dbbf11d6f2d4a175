import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { maxPictures, type PictureRef, tooManyPictures } from '../pictures.ts';

type ImageRow = Omit<Selectable<Database['track_image']>, 'position'>;
type Picture = Selectable<Database['picture']>;

const field = 'ScreenshotFiles';
const refused = (detail: string) => new Problem(422, detail, { field });
const gone = () => refused('One of the pictures is no longer available. Choose it again.');
const notThere = (index: number) => refused(`Picture ${index} no longer exists. Reload the page.`);

/**
 * Sets the pictures of a track in this order; the first is its cover, and omitted ones are removed. A staged picture must be the
 * viewer's own. Repeating it changes nothing. The caller checks who may edit the track.
 */
export async function setPictures(
  tx: TxCtx,
  trackId: number,
  pictures: readonly PictureRef[],
): Promise<void> {
  // serialised per track, so that positions never collide
  await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('track_id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = await forSite(tx, 'track_image')
    .where('track_id', '=', trackId)
    .selectAll()
    .orderBy('position')
    .execute();
  const staged = await lockedPictures(tx, pictures);
  const rows = await Promise.all(
    pictures.map(async (named) => {
      if ('existing' in named) {
        const row = before.find(({ position }) => position === named.existing);
        if (!row) throw notThere(named.existing);
        return row;
      }
      const picture = staged.get(named.reference);
      const row = before.find(({ reference }) => reference === named.reference);
      if (!picture || !(row || picture.user_id === tx.viewer.userId)) throw gone();
      if (picture.track_id !== null && picture.track_id !== trackId) {
        throw refused(`${picture.file_name} already belongs to another track. Choose it again.`);
      }
      return row ?? (await imageOf(tx, trackId, picture));
    }),
  );
  if (new Set(rows).size < rows.length || repeats(pictures)) throw refused('A picture is listed twice.');
  const most = await maxFor(tx, trackId, before.length);
  if (rows.length > most) throw refused(tooManyPictures(most));
  if (!isSame(before, rows)) await replace(tx, trackId, before, rows);
}

const repeats = (pictures: readonly PictureRef[]): boolean => {
  const references = pictures.flatMap((named) => ('reference' in named ? [named.reference] : []));
  return new Set(references).size < references.length;
};

const isSame = (before: readonly ImageRow[], rows: readonly ImageRow[]): boolean =>
  before.length === rows.length && before.every((row, index) => row === rows[index]);

/** Locks the pictures, so that neither the sweep nor another track takes them; in a fixed order, to avoid deadlocks. */
async function lockedPictures(tx: TxCtx, pictures: readonly PictureRef[]): Promise<Map<string, Picture>> {
  const references = pictures.flatMap((named) => ('reference' in named ? [named.reference] : []));
  if (references.length === 0) return new Map();
  const rows = await forSite(tx, 'picture')
    .where('reference', 'in', references)
    .selectAll()
    .orderBy('reference')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.reference, row]));
}

/** A picture as a row of the track: its largest JPEG, and the small one for lists. */
async function imageOf(tx: TxCtx, trackId: number, picture: Picture): Promise<ImageRow> {
  const files = await forSite(tx, 'picture_file')
    .where('reference', '=', picture.reference)
    .where('format', '=', 'jpeg')
    .select(['sha256', 'width'])
    .orderBy('width', 'desc')
    .execute();
  const [full] = files;
  const small = files.at(-1);
  if (!full || !small) throw new Error(`Picture ${picture.reference} has no files.`);
  const { file_name, file_size, width, height, reference } = picture;
  return {
    site: tx.site.code,
    track_id: trackId,
    sha256: full.sha256,
    small_sha256: small === full ? null : small.sha256,
    file_name,
    file_size,
    width,
    height,
    reference,
    added_at: tx.clock.now(),
  };
}

/** Supporters may have more, whether uploader or editor; existing pictures are never lost. */
async function maxFor(tx: TxCtx, trackId: number, before: number): Promise<number> {
  const uploader = await forSite(tx, 'track')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'track.site').onRef('profile.user_id', '=', 'track.uploader_id'),
    )
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('track.track_id', '=', trackId)
    .where('account.supporter_until', '>', tx.clock.now())
    .select('account.account_id')
    .executeTakeFirst();
  return Math.max(maxPictures(tx.viewer.isSupporter || uploader !== undefined), before);
}

async function replace(
  tx: TxCtx,
  trackId: number,
  before: readonly ImageRow[],
  rows: readonly ImageRow[],
): Promise<void> {
  const site = tx.site.code;
  const named = new Set(rows.map(({ reference }) => reference));
  const dropped = before.flatMap(({ reference }) =>
    reference === null || named.has(reference) ? [] : [reference],
  );
  await tx.db.deleteFrom('track_image').where('site', '=', site).where('track_id', '=', trackId).execute();
  if (dropped.length > 0) {
    await tx.db.deleteFrom('picture').where('site', '=', site).where('reference', 'in', dropped).execute();
  }
  const references = rows.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  if (references.length > 0) {
    await tx.db
      .updateTable('picture')
      .set({ track_id: trackId })
      .where('site', '=', site)
      .where('reference', 'in', references)
      .execute();
  }
  if (rows.length === 0) return;
  const placed = rows.map((row, index) => ({ ...row, position: index + 1 }));
  await tx.db.insertInto('track_image').values(placed).execute();
}
