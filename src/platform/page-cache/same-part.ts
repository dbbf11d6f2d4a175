import type { Ctx } from '#platform/context.ts';

/** Of the value in memory, approximately. */
const bytesOf = (value: unknown): number => 500 + 2 * (JSON.stringify(value)?.length ?? 0);

/**
 * A part of a page that is the same for everybody, loaded once until something in it changes. `name` contains everything that it depends
 * on, apart from the edition. `load` must not depend on the viewer, and nobody may change what it returns.
 */
export function samePart<T>(ctx: Ctx, name: string, load: () => Promise<T>): Promise<T> {
  const { caches, site } = ctx;
  if (!caches?.parts.isOn || 'inTransaction' in ctx) return load();
  const asked = { site: site.code, key: `${site.code} ${name}`, network: 'everybody', state: null };
  return caches.parts.part(asked, load, bytesOf) as Promise<T>; // under this name, only such values are stored
}
