import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';

/** A claim whose code was never used is deleted after this time. */
const expiredDays = 30;

/**
 * Every night, deletes claims whose code has long expired, and releases logins that identify nobody: files of earlier versions could
 * bind any text. Their owners are notified.
 */
export const sweepLogins: Job = defineJob({
  name: 'sweep-logins',
  input: z.object({}),
  cron: '23 4 * * *',
  run: async (services) => {
    const db = acrossSites(services.db, 'one job removes the old claims of all editions');
    await db
      .deleteFrom('login_claim')
      .where('state', '=', 'open')
      .where('expires_at', '<', daysBefore(services.clock.now(), expiredDays))
      .execute();
    for (const site of services.sites)
      await releaseOddLogins(makeCtx(services, site, visitor, services.requestId));
  },
});

/** Logins that are none of the games: see isLogin. */
const isOdd = sql<boolean>`login_key !~ '^[A-Za-z0-9_.-]{1,64}$'`;

async function releaseOddLogins(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const released = await tx.db
      .deleteFrom('game_login')
      .where('site', '=', tx.site.code)
      .where(isOdd)
      .returning(['login', 'user_id'])
      .execute();
    for (const [userId, logins] of Map.groupBy(released, ({ user_id }) => user_id))
      await notify(tx, {
        to: [userId],
        kind: 'login.released',
        text: `The name ${logins.map(({ login }) => shown(login)).join(', ')} is no longer one of your logins: game logins only have letters, digits, dots, hyphens and underscores. Your replays stay.`,
        link: `${routes.account()}#logins`,
      });
  });
}

const shown = (login: string) => `“${login.replace(/\s+/g, ' ').trim().slice(0, 60)}”`;
