import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/rows.ts';
import type { Viewer } from '#platform/viewer.ts';
import { managesPack } from '../submission.ts';
import { packList } from './list.ts';

const listPacks = reader(packList);

const headFields = [
  'PackId',
  'PackName',
  'Description',
  'Creator.UserId',
  'Creator.Name',
  'Managers[]',
  'Tracks',
  'PackValue',
  'Downloads',
  'AllowsTrackSubmissions',
  'IsLegacy',
  'IsPublic',
  'MapListReleased',
  'CreatedAt',
  'UpdatedAt',
] as const;

/** The header of a pack's page; null if there is none that this viewer may see. */
export async function packById(ctx: Ctx, packId: number) {
  if (packId === 0) return null;
  const { Results } = await listPacks(ctx, { fields: headFields, id: [packId], count: 1 });
  const [pack] = Results;
  if (!pack) return null;
  return { ...pack, plainName: stripGameText(pack.PackName).trim() || `Trackpack ${packId}` };
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
