import { largestInteger } from '#lib/codes/ids.ts';
import { forSite, type SiteScope } from './for-site.ts';

/** The names of users of a site by id; unknown ids are missing. */
export async function peopleNames(
  scope: SiteScope,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const ids = userIds.filter((id) => id > 0 && id <= largestInteger);
  if (ids.length === 0) return new Map();
  const rows = await forSite(scope, 'profile')
    .where('user_id', 'in', ids)
    .select(['user_id', 'name'])
    .execute();
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
