import { sql } from 'kysely';
import { parseMessage } from '#lib/bbcode/parse.ts';
import { collectReferences, NO_NAMES, type ReferenceNames } from '#lib/bbcode/references.ts';
import { renderMessage } from '#lib/bbcode/render.ts';
import type { MessageNode } from '#lib/bbcode/tree.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';

/** How many different things a page may reference; others are shown with their number. */
const mostNames = 500;

interface NameRow {
  kind: 'track' | 'user' | 'pack';
  id: number;
  name: string;
}

/**
 * The names of everything that some messages reference, in one query. Only what everyone may see has a name; anything else is
 * shown with its number, as if it did not exist.
 */
async function namesIn(ctx: Ctx, messages: readonly (readonly MessageNode[])[]): Promise<ReferenceNames> {
  const ids = collectReferences(...messages);
  const [tracks, users, packs] = [ids.track, ids.user, ids.pack].map((some) => some.slice(0, mostNames));
  if (!tracks?.length && !users?.length && !packs?.length) return NO_NAMES;
  const site = ctx.site.code;
  const { rows } = await sql<NameRow>`
    select 'track' as kind, track_id as id, name from track
      where site = ${site} and track_id = any(${tracks}::integer[]) and is_public and is_listed
    union all select 'user', user_id, name from profile
      where site = ${site} and user_id = any(${users}::integer[])
    union all select 'pack', pack_id, name from pack
      where site = ${site} and pack_id = any(${packs}::integer[]) and is_public`.execute(ctx.db);
  const named = (kind: NameRow['kind']) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, stripGameText(row.name)]));
  return { track: named('track'), user: named('user'), pack: named('pack') };
}

/** Messages as safe HTML with the names of references; without pictures, as on tracks. Null stays null. */
export async function messagesHtml(ctx: Ctx, texts: readonly (string | null)[]): Promise<(string | null)[]> {
  const parsed = texts.map((text) => (text === null ? null : parseMessage(text)));
  const references = await namesIn(
    ctx,
    parsed.filter((nodes) => nodes !== null),
  );
  return parsed.map((nodes) => nodes && renderMessage(nodes, { images: false, references }));
}
