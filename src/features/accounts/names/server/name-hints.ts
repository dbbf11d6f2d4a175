import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { acrossSites, forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { isReservedName } from '#features/users/reserved-names.ts';
import type { Services } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';

/** The names of one batch are compared without a pause: some milliseconds. */
const batch = 50;
const hint = 'misleadingName';
const score = 30;

interface Named {
  readonly account_id: number;
  readonly name: string;
}

/** The next accounts of users without a role: the crew may be named as what it is. */
const accountsAfter = ({ db }: Pick<Services, 'db'>, accountId: number): Promise<Named[]> =>
  db
    .selectFrom('account')
    .where('account_id', '>', accountId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('role_grant')
            .whereRef('role_grant.account_id', '=', 'account.account_id')
            .select('role_grant.account_id'),
        ),
      ),
    )
    .orderBy('account_id')
    .limit(batch)
    .select(['account_id', 'name'])
    .execute();

/** Opens a case on the first edition where the account has a profile, unless moderators have or had one about its name. */
async function giveHint(services: Services, requestId: string, { account_id, name }: Named): Promise<void> {
  const profiles = await acrossSites(services.db, 'an account has a profile on each edition')
    .selectFrom('profile')
    .where('account_id', '=', account_id)
    .where('closed_at', 'is', null)
    .select(['site', 'user_id'])
    .execute();
  const site = services.sites.find(({ code }) => profiles.some((profile) => profile.site === code));
  const userId = profiles.find((profile) => profile.site === site?.code)?.user_id;
  if (!site || userId === undefined) return;
  await inTransaction(makeCtx(services, site, visitor, requestId), async (tx) => {
    const known = await forSite(tx, 'moderation_case')
      .innerJoin('case_source', (join) =>
        join
          .onRef('case_source.site', '=', 'moderation_case.site')
          .onRef('case_source.case_id', '=', 'moderation_case.case_id'),
      )
      .where('moderation_case.subject_kind', '=', 'user')
      .where('moderation_case.subject_id', '=', userId)
      .where('case_source.hint', '=', hint)
      .select('moderation_case.case_id')
      .limit(1)
      .executeTakeFirst();
    if (known) return;
    const text = `The name “${name}” was registered before it was reserved for the site. Readers could mistake it for the crew.`;
    await openCase(tx, {
      subject: { kind: 'user', id: userId },
      source: 'hint',
      hint,
      score,
      text,
      personId: userId,
    });
  });
}

/**
 * Every week, opens cases about accounts whose name is reserved now but was registered before.
 * The names stay until a moderator decides.
 */
export const nameHints = defineJob({
  name: 'name-hints',
  input: z.object({}),
  cron: '23 3 * * 1',
  async run(services) {
    let last = 0;
    for (;;) {
      const accounts = await accountsAfter(services, last);
      for (const account of accounts)
        if (isReservedName(account.name, services.sites))
          await giveHint(services, services.requestId, account);
      const next = accounts.at(-1);
      if (!next) return;
      last = next.account_id;
      await setImmediate();
    }
  },
});
