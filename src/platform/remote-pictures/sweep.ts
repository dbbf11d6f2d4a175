import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { picturesIn } from '#lib/bbcode/references.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { addressHash } from './known.ts';
import { addPictures } from './remember.ts';

const pageSize = 500;
/** Pictures of older texts that one night adds on one edition. */
const maxAdded = 500;

/** Where texts with pictures are: table, id, text, and which rows are shown to anyone. */
const texts = [
  { table: 'forum_post', id: 'post_id', text: 'text', live: sql`deleted_at is null` },
  { table: 'news', id: 'news_id', text: 'message', live: sql`true` },
  { table: 'pack', id: 'pack_id', text: 'description', live: sql`deleted_at is null` },
  { table: 'profile', id: 'user_id', text: 'user_comments', live: sql`true` },
] as const;

/**
 * Compares the pictures of an edition with its texts: removes those that no text has named for a day, and adds those of texts that
 * were imported, or exceeded the limit of their author. Blocked ones stay, so that they stay blocked.
 */
export async function sweepPictures(ctx: Ctx): Promise<{ removed: number; added: number }> {
  const before = daysBefore(ctx.clock.now(), 1);
  const named = new Map<string, string>();
  for (const source of texts) {
    for await (const text of textsOf(ctx, source)) {
      for (const address of picturesIn(text)) named.set(addressHash(address), address);
    }
  }
  let removed = 0;
  for await (const rows of knownPictures(ctx)) {
    const unused = rows.filter(({ address_sha256 }) => !named.has(address_sha256));
    for (const { address_sha256 } of rows) named.delete(address_sha256);
    removed += await remove(
      ctx,
      unused.map(({ picture_id }) => picture_id),
      before,
    );
  }
  const added = await addPictures(ctx, [...named.values()].slice(0, maxAdded));
  return { removed, added: added.length };
}

async function* textsOf(ctx: Ctx, { table, id, text, live }: (typeof texts)[number]): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`
      select ${sql.ref(id)} as id, ${sql.ref(text)} as text from ${sql.table(table)}
      where site = ${ctx.site.code} and ${sql.ref(id)} > ${last} and ${sql.ref(text)} ~* '\\[img' and ${live}
      order by ${sql.ref(id)} limit ${pageSize}`.execute(ctx.db);
    for (const row of rows) yield row.text;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function* knownPictures(ctx: Ctx) {
  for (let last = 0; ; ) {
    const rows = await forSite(ctx, 'remote_picture')
      .where('picture_id', '>', last)
      .select(['picture_id', 'address_sha256'])
      .orderBy('picture_id')
      .limit(pageSize)
      .execute();
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.picture_id ?? last;
  }
}

async function remove(ctx: Ctx, ids: readonly number[], before: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await ctx.db
    .deleteFrom('remote_picture')
    .where('site', '=', ctx.site.code)
    .where('picture_id', 'in', [...ids])
    .where('state', '<>', 'blocked')
    .where('named_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
