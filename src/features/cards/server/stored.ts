import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { limitConcurrency } from '#platform/files/concurrency.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import type { CardFacts } from '../facts.ts';
import { drawCard } from './draw.ts';
import { versionOf } from './subjects.ts';

/** Drawing takes a processor for a moment: one at a time, and a short queue. */
const queued = limitConcurrency(1, 30);

const read = async (stream: Readable): Promise<Uint8Array> => buffer(stream);

async function storedCard(ctx: Ctx, facts: CardFacts): Promise<Uint8Array | null> {
  const row = await forSite(ctx, 'card')
    .where('kind', '=', facts.kind)
    .where('subject_id', '=', facts.id)
    .where('version', '=', versionOf(facts))
    .select('sha256')
    .executeTakeFirst();
  const file = row && (await ctx.files.open(row.sha256));
  return file ? read(file.stream()) : null;
}

/** The card with these facts, drawn when it is first requested, or when the facts have changed. */
export async function cardImage(ctx: Ctx, facts: CardFacts): Promise<Uint8Array> {
  const stored = await storedCard(ctx, facts);
  if (stored) return stored;
  return queued(async () => {
    const meanwhile = await storedCard(ctx, facts); // drawn while this one waited
    if (meanwhile) return meanwhile;
    const file = facts.picture === null ? null : await ctx.files.open(facts.picture);
    const photo = file ? await read(file.stream()) : null;
    const bytes = await drawCard({ site: ctx.site, facts, photo });
    try {
      await store(ctx, facts, bytes);
    } catch (err) {
      // a full disk: the card is sent, and drawn again next time
      ctx.log.warn({ err, kind: facts.kind, id: facts.id }, 'a card was not stored');
    }
    return bytes;
  });
}

async function store(ctx: Ctx, facts: CardFacts, bytes: Uint8Array): Promise<void> {
  const blob = await ctx.files.putBytes(bytes);
  try {
    await inTransaction(ctx, async (tx) => {
      await storeBlobs(tx, [blob]);
      const drawn = { version: versionOf(facts), sha256: blob.sha256, drawn_at: tx.clock.now() };
      await tx.db
        .insertInto('card')
        .values({ site: tx.site.code, kind: facts.kind, subject_id: facts.id, ...drawn })
        .onConflict((conflict) => conflict.columns(['site', 'kind', 'subject_id']).doUpdateSet(drawn))
        .execute();
    });
  } finally {
    await ctx.files.discard(blob);
  }
}
