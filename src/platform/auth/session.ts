import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { isModerator } from '#lib/codes/level.ts';
import type { UiMode } from '#lib/codes/ui-mode.ts';
import type { Services } from '#platform/context.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { browserName } from './browser-name.ts';
import { cookieName, modeCookieName, presentedSessionId, type Sender } from './cookies.ts';
import { levelOf } from './level.ts';
import { mutedUntil, suspensionIn } from './sanctions.ts';
import { hashOf, type SessionRow, sessionRow } from './session-adapter.ts';
import { endedBefore, seenLongAgo, sessionEnd, sessionHours } from './session-life.ts';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof sessions>;
    UserId: number;
    DatabaseUserAttributes: SessionRow;
  }
}

type Needs = Pick<Services, 'db' | 'clock'>;

/** How a session begins. */
interface Beginning {
  /** the browser, for the list of sessions */
  userAgent?: string | undefined;
  /** a second factor was proven */
  withFactor?: boolean;
  /** when the user proved who they are; now by default */
  signedInAt?: Date;
}

const hasEnded = (row: SessionRow, now: Date) =>
  now >=
  sessionEnd({
    createdAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    grantedLevel: row.granted_level,
  });

// lucia reads the system clock; the offset makes it follow ctx.clock, so that expiry can be tested.
const sessions = (
  { db, clock }: Needs,
  site: Pick<Site, 'code'>,
  secure: boolean,
  { userAgent, withFactor = false, signedInAt = clock.now() }: Beginning = {},
  renews = true,
  onUnwritten?: (error: unknown) => void,
) => {
  /** With `onUnwritten`, a change that cannot be written (for example on a full disk) is not a failure: the request only reads. */
  const write = async (change: { execute(): Promise<unknown> }) => {
    await (onUnwritten ? change.execute().catch(onUnwritten) : change.execute());
  };
  const shift = clock.now().getTime() - Date.now();
  const toTable = (date: Date) => new Date(date.getTime() + shift);
  const fromTable = (date: Date) => new Date(date.getTime() - shift);
  const adapter: Adapter = {
    async getSessionAndUser(id) {
      const row = await sessionRow(db, site.code, id, clock.now());
      if (!row) return [null, null];
      if (hasEnded(row, clock.now()) || suspensionIn(row.sanctions)) {
        await this.deleteSession(id);
        return [null, null];
      }
      const userId = row.account_id;
      return [
        { id, userId, expiresAt: fromTable(row.expires_at), attributes: {} },
        { id: userId, attributes: row },
      ];
    },
    getUserSessions: async () => [], // unused: sessions are listed without their ids
    async setSession(session) {
      await db
        .insertInto('session')
        .values({
          id_hash: hashOf(session.id),
          account_id: session.userId,
          site: site.code,
          created_at: signedInAt,
          last_seen_at: clock.now(),
          expires_at: toTable(session.expiresAt),
          browser: browserName(userAgent),
          factor_at: withFactor ? clock.now() : null,
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      if (!renews) return;
      await write(
        db
          .updateTable('session')
          .set({ expires_at: toTable(expiresAt) })
          .where('id_hash', '=', hashOf(id)),
      );
    },
    async deleteSession(id) {
      await write(db.deleteFrom('session').where('id_hash', '=', hashOf(id)));
    },
    async deleteUserSessions(accountId) {
      await db.deleteFrom('session').where('account_id', '=', accountId).execute();
    },
    async deleteExpiredSessions() {
      await sweepSessions({ db, clock });
    },
  };
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(sessionHours.member.idle, 'h'), // renewed after half of it
    sessionCookie: {
      name: cookieName('session', site, secure),
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (row) => ({ row }),
  });
};

function viewerFrom(
  row: SessionRow,
  { clock, mail, settings }: Pick<Services, 'clock' | 'mail' | 'settings'>,
): Viewer {
  const now = clock.now();
  const hasFactor = row.factor_at !== null;
  const isCrew = isModerator({ level: row.granted_level ?? 0 });
  const roleWaits = isCrew && !hasFactor && settings.requireSecondFactor === 'moderators';
  return {
    ...mutedUntil(row.sanctions),
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    level: levelOf(
      {
        grantedLevel: row.granted_level,
        addressConfirmed: row.email_confirmed_at !== null,
        mailDelivers: mail.delivers,
        registeredAt: row.created_at,
        awardsReceived: row.awards_received,
        roleWaits,
        isSanctioned: row.sanctions !== null,
      },
      now,
    ),
    isSupporter: row.supporter_until !== null && row.supporter_until > now,
    uiMode: row.ui_mode as UiMode, // the table allows 0..2 only
    pictureVersion: row.avatar_sha256?.slice(0, 12) ?? 'drawn',
    session: { sessionId: row.session_id, signedInAt: row.signed_in_at, hasFactor, roleWaits },
  };
}

/**
 * Returns the sender of this request on this edition. Takes one query with a session cookie and none without. `setCookies`
 * must be sent with the response: a session past half its life is renewed, an ended one is removed from the browser. Without
 * `renews` neither happens, and there are no cookies.
 */
export async function viewerOf(
  services: Needs & Pick<Services, 'mail' | 'log' | 'settings'>,
  site: Pick<Site, 'code'>,
  sender: Sender,
  renews = true,
): Promise<{ viewer: Viewer; setCookies: string[] }> {
  const id = presentedSessionId(site, sender);
  if (!id) return { viewer: visitorOf(sender), setCookies: [] };
  const lucia = sessions(services, site, sender.secure, {}, renews, (err) =>
    services.log.warn({ err }, 'a session was not renewed or removed'),
  );
  const { session, user } = await lucia.validateSession(id);
  if (!session) {
    const blank = renews ? [lucia.createBlankSessionCookie().serialize()] : [];
    return { viewer: visitorOf(sender), setCookies: blank };
  }
  await recordVisit(services, user.row);
  return {
    viewer: viewerFrom(user.row, services),
    setCookies: session.fresh && renews ? [lucia.createSessionCookie(id).serialize()] : [],
  };
}

/** Failing to store a visit (for example on a full disk) does not fail the request. */
async function recordVisit({ db, clock, log }: Needs & Pick<Services, 'log'>, row: SessionRow) {
  const now = clock.now();
  if (!seenLongAgo(row.last_seen_at, now)) return;
  try {
    await db
      .updateTable('session')
      .set({ last_seen_at: now })
      .where('session_id', '=', row.session_id)
      .where('last_seen_at', '=', row.last_seen_at) // only one of concurrent requests writes
      .execute();
  } catch (err) {
    log.warn({ err }, 'a visit was not recorded');
  }
}

/** A visitor's theme is stored in its own cookie. */
function visitorOf(sender: Sender): Viewer {
  const mode = sender.cookies[modeCookieName(sender.secure)];
  return mode === '1' || mode === '2' ? { ...visitor, uiMode: mode === '1' ? 1 : 2 } : visitor;
}

/** Starts a session under a new id, never one sent by the browser, and ends the browser's previous session. */
export async function signIn(
  ctx: Needs & { site: Site },
  sender: Sender,
  accountId: number,
  how: Omit<Beginning, 'userAgent'> = {},
) {
  const userAgent = sender.headers?.['user-agent'];
  const lucia = sessions(ctx, ctx.site, sender.secure, { userAgent, ...how });
  const before = presentedSessionId(ctx.site, sender);
  if (before) await lucia.invalidateSession(before);
  const session = await lucia.createSession(accountId, {});
  return { sessionId: session.id, setCookie: lucia.createSessionCookie(session.id).serialize() };
}

/** Ends the browser's session; returns the Set-Cookie that removes it. */
export async function signOut(ctx: Needs & { site: Site }, sender: Sender): Promise<string> {
  const lucia = sessions(ctx, ctx.site, sender.secure);
  const id = presentedSessionId(ctx.site, sender);
  if (id) await lucia.invalidateSession(id);
  return lucia.createBlankSessionCookie().serialize();
}

/** Ends every session of the account, on all editions, except the one whose id is `except`. Returns how many. */
export async function signOutEverywhere(
  { db }: Needs,
  accountId: number,
  except?: string | null,
): Promise<number> {
  let query = db.deleteFrom('session').where('account_id', '=', accountId);
  if (except) query = query.where('id_hash', '<>', hashOf(except));
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions of an account on one edition, or on all if `site` is null. */
export async function endSessions({ db }: Needs, accountId: number, site: string | null): Promise<void> {
  let query = db.deleteFrom('session').where('account_id', '=', accountId);
  if (site !== null) query = query.where('site', '=', site);
  await query.execute();
}

/** Deletes sessions that have ended for all levels. */
export async function sweepSessions({ db, clock }: Needs): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom('session')
    .where((either) =>
      either.or([either('expires_at', '<=', now), either('created_at', '<=', endedBefore(now))]),
    )
    .execute();
}
