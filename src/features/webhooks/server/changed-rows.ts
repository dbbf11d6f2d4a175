import { type ChangeRow, listOfKind, type PublicKind } from '#features/changes/model.ts';
import type { Ctx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { params } from '#platform/lists/params.ts';
import { readStep } from '#platform/lists/run.ts';
import { visitor } from '#platform/viewer.ts';
import { sentFields } from '../message.ts';

/** Reads what a visitor sees of the thing that changed; null: nothing. */
export type ReadChanged = (ctx: Ctx, change: ChangeRow) => Promise<object | null>;

const isRead = (kind: PublicKind): kind is keyof typeof sentFields => Object.hasOwn(sentFields, kind);

/** Reads rows through the lists of the API, so that nothing hidden is sent. */
export function changedRows(routes: () => RouteTable): ReadChanged {
  const rowOf = async (ctx: Ctx, kind: PublicKind, id: number): Promise<object | null> => {
    const endpoint = new Map<string, Endpoint>(Object.entries(routes())).get(`GET ${listOfKind[kind]}`);
    if (!isRead(kind) || !endpoint || !isListEndpoint(endpoint)) return null;
    // without finders: another process may not have read the change yet
    const asVisitor = { ...ctx, viewer: visitor, finders: new Map() };
    const { rows } = await readStep(
      asVisitor,
      endpoint.list,
      params({ id: String(id), fields: sentFields[kind].join() }),
    );
    return rows[0] === undefined ? null : JSON.parse(rows[0]);
  };
  return async (ctx, { Kind, Id, ParentId }) => {
    if (Kind !== 'packentry') return rowOf(ctx, Kind, Id);
    const [Track, Pack] = await Promise.all([rowOf(ctx, 'track', Id), rowOf(ctx, 'pack', ParentId ?? 0)]);
    return Track && Pack && { Track, Pack };
  };
}
