import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import { changesAt } from './reads.ts';
import { textsChangeAt } from './relative-times.ts';

/** Of the value in memory, approximately. */
const bytesOf = (value: unknown): number => 500 + 2 * (JSON.stringify(value)?.length ?? 0);

/** Values that pages share. */
const shared = new WeakSet<object>();

/**
 * A part of a page that is the same for everybody, loaded once until something in it changes. `name` contains everything that it depends
 * on, apart from the edition. `load` must not depend on the viewer, and nobody may change what it returns.
 */
export async function samePart<T>(ctx: Ctx, name: string, load: () => Promise<T>): Promise<T> {
  const { caches, site } = ctx;
  if (!caches?.parts.isOn || 'inTransaction' in ctx) return load();
  const asked = {
    site: site.code,
    key: `${site.code} ${name}`,
    network: 'everybody',
    state: null,
    readAt: ctx.readAt,
  };
  const value = (await caches.parts.part(asked, load, bytesOf)) as T; // under this name, only such values are stored
  if (typeof value === 'object' && value !== null) shared.add(value);
  return value;
}

/** As visitors see it; moderators see more. */
export const asVisitorsSee = (ctx: Ctx): Ctx => (isModerator(ctx.viewer) ? ctx : { ...ctx, viewer: visitor });

/**
 * A part as visitors see it, shared by visitors and members: `load` gets the context of a visitor. What is a member's own in it is added
 * to a copy. Moderators see more, so their parts are loaded for them.
 */
export const visitorsPart = <T>(ctx: Ctx, name: string, load: (ctx: Ctx) => Promise<T>): Promise<T> =>
  isModerator(ctx.viewer) ? load(ctx) : samePart(ctx, `visitors ${name}`, () => load(asVisitorsSee(ctx)));

/**
 * The HTML of a part, rendered once for each value that `samePart` or `visitorsPart` returned and for each level of viewers; null for any
 * other value. It must follow from these, `name` and the edition, and contain no script.
 */
export async function partHtml(
  ctx: Ctx,
  name: string,
  value: object,
  render: () => Promise<string>,
): Promise<string | null> {
  const { caches, site, viewer } = ctx;
  if (!caches?.parts.isOn || !shared.has(value)) return null;
  const key = `${site.code} html ${name} for level ${viewer.level}`;
  const asked = { site: site.code, key, network: 'everybody', state: value };
  const make = async () => {
    const html = await render();
    changesAt(textsChangeAt(html, ctx.clock.now()));
    return html;
  };
  return (await caches.parts.part(asked, make, bytesOf)) as string; // likewise
}
