import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { type Reading, rowsBehind } from '#platform/lists/walk.ts';
import { type ForeignPart, foreignParts } from '../foreign.ts';
import {
  type HeldKind,
  type HeldPlace,
  type HeldState,
  isHeldKind,
  isHeldState,
  placeOfKind,
} from '../held.ts';

/** A stored text that is or was held. */
export interface HeldText {
  readonly heldId: number;
  readonly userId: number;
  readonly kind: HeldKind;
  readonly placeId: number;
  readonly title: string | null;
  /** '' some time after its release */
  readonly text: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly parts: readonly ForeignPart[];
  readonly state: HeldState;
  readonly heldAt: Date;
  readonly endedAt: Date | null;
  readonly resultId: number | null;
  /** the text that a change replaces */
  readonly replaced: string | null;
}

const texts = (ctx: Ctx) => forSite(ctx, 'held_text').selectAll('held_text');
type Row = Awaited<ReturnType<ReturnType<typeof texts>['executeTakeFirstOrThrow']>>;

const heldOf = (row: Row): HeldText => ({
  heldId: row.held_id,
  userId: row.user_id,
  kind: isHeldKind(row.kind) ? row.kind : 'comment',
  placeId: row.place_id,
  title: row.title,
  text: row.text,
  payload: { ...row.payload },
  parts: foreignParts.filter((part) => row.parts.includes(part)),
  state: isHeldState(row.state) ? row.state : 'waiting',
  heldAt: row.held_at,
  endedAt: row.ended_at,
  resultId: row.result_id,
  replaced: row.replaced,
});

/** The hosts of all editions: links to them need no moderator. */
export const ownHosts = ({ sites }: Pick<Ctx, 'sites'>): ReadonlySet<string> =>
  new Set(sites.flatMap(({ host, aliases }) => [host, ...aliases]));

/** A held text; null if it does not exist. Checks no permissions. */
export async function heldText(ctx: Ctx, heldId: number): Promise<HeldText | null> {
  const row = await texts(ctx).where('held_id', '=', heldId).executeTakeFirst();
  return row ? heldOf(row) : null;
}

/** The same, locked until the transaction ends; throws a Problem 404 if it does not exist. */
export async function heldForUpdate(tx: TxCtx, heldId: number): Promise<HeldText> {
  const row = await texts(tx).where('held_id', '=', heldId).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound('This text');
  return heldOf(row);
}

/** The texts of a user that wait, oldest first. At most ten wait at the same time. */
export async function waitingOf(ctx: Ctx, userId: number): Promise<readonly HeldText[]> {
  const rows = await texts(ctx)
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .orderBy('held_at')
    .orderBy('held_id')
    .execute();
  return rows.map(heldOf);
}

/** The texts of a user on one page of their list. */
export const heldTextsOf = async (ctx: Ctx, userId: number, reading: Reading): Promise<HeldText[]> =>
  (await rowsBehind(texts(ctx).where('user_id', '=', userId), reading).execute()).map(heldOf);

/** How many texts of a user moderators released. */
export async function releasedTexts(ctx: Ctx, userId: number): Promise<number> {
  const { count } = await forSite(ctx, 'held_text')
    .where('user_id', '=', userId)
    .where('state', '=', 'released')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The places of texts in the queue of their edition, by id; the first is 1. Texts that do not wait have none. */
export async function queuePlaces(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const site = sql.lit(ctx.site.code);
  const { rows } = await sql<{ id: number; place: number }>`
    select t.held_id as id, (
      select count(*)::integer + 1 from held_text earlier
      where earlier.site = ${site} and earlier.state = 'waiting'
        and (earlier.held_at, earlier.held_id) < (t.held_at, t.held_id)
    ) as place
    from held_text t where t.site = ${site} and t.held_id = any(${[...ids]}::integer[]) and t.state = 'waiting'`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** The name of what a text is written on, and the kind of thing it is. */
interface NamedPlace {
  readonly place: HeldPlace;
  readonly placeId: number;
  readonly name: string;
}

const placeKey = (place: HeldPlace, placeId: number) => `${place} ${placeId}`;

/** The names of what some texts are written on, whatever their visibility. */
export async function placeNames(
  ctx: Ctx,
  held: readonly Pick<HeldText, 'kind' | 'placeId'>[],
): Promise<(text: Pick<HeldText, 'kind' | 'placeId'>) => string> {
  const site = sql.lit(ctx.site.code);
  const ids = (place: HeldPlace) =>
    held.filter(({ kind }) => placeOfKind[kind] === place).map(({ placeId }) => placeId);
  const { rows } = await sql<NamedPlace>`
    select 'track' as place, track_id as "placeId", name from track
      where site = ${site} and track_id = any(${ids('track')}::integer[])
    union all select 'board', board_id, title from forum_board
      where site = ${site} and board_id = any(${ids('board')}::integer[])
    union all select 'thread', thread_id, title from forum_thread
      where site = ${site} and thread_id = any(${ids('thread')}::integer[])
    union all select 'news', news_id, title from news
      where site = ${site} and news_id = any(${ids('news')}::integer[])`.execute(ctx.db);
  const names = new Map(rows.map(({ place, placeId, name }) => [placeKey(place, placeId), { place, name }]));
  return ({ kind, placeId }) => {
    const found = names.get(placeKey(placeOfKind[kind], placeId));
    return found?.name ?? `${placeOfKind[kind]} ${placeId}`;
  };
}
