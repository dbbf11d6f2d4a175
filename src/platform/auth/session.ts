import { type Adapter, Lucia, TimeSpan } from 'lucia';
import type { UiMode } from '#lib/codes/level.ts';
import type { Services } from '#platform/context.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { cookieName, presentedSessionId, type Sender } from './cookies.ts';
import { levelOf } from './level.ts';
import { hashOf, type SessionRow, sessionRow } from './session-adapter.ts';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof sessions>;
    UserId: number;
    DatabaseUserAttributes: SessionRow;
  }
}

type Needs = Pick<Services, 'db' | 'clock'>;

/** Sessions last this long after the last visit (renewed once half of it has passed). */
export const sessionDays = 30;

// lucia reads the machine's clock; the shift lets ctx.clock rule, so that expiry can be tested in a line.
const sessions = ({ db, clock }: Needs, site: Pick<Site, 'code'>, secure: boolean) => {
  const shift = clock.now().getTime() - Date.now();
  const toTable = (date: Date) => new Date(date.getTime() + shift);
  const fromTable = (date: Date) => new Date(date.getTime() - shift);
  const adapter: Adapter = {
    async getSessionAndUser(id) {
      const row = await sessionRow(db, site.code, id, clock.now());
      if (!row) return [null, null];
      const userId = row.account_id;
      return [
        { id, userId, expiresAt: fromTable(row.expires_at), attributes: {} },
        { id: userId, attributes: row },
      ];
    },
    getUserSessions: async () => [], // never asked: sessions are counted by account, without their ids
    async setSession(session) {
      await db
        .insertInto('session')
        .values({
          id_hash: hashOf(session.id),
          account_id: session.userId,
          site: site.code,
          created_at: clock.now(),
          expires_at: toTable(session.expiresAt),
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable('session')
        .set({ expires_at: toTable(expiresAt) })
        .where('id_hash', '=', hashOf(id))
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom('session').where('id_hash', '=', hashOf(id)).execute();
    },
    async deleteUserSessions(accountId) {
      await db.deleteFrom('session').where('account_id', '=', accountId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom('session').where('expires_at', '<=', clock.now()).execute();
    },
  };
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(sessionDays, 'd'),
    sessionCookie: {
      name: cookieName('session', site, secure),
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (row) => ({ row }),
  });
};

function viewerFrom(row: SessionRow, now: Date, mailDelivers: boolean): Viewer {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    level: levelOf(
      {
        grantedLevel: row.granted_level,
        addressConfirmed: row.email_confirmed_at !== null,
        mailDelivers,
        registeredAt: row.created_at,
        awardsReceived: row.awards_received,
      },
      now,
    ),
    isSupporter: row.supporter_until !== null && row.supporter_until > now,
    uiMode: row.ui_mode as UiMode, // the table allows 0..2 only
  };
}

/**
 * Who sent this request, on this edition. Costs no query without a session cookie and one with it. `setCookies`
 * belong on the answer: a session past half its life is renewed, one that has ended is taken from the browser.
 */
export async function viewerOf(
  services: Needs & Pick<Services, 'mail'>,
  site: Pick<Site, 'code'>,
  sender: Sender,
): Promise<{ viewer: Viewer; setCookies: string[] }> {
  const id = presentedSessionId(site, sender);
  if (!id) return { viewer: visitorOf(sender), setCookies: [] };
  const lucia = sessions(services, site, sender.secure);
  const { session, user } = await lucia.validateSession(id);
  if (!session) {
    return { viewer: visitorOf(sender), setCookies: [lucia.createBlankSessionCookie().serialize()] };
  }
  return {
    viewer: viewerFrom(user.row, services.clock.now(), services.mail.delivers),
    setCookies: session.fresh ? [lucia.createSessionCookie(id).serialize()] : [],
  };
}

/** Visitors keep their mode in a cookie of their own, which the theme script reads before the first paint. */
export const uiModeCookie = 'ui_mode';

function visitorOf(sender: Sender): Viewer {
  const mode = sender.cookies[uiModeCookie];
  return mode === '1' || mode === '2' ? { ...visitor, uiMode: mode === '1' ? 1 : 2 } : visitor;
}

/** Begins a session under a new id, never one the browser brought, and ends the one it came with. */
export async function signIn(ctx: Needs & { site: Site }, sender: Sender, accountId: number) {
  const lucia = sessions(ctx, ctx.site, sender.secure);
  const before = presentedSessionId(ctx.site, sender);
  if (before) await lucia.invalidateSession(before);
  const session = await lucia.createSession(accountId, {});
  return { sessionId: session.id, setCookie: lucia.createSessionCookie(session.id).serialize() };
}

/** Ends the session the browser came with; answers the Set-Cookie that takes it from the browser. */
export async function signOut(ctx: Needs & { site: Site }, sender: Sender): Promise<string> {
  const lucia = sessions(ctx, ctx.site, sender.secure);
  const id = presentedSessionId(ctx.site, sender);
  if (id) await lucia.invalidateSession(id);
  return lucia.createBlankSessionCookie().serialize();
}

/** Ends every session of the account, on all editions; `except` is the id of the one that may stay. */
export async function signOutEverywhere(
  { db }: Needs,
  accountId: number,
  except?: string | null,
): Promise<void> {
  let query = db.deleteFrom('session').where('account_id', '=', accountId);
  if (except) query = query.where('id_hash', '<>', hashOf(except));
  await query.execute();
}

/** Takes sessions that have ended out of the table. */
export async function sweepSessions({ db, clock }: Needs): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', clock.now()).execute();
}
