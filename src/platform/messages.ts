import { sql } from 'kysely';
import { parseMessage } from '#lib/bbcode/parse.ts';
import {
  collectReferences,
  NO_NAMES,
  type ReferenceIds,
  type ReferenceNames,
} from '#lib/bbcode/references.ts';
import { renderMessage } from '#lib/bbcode/render.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from './context.ts';

/** At most this many tracks, users and packs of one page are shown by name; further ones are shown by number. */
const mostNames = 500;

interface NameRow {
  kind: 'track' | 'user' | 'pack';
  id: number;
  name: string;
}

/**
 * Reads the names of tracks, users and packs in one query. Only public rows have a name: hidden and unlisted ones are
 * shown by number, like ids that do not exist.
 */
export async function namesOf(ctx: Ctx, ids: ReferenceIds): Promise<ReferenceNames> {
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

/** Reads the names of everything that some messages refer to, in one query for all of them. */
export const namesIn = (ctx: Ctx, sources: readonly string[]): Promise<ReferenceNames> =>
  namesOf(ctx, collectReferences(...sources.map((source) => parseMessage(source))));

interface Options {
  /** whether `[img]` is shown; it is not in comments and author comments */
  readonly images: boolean;
}

/**
 * Renders messages as safe HTML with the names of what they refer to, in one query for all of them. null stays null; a
 * message with nothing to show becomes '(No text defined)'.
 */
export async function messagesHtml(
  ctx: Ctx,
  sources: readonly (string | null)[],
  { images }: Options,
): Promise<(string | null)[]> {
  const parsed = sources.map((source) => (source === null ? null : parseMessage(source)));
  const references = await namesOf(ctx, collectReferences(...parsed.filter((nodes) => nodes !== null)));
  return parsed.map((nodes) => nodes && renderMessage(nodes, { images, references }));
}

/** Renders one message; see `messagesHtml`. A missing message is one with nothing to show. */
export async function messageHtml(ctx: Ctx, source: string | null, options: Options): Promise<string> {
  const [html] = await messagesHtml(ctx, [source ?? ''], options);
  return html ?? '';
}
