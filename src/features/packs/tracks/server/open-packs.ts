import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import { packList } from '../../list/server/list.ts';

const listPacks = reader(packList);
const maxOffered = 20;

/** Packs that accept submissions, by a part of their name or their id; the most active first. */
export async function openPacks(ctx: Ctx, name: string) {
  const { Results } = await listPacks(ctx, {
    fields: [
      'PackId',
      'PackName',
      'Creator.UserId',
      'Creator.Name',
      'Creator.CustomUrl',
      'Creator.Tint',
      'Tracks',
    ],
    insubmissions: '1',
    inlegacy: '0',
    order1: 8,
    count: maxOffered,
    ...(name !== '' && { name }),
  });
  return Results.map((pack) => ({
    ...pack,
    plainName: stripGameText(pack.PackName).trim() || `Trackpack ${pack.PackId}`,
  }));
}
