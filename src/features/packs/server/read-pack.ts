import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import type { Viewer } from '#platform/viewer.ts';
import { packList } from '../list/server/list.ts';
import { type PackOfPage, packHeadFields, packPageFields } from '../page-data.ts';
import { managesPack } from '../submission.ts';

const listPacks = reader(packList);

const plainName = (pack: { PackId: number; PackName: string }) =>
  stripGameText(pack.PackName).trim() || `Trackpack ${pack.PackId}`;

/** What other pages say of a pack; null if there is none that this viewer may see. */
export async function packById(ctx: Ctx, packId: number) {
  if (packId === 0) return null;
  const { Results } = await listPacks(ctx, { fields: packHeadFields, id: [packId], count: 1 });
  const [pack] = Results;
  return pack ? { ...pack, plainName: plainName(pack) } : null;
}

/** A pack for its own page; null if there is none that this viewer may see. */
export async function packForPage(ctx: Ctx, packId: number): Promise<PackOfPage | null> {
  if (packId === 0) return null;
  const { Results } = await listPacks(ctx, { fields: packPageFields, id: [packId], count: 1 });
  const [pack] = Results;
  return pack ? { ...pack, plainName: plainName(pack) } : null;
}

interface Managed {
  readonly Creator: { readonly UserId: number };
  readonly Managers: readonly { readonly User: { readonly UserId: number } }[];
}

/** Whether the viewer may see every track with its status. */
export const mayManagePack = (viewer: Viewer, { Creator, Managers }: Managed): boolean =>
  managesPack(viewer, {
    ownerId: Creator.UserId,
    isNamedManager: Managers.some(({ User }) => User.UserId === viewer.userId),
  });
