import { randomBytes } from 'node:crypto';
import { nextId } from '#db/ids.ts';
import { picturesIn } from '#lib/bbcode/references.ts';
import { hourMs } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { addressHash } from './known.ts';

/** How exact the time is at which a picture was last named. */
const namedWithinMs = 12 * hourMs;

/**
 * Remembers the pictures of other hosts in texts that are being saved, and fetches the new ones after the commit. To be called
 * wherever a text is saved in which `[img]` is shown. A user has a number of new pictures per day; what exceeds it is found by
 * the nightly sweep.
 */
export async function rememberPictures(tx: TxCtx, ...texts: readonly string[]): Promise<void> {
  const addresses = [...new Set(texts.flatMap(picturesIn))];
  if (addresses.length === 0) return;
  const unknown = await nameAgain(tx, addresses);
  if (unknown.length === 0 || !(await takePoints(tx, unknown.length))) return;
  for (const pictureId of await addPictures(tx, unknown)) {
    await tx.jobs.add('fetch-remote-picture', { site: tx.site.code, pictureId });
  }
}

/** Renews the known pictures, so that the sweep spares them, and returns the addresses of the unknown ones. */
async function nameAgain(tx: TxCtx, addresses: readonly string[]): Promise<string[]> {
  const now = tx.clock.now();
  const site = tx.site.code;
  const known = await tx.db
    .selectFrom('remote_picture')
    .where('site', '=', site)
    .where('address_sha256', 'in', addresses.map(addressHash))
    .select(['picture_id', 'address_sha256', 'named_at'])
    .orderBy('picture_id')
    .forUpdate()
    .execute();
  const old = known.filter(({ named_at }) => named_at.getTime() < now.getTime() - namedWithinMs);
  if (old.length > 0) {
    await tx.db
      .updateTable('remote_picture')
      .where('site', '=', site)
      .where(
        'picture_id',
        'in',
        old.map(({ picture_id }) => picture_id),
      )
      .set({ named_at: now })
      .execute();
  }
  const hashes = new Set(known.map(({ address_sha256 }) => address_sha256));
  return addresses.filter((address) => !hashes.has(addressHash(address)));
}

async function takePoints(tx: TxCtx, pictures: number): Promise<boolean> {
  try {
    await tx.limits.consume('remote-picture', { subject: String(tx.viewer.accountId ?? 0) }, pictures);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}

/** Adds unknown pictures, to be fetched now. Returns their ids. */
export async function addPictures(ctx: Ctx, addresses: readonly string[]): Promise<number[]> {
  if (addresses.length === 0) return [];
  const now = ctx.clock.now();
  const site = ctx.site.code;
  const rows = await ctx.db
    .insertInto('remote_picture')
    .values(
      addresses.map((address) => ({
        site,
        picture_id: nextId('remote_picture', site),
        key: randomBytes(16).toString('base64url'),
        address,
        address_sha256: addressHash(address),
        state: 'waiting' as const,
        failure: null,
        next_try_at: now,
        received_sha256: null,
        sha256: null,
        width: null,
        height: null,
        named_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['site', 'address_sha256']).doNothing())
    .returning('picture_id')
    .execute();
  return rows.map(({ picture_id }) => picture_id);
}
