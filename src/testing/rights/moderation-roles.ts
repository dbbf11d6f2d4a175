import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';

/** The viewer's relation to the edition of a case, act or decision, in the order of the columns. */
export const moderationRoles = [
  'visitor',
  'member',
  'person concerned',
  'moderator of another edition',
  'moderator of this edition',
  'site leader of both',
  'administrator',
] as const;
export type ModerationRole = (typeof moderationRoles)[number];

const granted: Readonly<
  Record<ModerationRole, { readonly level: Level; readonly on: 'here' | 'there' | 'both' } | null>
> = {
  visitor: null,
  member: null,
  'person concerned': null,
  'moderator of another edition': { level: Level.moderator, on: 'there' },
  'moderator of this edition': { level: Level.moderator, on: 'here' },
  'site leader of both': { level: Level.siteLeader, on: 'both' },
  administrator: { level: Level.administrator, on: 'both' },
};

/** The role that counts on the edition of the subject. */
export function levelHere(role: ModerationRole): Level | null {
  const grant = granted[role];
  return grant && grant.on !== 'there' ? grant.level : null;
}

/** A person for each role, as a browser of this edition and as one of the other. */
export type ModerationPeople = Readonly<
  Record<ModerationRole, { readonly here: TestCtx; readonly there: TestCtx }>
>;

export async function moderationPeople(world: TestCtx, there: string): Promise<ModerationPeople> {
  const here = world.site.code;
  const made = {} as Record<ModerationRole, { here: TestCtx; there: TestCtx }>; // filled below, key by key
  for (const role of moderationRoles) {
    const grant = granted[role];
    const person = role === 'visitor' ? seenFrom(world, { viewer: visitor }) : await asMember(world);
    if (grant) {
      const sites = { here: [here], there: [there], both: 'all' as const };
      await grantRole(person, grant.level, sites[grant.on]);
    }
    const levelOn = (on: 'here' | 'there') =>
      grant && (grant.on === on || grant.on === 'both') ? { level: grant.level } : {};
    made[role] = {
      here: seenFrom(person, { viewer: { ...person.viewer, ...levelOn('here') } }),
      there: seenFrom(person, { site: there, viewer: { ...person.viewer, ...levelOn('there') } }),
    };
  }
  return made;
}

/** Stores an act of the log as if it had been done, whatever its subject. */
export async function storedActOf(
  ctx: TestCtx,
  act: string,
  subject: { kind: string; id: number },
  personId: number | null,
): Promise<number> {
  const { next } = await forSite(ctx, 'moderation_act')
    .select((eb) => eb.fn.coalesce(eb.fn.max('act_id'), eb.lit(0)).as('next'))
    .executeTakeFirstOrThrow();
  const act_id = Math.max(1_000_000, Number(next)) + 1;
  await ctx.db
    .insertInto('moderation_act')
    .values({
      site: ctx.site.code,
      act_id,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: 'The table of rights.',
      user_id: null,
      acted_at: ctx.clock.now(),
      before: null,
      after: null,
      person_id: personId,
      case_id: null,
      undoes: null,
    })
    .execute();
  return act_id;
}
