import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { emailKey } from '#features/accounts/model.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Clock } from '#platform/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { type CastMember, cast } from './cast.ts';
import { makeAccount, makeUser } from './make.ts';

interface Stage {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** The domain of all demo accounts and of no others: registration refuses addresses that cannot receive mail. */
export const demoDomain = '@demo.invalid';

/** The address that identifies a member of the cast. */
export function addressOf({ name }: CastMember): string {
  const slug = foldForSearch(name).replace(/[^a-z0-9]+/g, '-');
  const user = /[a-z]{2}/.test(slug) ? slug : `cast-${cast.findIndex((member) => member.name === name)}`;
  return user + demoDomain;
}

/** One account for each of the cast, all with this password. Existing ones only get the password. */
export async function seedAccounts(stage: Stage, passwordHash: string): Promise<Map<string, number>> {
  const ids = await stage.db
    .transaction()
    .execute((db) => Promise.all(cast.map((member) => seedAccount({ ...stage, db }, member, passwordHash))));
  return new Map(cast.map(({ name }, index) => [name, ids[index] ?? 0]));
}

/** The account of one member, with this password, and its role if it has one. */
export async function seedAccount(stage: Stage, member: CastMember, passwordHash: string): Promise<number> {
  const { db, clock } = stage;
  const email = addressOf(member);
  const known = await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('email_key', '=', emailKey(email))
    .returning('account_id')
    .executeTakeFirst();
  const joined = daysBefore(clock.now(), member.joinedDaysAgo);
  const accountId =
    known?.account_id ??
    (await makeAccount(stage, {
      name: member.name,
      email,
      email_confirmed_at: joined,
      password_hash: passwordHash,
      supporter_until: member.isSupporter ? daysBefore(clock.now(), -200) : null,
      created_at: joined,
    }));
  if (member.level !== undefined) {
    const grant = { account_id: accountId, site: null, level: member.level, granted_at: joined };
    const held = db.selectFrom('role_grant').select('level').where('account_id', '=', accountId);
    if (!(await held.executeTakeFirst())) await db.insertInto('role_grant').values(grant).execute();
  }
  return accountId;
}

/** The profiles of the cast on this edition, as viewers, by name. */
export async function seedProfiles(
  stage: Stage & { site: Site },
  accounts: ReadonlyMap<string, number>,
): Promise<Map<string, Viewer>> {
  const { site, clock } = stage;
  const known = await stage.db
    .selectFrom('account')
    .leftJoin('profile', (join) =>
      join.onRef('profile.account_id', '=', 'account.account_id').on('profile.site', '=', site.code),
    )
    .select(['account.account_id', 'account.name', 'profile.user_id'])
    .where('account.account_id', 'in', [...accounts.values()])
    .execute();
  const seed = async (db: Kysely<Database>, member: CastMember): Promise<[string, Viewer]> => {
    const account = known.find(({ account_id }) => account_id === accounts.get(member.name));
    if (!account) throw new Error(`The cast has no account of ${member.name}.`);
    const { account_id: accountId, name } = account;
    const profile = {
      account_id: accountId,
      name,
      registered_at: daysBefore(clock.now(), member.joinedDaysAgo),
      custom_title: member.title ?? null,
      user_comments: member.about ?? null,
    };
    const userId = account.user_id ?? (await makeUser({ ...stage, db }, profile)).userId;
    return [member.name, { accountId, userId, name, level: Level.standard, isSupporter: false, uiMode: 0 }];
  };
  // the oldest get the lowest ids
  const oldestFirst = cast.toSorted((a, b) => b.joinedDaysAgo - a.joinedDaysAgo);
  const viewers = await stage.db
    .transaction()
    .execute((db) => Promise.all(oldestFirst.map((member) => seed(db, member))));
  return new Map(viewers);
}
