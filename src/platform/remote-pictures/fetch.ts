import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { PictureFailure } from '#lib/bbcode/pictures.ts';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { type RefusalKind, RemoteRefusal } from '#platform/remote/remote.ts';
import { redrawRemote } from './redraw.ts';

/** Pauses after failed attempts. A picture that never got as far as a result is abandoned after the last one. */
const pausesMs = [10 * minuteMs, hourMs, 6 * hourMs, dayMs] as const;
/** Between further attempts after a temporary failure, for as long as a text shows the picture. */
const laterPauseMs = 30 * dayMs;

/** The limits of a picture of another host. */
export const maxPictureBytes = 5 * 1024 * 1024;
export const fetchTimeoutMs = 10_000;

const failureOf: Readonly<Record<RefusalKind, PictureFailure>> = {
  address: 'address',
  host: 'host',
  unreachable: 'unreachable',
  slow: 'slow',
  missing: 'missing',
  status: 'refused',
  redirect: 'refused',
  size: 'size',
  type: 'type',
};

/** Fetches a picture that is due, and stores it or the reason for the failure. Several calls at once fetch it once. */
export async function fetchPicture(ctx: Ctx, pictureId: number): Promise<void> {
  const address = await claim(ctx, pictureId);
  if (address === null) return;
  const received = await receive(ctx, address);
  if ('failure' in received) await putFailure(ctx, pictureId, received);
  else await putPicture(ctx, pictureId, received.bytes);
}

type Failed = { readonly failure: PictureFailure; readonly isTemporary: boolean };

async function receive(ctx: Ctx, address: string): Promise<{ bytes: Uint8Array } | Failed> {
  const { pictureHosts } = ctx.settings;
  try {
    return await ctx.remote.get(address, {
      hosts: (host) => isShownHost(host, pictureHosts),
      maxBytes: maxPictureBytes,
      timeoutMs: fetchTimeoutMs,
      accept: ['image/*'],
    });
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    return { failure: failureOf[error.kind], isTemporary: error.isTemporary };
  }
}

/** Whether the operator allows pictures from this host. A name includes its subdomains. */
export function isShownHost(host: string, { only, refused }: Ctx['settings']['pictureHosts']): boolean {
  const isOneOf = (names: readonly string[]) =>
    names.some((name) => host === name || host.endsWith(`.${name}`));
  return !isOneOf(refused) && (only === null || isOneOf(only));
}

/**
 * Counts an attempt and returns the address, or null if the picture is not due. The next attempt is set before this one, so that
 * a process that ends in between neither loses a picture nor retries it forever.
 */
async function claim(ctx: Ctx, pictureId: number): Promise<string | null> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .updateTable('remote_picture')
    .where('site', '=', ctx.site.code)
    .where('picture_id', '=', pictureId)
    .where('state', 'in', ['waiting', 'failed'])
    .where('next_try_at', '<=', now)
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: nextTry(now) }))
    .returning('address')
    .executeTakeFirst();
  return row?.address ?? null;
}

/** By the number of attempts before this one, and whether one of them ended with a result. */
const nextTry = (now: Date) => {
  const after = (pauseMs: number) => new Date(now.getTime() + pauseMs).toISOString();
  return sql<Date | null>`coalesce((${pausesMs.map(after)}::timestamptz[])[tries + 1],
    case when state = 'failed' then ${after(laterPauseMs)}::timestamptz end)`;
};

const rowOf = (ctx: Ctx, pictureId: number) =>
  ctx.db
    .updateTable('remote_picture')
    .where('site', '=', ctx.site.code)
    .where('picture_id', '=', pictureId)
    // a moderator may have blocked it meanwhile
    .where('state', 'in', ['waiting', 'failed']);

async function putFailure(ctx: Ctx, pictureId: number, { failure, isTemporary }: Failed): Promise<void> {
  await rowOf(ctx, pictureId)
    .set({ state: 'failed', failure, ...(isTemporary ? {} : { next_try_at: null }) })
    .execute();
}

/** Re-encodes and stores a picture that was received, or drawn by the demo. */
async function putPicture(ctx: Ctx, pictureId: number, bytes: Uint8Array): Promise<void> {
  const received = createHash('sha256').update(bytes).digest('hex');
  const drawn = await redrawRemote(ctx, bytes);
  if (typeof drawn === 'string') {
    await putFailure(ctx, pictureId, { failure: drawn, isTemporary: drawn === 'busy' });
    return;
  }
  const blob = await ctx.files.putBytes(drawn.bytes);
  try {
    await inTransaction(ctx, async (tx) => {
      if (await isBlocked(tx, received)) {
        const blocked = {
          state: 'blocked',
          failure: null,
          received_sha256: received,
          next_try_at: null,
        } as const;
        await rowOf(tx, pictureId).set(blocked).execute();
        return;
      }
      await storeBlobs(tx, [blob]);
      await rowOf(tx, pictureId)
        .set({
          state: 'shown',
          failure: null,
          received_sha256: received,
          sha256: blob.sha256,
          width: drawn.width,
          height: drawn.height,
          next_try_at: null,
        })
        .execute();
    });
  } finally {
    await ctx.files.discard(blob);
  }
}

/** Whether a moderator blocked the same file, at this address or at another. */
async function isBlocked(ctx: Ctx, received: string): Promise<boolean> {
  const row = await forSite(ctx, 'remote_picture')
    .where('received_sha256', '=', received)
    .where('state', '=', 'blocked')
    .select('picture_id')
    .executeTakeFirst();
  return row !== undefined;
}
