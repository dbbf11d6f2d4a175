import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { hostOf } from '#platform/remote/address.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { routes } from '#routes/routes.ts';
import { type DrivenWith, identifies } from '../../claims.ts';
import { Page, SourceUser } from '../../source-rows.ts';
import type { CopiedProfile } from './read-claims.ts';

/** Of the answer with one profile. */
const limits = { maxBytes: 1024 * 1024, timeoutMs: 10_000, accept: ['application/json'] } as const;

/** Reads the text of a profile at its source. Throws a Problem if it cannot be read. */
export async function textAtSource(ctx: Ctx, { origin, sourceId }: CopiedProfile): Promise<string> {
  const url = new URL(routes.apiUsers(), origin);
  url.searchParams.set('id', String(sourceId));
  url.searchParams.set('count', '1');
  url.searchParams.set('fields', 'UserId,Name,UserComments');
  const file = await ctx.remote.get(url.href, { ...limits, hosts: [hostOf(url)] }).catch((error: unknown) => {
    if (!(error instanceof RemoteRefusal)) throw error;
    throw new Problem(422, `Your profile there can’t be read. ${error.reason}`);
  });
  const user = userIn(Buffer.from(file.bytes).toString('utf8'));
  // a site that answers another question proves nothing about this user
  if (user?.UserId !== sourceId)
    throw new Problem(422, `${url.hostname} doesn’t show this profile at the moment. Try again later.`);
  return user.UserComments ?? '';
}

function userIn(text: string): SourceUser | null {
  try {
    const page = Page.safeParse(JSON.parse(text));
    const user = SourceUser.safeParse(page.success ? page.data.Results[0] : null);
    return user.success ? user.data : null;
  } catch {
    return null;
  }
}

/** The login with which most of the replays of a profile were driven; null if none identifies its user. */
export async function loginOfProfile(ctx: Ctx, copiedId: number): Promise<string | null> {
  const rows = await forSite(ctx, 'replay')
    .where('user_id', '=', copiedId)
    .where('driver_login', 'is not', null)
    .select((eb) => [sql<string>`lower(driver_login)`.as('login'), eb.fn.countAll<string>().as('replays')])
    .groupBy(sql`lower(driver_login)`)
    .execute();
  const driven: DrivenWith[] = rows.map(({ login, replays }) => ({ login, replays: Number(replays) }));
  return driven.find(({ login }) => identifies(login, driven))?.login ?? null;
}

/** Whether the viewer has proved to play with a login by more than a file, which anyone can write. */
export async function hasProvedLogin(ctx: Ctx, login: string): Promise<boolean> {
  const row = await forSite(ctx, 'game_login')
    .where('login_key', '=', login)
    .where('user_id', '=', ctx.viewer.userId)
    .where('proof', 'in', ['record', 'moderator'])
    .select('login_key')
    .executeTakeFirst();
  return row !== undefined;
}
