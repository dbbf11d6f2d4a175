import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { numberKey, timeKey, type WalkedList, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import { messagesHtml } from '#platform/messages.ts';
import { routes } from '#routes/routes.ts';
import { foreignAddresses } from '../foreign.ts';
import { deletedAt, expiresAt, type HeldPlace, heldKinds, placeOfKind } from '../held.ts';
import type { ShownHeld } from '../shown-held.ts';
import { mayHaveHeldTexts, mayReadHeld } from './policy.ts';
import {
  type HeldText,
  heldText,
  heldTextsOf,
  ownHosts,
  placeNames,
  queuePlaces,
  waitingOf,
} from './repo.ts';

const links: Readonly<Record<HeldPlace, (id: number) => string>> = {
  track: (id) => routes.trackShow(id),
  board: (id) => routes.forums(id),
  thread: (id) => routes.threadShow(id),
  news: (id) => routes.newsShow(id),
};

/** Held texts for their author or the crew. */
async function shownHeld(ctx: Ctx, texts: readonly HeldText[]): Promise<readonly ShownHeld[]> {
  if (texts.length === 0) return [];
  const own = ownHosts(ctx);
  const ids = texts.map(({ heldId }) => heldId);
  const [queue, nameOf, html] = await Promise.all([
    queuePlaces(ctx, ids),
    placeNames(ctx, texts),
    // pictures of other hosts are fetched after the release
    messagesHtml(
      ctx,
      texts.map(({ text }) => (text === '' ? null : text)),
      { images: false },
    ),
  ]);
  return texts.map((text, index) => ({
    heldId: text.heldId,
    what: heldKinds[text.kind],
    place: { name: stripGameText(nameOf(text)), link: links[placeOfKind[text.kind]](text.placeId) },
    title: text.title,
    html: html[index] ?? null,
    source: text.text,
    parts: text.parts,
    addresses: [...new Set(foreignAddresses(text.text, own).map(({ address }) => address))],
    state: text.state,
    heldAt: text.heldAt,
    endedAt: text.endedAt,
    endsAt: text.endedAt ? deletedAt(text.endedAt) : expiresAt(text.heldAt),
    queuePlace: queue.get(text.heldId) ?? null,
  }));
}

/** The viewer's own texts that wait here, to be shown where they will appear. `ctx` is that of the edition of the place. */
export async function waitingHere(
  ctx: Ctx,
  place: HeldPlace,
  placeId: number,
): Promise<readonly ShownHeld[]> {
  const { userId } = ctx.viewer;
  if (userId === 0 || isModerator(ctx.viewer)) return [];
  const waiting = await waitingOf(ctx, userId);
  return shownHeld(
    ctx,
    waiting.filter((one) => placeOfKind[one.kind] === place && one.placeId === placeId),
  );
}

const newestHeldTexts: WalkedList<HeldText> = {
  pageSize: 20,
  direction: 'desc',
  keys: [timeKey('held_at', ({ heldAt }) => heldAt), numberKey('held_id', ({ heldId }) => heldId)],
};

/** The viewer's own texts that are or were held, newest first. */
export async function ownHeldTexts(ctx: Ctx, address: URLSearchParams): Promise<WalkedPage<ShownHeld>> {
  assertAllowed(mayHaveHeldTexts(ctx.viewer));
  const page = await walkPage(newestHeldTexts, address, {}, (reading) =>
    heldTextsOf(ctx, ctx.viewer.userId, reading),
  );
  return { ...page, rows: await shownHeld(ctx, page.rows) };
}

/** A held text for its author or the crew; throws a Problem 404 for everybody else. */
export async function heldTextPage(
  ctx: Ctx,
  param: string | undefined,
): Promise<{ text: ShownHeld; isOwn: boolean; author: { UserId: number; Name: string } }> {
  const held = await heldText(ctx, rowIdIn(param) ?? 0);
  if (!held || !mayReadHeld(ctx.viewer, held)) throw notFound('This text');
  const [text] = await shownHeld(ctx, [held]);
  const author = await forSite(ctx, 'profile')
    .where('user_id', '=', held.userId)
    .select(['user_id as UserId', 'name as Name'])
    .executeTakeFirstOrThrow();
  if (!text) throw notFound('This text');
  return { text, isOwn: held.userId === ctx.viewer.userId, author };
}
