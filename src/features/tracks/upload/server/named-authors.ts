import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { authorMessages } from '../../authors/authors.ts';
import type { GivenSettings } from '../../settings.ts';
import type { SentEntry } from './entries.ts';

/** Finds the ids of co-authors given by exact name, as browsers without scripts send them. */
export async function withNamed(ctx: Ctx, settings: SentEntry['settings']): Promise<GivenSettings> {
  const names = (settings.Authors ?? []).flatMap(({ Name }) => (Name === undefined ? [] : [Name]));
  if (names.length === 0) return settings;
  const people = await forSite(ctx, 'profile')
    .where('name', 'in', names)
    .where('closed_at', 'is', null)
    .select(['user_id', 'name'])
    .execute();
  const Authors = settings.Authors?.map(({ UserId, Role, Name }) => {
    if (Name === undefined) return { UserId, Role };
    const person = people.find(({ name }) => name === Name);
    if (!person) throw new Problem(422, `“${Name}”: ${authorMessages.unknown}`, { field: 'Authors' });
    return { UserId: person.user_id, Role };
  });
  return { ...settings, Authors };
}
