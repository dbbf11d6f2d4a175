import type { ApiParams } from '#lib/query-language/search.ts';

/** The variants of the trackpack list with their own pages; null if there is no such page. */
export function packVariant(
  kind: string | undefined,
  viewerId: number,
): { title: string; scope: ApiParams; needsAccount: boolean } | null {
  if (kind === undefined) return { title: 'Trackpacks', scope: {}, needsAccount: false };
  if (kind !== 'mytrackpacks') return null;
  return { title: 'My trackpacks', scope: { manageruserid: String(viewerId) }, needsAccount: true };
}
