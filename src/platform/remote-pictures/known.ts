import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { isPictureFailure, type MessagePicture } from '#lib/bbcode/pictures.ts';
import type { Ctx } from '#platform/context.ts';

/** Names a picture in the table: addresses are too long for an index. */
export const addressHash = (address: string): string => createHash('sha256').update(address).digest('hex');

interface Row {
  readonly state: 'waiting' | 'shown' | 'failed' | 'blocked';
  readonly key: string;
  readonly failure: string | null;
  readonly next_try_at: Date | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** At most this many pictures of one page are shown; further ones are links. */
const maxPictures = 500;

/** Reads what is known about pictures of other hosts, by address, in one query. Unknown ones are left out. */
export async function picturesOf(
  ctx: Ctx,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, MessagePicture>> {
  if (addresses.length === 0) return new Map();
  const byHash = new Map(addresses.slice(0, maxPictures).map((address) => [addressHash(address), address]));
  const rows = await forSite(ctx, 'remote_picture')
    .where('address_sha256', 'in', [...byHash.keys()])
    .select(['address_sha256', 'state', 'key', 'failure', 'next_try_at', 'width', 'height'])
    .execute();
  return new Map(rows.map((row) => [byHash.get(row.address_sha256) ?? '', shownAs(row)]));
}

/** A row as messages show it. */
export function shownAs({ state, key, failure, next_try_at, width, height }: Row): MessagePicture {
  if (state === 'shown' && width !== null && height !== null) return { key, is: 'shown', width, height };
  if (state === 'blocked') return { key, is: 'failed', failure: 'blocked' };
  if (state === 'failed' && failure !== null && isPictureFailure(failure))
    return { key, is: 'failed', failure };
  // each attempt ended with the process
  return next_try_at === null ? { key, is: 'failed', failure: 'damaged' } : { key, is: 'waiting' };
}
