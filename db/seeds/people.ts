import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { emailKey, nameKey } from '#features/accounts/model.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Clock } from '#platform/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { type CastMember, cast } from './cast.ts';
import { makeAccount, makeUser } from './make.ts';

const dayMs = 86_400_000;
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

interface Stage {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** The address under which a member of the cast is known again; no mail can reach it. */
function addressOf({ name }: CastMember): string {
  const slug = foldForSearch(name).replace(/[^a-z0-9]+/g, '-');
  return `${/[a-z]{2}/.test(slug) ? slug : `cast-${cast.findIndex((member) => member.name === name)}`}@demo.invalid`;
}

/** One account for each of the cast, all with this password. Those that are there already get the password alone. */
export async function plantAccounts(stage: Stage, passwordHash: string): Promise<Map<string, number>> {
  const accounts = new Map<string, number>();
  for (const member of cast) accounts.set(member.name, await plantAccount(stage, member, passwordHash));
  return accounts;
}

async function plantAccount(stage: Stage, member: CastMember, passwordHash: string): Promise<number> {
  const { db, clock } = stage;
  const email = addressOf(member);
  const known = await db
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('email_key', '=', emailKey(email))
    .returning('account_id')
    .executeTakeFirst();
  if (known) return known.account_id;
  const now = clock.now();
  const joined = daysBefore(now, member.joinedDaysAgo);
  const accountId = await makeAccount(stage, {
    name: await freeName(db, member.name),
    email,
    email_confirmed_at: joined,
    password_hash: passwordHash,
    supporter_until: member.isSupporter ? daysBefore(now, -200) : null,
    created_at: joined,
  });
  if (member.level !== undefined) {
    const grant = { account_id: accountId, site: null, level: member.level, granted_at: joined };
    await db.insertInto('role_grant').values(grant).execute();
  }
  return accountId;
}

/** A real person may have taken the name: the demo steps aside. */
async function freeName(db: Kysely<Database>, name: string): Promise<string> {
  const taken = await db
    .selectFrom('account')
    .select('account_id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return taken ? `${name} (demo)` : name;
}

/** The profiles of the cast on this edition, as those who act there, by name in the cast. */
export async function plantProfiles(
  stage: Stage & { site: Site },
  accounts: ReadonlyMap<string, number>,
): Promise<Map<string, Viewer>> {
  const { db, site, clock } = stage;
  const known = await db
    .selectFrom('profile')
    .select(['account_id', 'user_id'])
    .where('site', '=', site.code)
    .where('account_id', 'in', [...accounts.values()])
    .execute();
  const viewers = new Map<string, Viewer>();
  // the oldest get the lowest numbers
  for (const member of cast.toSorted((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)) {
    const accountId = accounts.get(member.name) ?? 0;
    const { name } = await db
      .selectFrom('account')
      .select('name')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const userId =
      known.find((profile) => profile.account_id === accountId)?.user_id ??
      (
        await makeUser(stage, {
          account_id: accountId,
          name,
          registered_at: daysBefore(clock.now(), member.joinedDaysAgo),
          custom_title: member.title ?? null,
          user_comments: member.about ?? null,
        })
      ).userId;
    viewers.set(member.name, {
      accountId,
      userId,
      name,
      level: Level.standard,
      isSupporter: false,
      uiMode: 0,
    });
  }
  return viewers;
}
