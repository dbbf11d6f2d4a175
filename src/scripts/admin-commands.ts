import { parseArgs } from 'node:util';
import { app } from '#app.ts';
import { closeAccount, reopenAccount } from '#features/accounts/leaving/server/closing.ts';
import { levelNames } from '#features/accounts/model.ts';
import { grantRole, listGrants, revokeRole, setSupporter } from '#features/accounts/roles/server/grants.ts';
import { resetFactors } from '#features/accounts/second-step/server/factor-actions.ts';
import { accountByName } from '#features/accounts/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { signOutEverywhere } from '#platform/auth/session.ts';
import type { Services } from '#platform/context.ts';
import { ConfigError } from '#platform/env.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'sites'> & Partial<Services>;

const roles: Readonly<Record<string, Level>> = {
  moderator: Level.moderator,
  leader: Level.siteLeader,
  admin: Level.administrator,
};

export const usage = `Usage:
  npm run admin -- grant NAME admin|leader|moderator [--site CODE]   give a role, on all editions without --site
  npm run admin -- revoke NAME [--site CODE]                         take the role back
  npm run admin -- list                                              all accounts with a role
  npm run admin -- supporter NAME --until 2027-12-31                 make a supporter; --until today ends it
  npm run admin -- sign-out NAME                                     end all sessions, on all editions
  npm run admin -- close NAME --reason TEXT                          close the account: signed out, and everything it wrote is hidden
  npm run admin -- reopen NAME --reason TEXT                         undo that; what was hidden is shown again
  npm run admin -- reset-factors NAME                                remove lost passkeys, code app and recovery codes`;

const wrong = (sentence: string) => new ConfigError([sentence, usage]);

/** Runs one command and returns the text to print. */
export async function adminCommand(services: Needs, args: readonly string[]): Promise<string> {
  const { positionals, values } = parsed(args);
  const [command, name, role] = positionals;
  const site = values.site ?? null;
  if (site !== null && !services.sites.some(({ code }) => code === site)) {
    const codes = services.sites.map(({ code }) => code).join(', ');
    throw wrong(`There is no edition "${site}": the editions are ${codes}.`);
  }
  const where = site === null ? 'on all editions' : `on ${site}`;
  if (command === 'list') return listed(services);
  if (command === 'grant') {
    const level = roles[role ?? ''];
    if (!level) throw wrong(`"${role ?? ''}" is not a role: choose ${Object.keys(roles).join(', ')}.`);
    const account = await accountNamed(services, name);
    await grantRole(services, { accountId: account.account_id, site, level, grantedBy: null });
    return `${account.name} is now ${levelNames[level]} ${where}.`;
  }
  if (command === 'revoke') {
    const account = await accountNamed(services, name);
    const had = await revokeRole(services, account.account_id, site);
    return had ? `${account.name} no longer has a role ${where}.` : `${account.name} had no role ${where}.`;
  }
  if (command === 'supporter') {
    const account = await accountNamed(services, name);
    const until = supporterEnd(values.until, services.clock.now());
    await setSupporter(services, account.account_id, until);
    return until
      ? `${account.name} is a supporter until ${until.toISOString().slice(0, 10)}, that day included.`
      : `${account.name} is no longer a supporter.`;
  }
  if (command === 'close' || command === 'reopen') {
    const account = await accountNamed(services, name);
    // the server's jobs complete what a command begins
    const jobs = services.jobs ?? { add: async () => undefined };
    const whole = { finders: new Map(), ...services, jobs } as Services; // closing uses no others
    return closeOrReopen(whole, command, account, values.reason);
  }
  if (command === 'sign-out') {
    const account = await accountNamed(services, name);
    const sessions = await signOutEverywhere(services, account.account_id);
    logSecurity(services, 'session.ended', { accountId: account.account_id, sessions });
    return sessions === 1
      ? `${account.name}: 1 session ended.`
      : `${account.name}: ${sessions} sessions ended.`;
  }
  if (command === 'reset-factors') {
    const account = await accountNamed(services, name);
    const gone = await resetFactors(services, account.account_id);
    return gone === 0
      ? `${account.name} has no second factor.`
      : `${account.name} signs in with the password alone again, and is signed out everywhere.`;
  }
  throw wrong(command ? `There is no command "${command}".` : 'The command is missing.');
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { site: { type: 'string' }, until: { type: 'string' }, reason: { type: 'string' } },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

async function accountNamed(services: Needs, name: string | undefined) {
  if (!name) throw wrong('The NAME of the account is missing.');
  const account = await accountByName(services, name);
  if (!account)
    throw wrong(`There is no account named "${name}". Put a name with spaces in quotation marks.`);
  return account;
}

/** Both are recorded in the moderation log of every edition, without a name: they come from the command line. */
async function closeOrReopen(
  services: Services,
  command: 'close' | 'reopen',
  account: { account_id: number; name: string },
  typed: string | undefined,
): Promise<string> {
  const reason = typed?.trim() ?? '';
  if (reason === '')
    throw wrong('The reason is missing: --reason TEXT. The user reads it when they sign in.');
  try {
    if (command === 'reopen') {
      await reopenAccount(services, app.personalData, account.account_id, reason);
      return `${account.name} can sign in again. Ranks and counters follow within minutes.`;
    }
    await closeAccount(services, app.personalData, {
      account_id: account.account_id,
      by_owner: false,
      reason,
      tracks: 'removed',
      origin: '',
      erase_at: null,
    });
    return `${account.name} is closed and hidden on all editions. Ranks and counters follow within minutes.`;
  } catch (error) {
    if (error instanceof Problem) throw wrong(error.body.detail);
    throw error;
  }
}

/** The last moment of that day; null to end it now. */
function supporterEnd(until: string | undefined, now: Date): Date | null {
  if (until === 'today') return null;
  const end = /^\d{4}-\d{2}-\d{2}$/.test(until ?? '') ? new Date(`${until}T23:59:59Z`) : undefined;
  if (!end || Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== until) {
    throw wrong(`--until must be a date such as 2027-12-31, got "${until ?? ''}".`);
  }
  if (end <= now) throw wrong(`--until ${until} has already passed; --until today ends it.`);
  return end;
}

async function listed(services: Needs): Promise<string> {
  const grants = await listGrants(services);
  if (grants.length === 0) return 'No account has a role yet.';
  return grants
    .map(
      ({ name, site, level, granted_at }) =>
        `${levelNames[level]?.padEnd(14)} ${(site ?? 'all').padEnd(6)} ${granted_at.toISOString().slice(0, 10)}  ${name}`,
    )
    .join('\n');
}
