import { forSite } from '#db/for-site.ts';
import type { ActState } from '#features/modlog/model.ts';
import { environmentById } from '#lib/codes/environment.ts';
import type { TxCtx } from '#platform/context.ts';
import { visibilityLabels, visibilityOf } from '../settings.ts';

/** What an edit form can change about a pack, except its picture, as the moderation log shows it; people as their ids. */
export async function loggedSettings(tx: TxCtx, packId: number): Promise<ActState> {
  const pack = await forSite(tx, 'pack')
    .where('pack_id', '=', packId)
    .select(['name', 'description', 'is_public', 'map_list_released', 'allows_submissions'])
    .select(['submissions_per_user', 'has_leaderboard', 'announced_environments'])
    .executeTakeFirstOrThrow();
  const managers = await forSite(tx, 'pack_manager')
    .where('pack_id', '=', packId)
    .orderBy('user_id')
    .select(['user_id', 'role'])
    .execute();
  const visibility = visibilityOf({ isPublic: pack.is_public, mapListReleased: pack.map_list_released });
  return {
    Name: pack.name,
    Description: pack.description ?? '',
    Visibility: visibilityLabels[visibility].label,
    AllowsTrackSubmissions: pack.allows_submissions,
    SubmissionsPerUser: pack.submissions_per_user,
    HasLeaderboard: pack.has_leaderboard,
    Environments: pack.announced_environments.map((id) => environmentById(id)?.name ?? id),
    Managers: managers.map(({ user_id }) => user_id),
    ManagerRoles: managers.map(({ role }) => role),
  };
}

/** The picture of a pack before and after an edit that changed it; the files themselves are not stored. */
export const loggedPicture = (was: boolean, is: boolean) => ({
  before: { Picture: was ? 'a picture' : 'none' },
  after: { Picture: is ? (was ? 'another picture' : 'a picture') : 'none' },
});
