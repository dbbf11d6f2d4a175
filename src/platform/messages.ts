import { sql } from 'kysely';
import { limitsAmong } from '#lib/bbcode/limits.ts';
import { parseMessage } from '#lib/bbcode/parse.ts';
import {
  collectReferences,
  NO_NAMES,
  type ReferenceIds,
  type ReferenceNames,
  referenceKinds,
} from '#lib/bbcode/references.ts';
import { renderMessage } from '#lib/bbcode/render.ts';
import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from './context.ts';
import { readingOnly } from './page-cache/reads.ts';
import { picturesOf } from './remote-pictures/known.ts';

/** At most this many tracks, users, packs and threads of one page are shown by name; further ones are shown by number. */
const maxNames = 500;

interface NameRow {
  kind: ReferenceTo;
  id: number;
  name: string;
}

/**
 * Reads what messages refer to: the names of tracks, users, packs and threads in one query, and their pictures in another. Only
 * public rows have a name: hidden and unlisted ones, and threads of restricted boards, are shown by number, like
 * ids that do not exist.
 */
export async function namesOf(ctx: Ctx, ids: ReferenceIds): Promise<ReferenceNames> {
  const [names, picture] = await Promise.all([namesById(ctx, ids), picturesOf(ctx, ids.picture)]);
  return picture.size > 0 ? { ...names, picture } : names;
}

async function namesById(ctx: Ctx, ids: ReferenceIds): Promise<ReferenceNames> {
  const [tracks = [], users = [], packs = [], threads = []] = referenceKinds.map((kind) =>
    ids[kind].slice(0, maxNames),
  );
  if (!tracks.length && !users.length && !packs.length && !threads.length) return NO_NAMES;
  const site = ctx.site.code;
  const onlyThese = {
    track: { track_id: tracks },
    profile: { user_id: users },
    pack: { pack_id: packs },
    forum_thread: { thread_id: threads },
  };
  const reading = sql<NameRow>`
    select 'track' as kind, track_id as id, name from track
      where site = ${site} and track_id = any(${tracks}::integer[]) and is_public and is_listed
    union all select 'user', user_id, name from profile
      where site = ${site} and user_id = any(${users}::integer[])
    union all select 'pack', pack_id, name from pack
      where site = ${site} and pack_id = any(${packs}::integer[]) and is_public
    union all select 'thread', h.thread_id, h.title from forum_thread h
      join forum_board b on b.site = h.site and b.board_id = h.board_id
      where h.site = ${site} and h.thread_id = any(${threads}::integer[]) and h.posts > 0 and b.read_level = 0`;
  const { rows } = await readingOnly(onlyThese, () => reading.execute(ctx.db));
  const named = (kind: NameRow['kind']) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, plainName(row)]));
  return { track: named('track'), user: named('user'), pack: named('pack'), thread: named('thread') };
}

/** Titles of threads contain no codes: a `$` in them is typed. */
const plainName = ({ kind, name }: NameRow): string => (kind === 'thread' ? name : stripGameText(name));

/** Reads the names and pictures of everything that some messages refer to, together for all of them. */
export const namesIn = (ctx: Ctx, sources: readonly string[]): Promise<ReferenceNames> =>
  namesOf(
    ctx,
    collectReferences(...sources.map((source) => parseMessage(source, undefined, { site: ctx.site.code }))),
  );

interface Options {
  /** whether `[img]` is shown; it is not in comments and author comments */
  readonly images: boolean;
}

/**
 * Renders the messages of a page as safe HTML with the names and pictures of what they refer to, read together. null stays null;
 * a message with nothing to show becomes '(No text defined)'. Many messages share the work of twenty, see `limitsAmong`.
 */
export async function messagesHtml(
  ctx: Ctx,
  sources: readonly (string | null)[],
  { images }: Options,
): Promise<(string | null)[]> {
  const limits = limitsAmong(sources.filter((source) => source !== null).length);
  const parsed = sources.map((source) =>
    source === null ? null : parseMessage(source, limits, { site: ctx.site.code }),
  );
  const ids = collectReferences(...parsed.filter((nodes) => nodes !== null));
  const references = await namesOf(ctx, images ? ids : { ...ids, picture: [] });
  return parsed.map((nodes) => nodes && renderMessage(nodes, { images, references }));
}

/** Renders one message; see `messagesHtml`. A missing message is one with nothing to show. */
export async function messageHtml(ctx: Ctx, source: string | null, options: Options): Promise<string> {
  const [html] = await messagesHtml(ctx, [source ?? ''], options);
  return html ?? '';
}
