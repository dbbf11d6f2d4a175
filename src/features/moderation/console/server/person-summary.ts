import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { PersonSummary } from '../../rows.ts';

const maxCounted = 100;

/** The short record of a user of this edition; null for one who does not exist. */
export async function personSummary(ctx: Ctx, userId: number): Promise<PersonSummary | null> {
  const cases = forSite(ctx, 'moderation_case')
    .where('person_id', '=', userId)
    .select('state')
    .limit(maxCounted);
  const acts = forSite(ctx, 'moderation_act')
    .where('person_id', '=', userId)
    .select('act_id')
    .limit(maxCounted);
  const [person, ofCases, ofActs] = await Promise.all([
    forSite(ctx, 'profile')
      .where('user_id', '=', userId)
      .select(['name', 'tint', 'registered_at', 'closed_at', 'tracks', 'comments_given', 'forum_posts'])
      .executeTakeFirst(),
    ctx.db
      .selectFrom(cases.as('c'))
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where c.state = 'open'))::int`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom(acts.as('a')).select(sql<number>`count(*)::int`.as('all')).executeTakeFirstOrThrow(),
  ]);
  if (!person) return null;
  return {
    UserId: userId,
    Name: person.name,
    Tint: person.tint,
    registeredAt: person.registered_at,
    isClosed: person.closed_at !== null,
    tracks: person.tracks,
    comments: person.comments_given,
    posts: person.forum_posts,
    acts: ofActs.all,
    cases: ofCases.all,
    openCases: ofCases.open,
  };
}
