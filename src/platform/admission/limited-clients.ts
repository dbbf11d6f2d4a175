import { sql } from 'kysely';
import { dayMs, hourMs } from '#lib/codes/durations.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { type LimitName, limits } from '#platform/rate-limits.ts';
import { hashOfCounted } from '#platform/rate-limits-postgres.ts';
import type { ClientLoad } from './admission.ts';
import type { ClientKey } from './clients.ts';

/** A client whose limits were lifted has none for this long. */
const liftedMs = dayMs;
/** Fewer requests wait now and then without anybody noticing. */
const leastWaiting = 10;
const mostStored = 50;

/** The hash of a client: the one under which its requests are counted in rate_limit. The table contains no addresses. */
export function clientHash({ secrets }: Pick<Services, 'secrets'>, client: ClientKey): string {
  const [kind, name = ''] = client.split(' ');
  return hashOfCounted(secrets, kind === 'network' ? { address: name } : { subject: client });
}

const accountIdOf = (client: ClientKey): number | null =>
  client.startsWith('account ') ? Number(client.slice('account '.length)) : null;

type Needs = Pick<Services, 'db' | 'clock' | 'secrets'>;

/** Stores the clients that this process has just slowed down or refused, those with the most refusals first. */
export async function storeSlowed(services: Needs, loads: readonly ClientLoad[]): Promise<void> {
  const slowed = loads
    .filter(({ waiting, refused }) => refused > 0 || waiting >= leastWaiting)
    .toSorted((a, b) => b.refused - a.refused || b.waiting - a.waiting)
    .slice(0, mostStored);
  if (slowed.length === 0) return;
  const now = services.clock.now();
  const longAgo = new Date(now.getTime() - hourMs);
  await services.db
    .insertInto('limited_client')
    .values(
      slowed.map(({ client, waiting, refused }) => ({
        client_hash: clientHash(services, client),
        account_id: accountIdOf(client),
        waiting,
        refused,
        since: now,
        last_at: now,
        lifted_until: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('client_hash').doUpdateSet({
        waiting: sql`excluded.waiting`,
        refused: sql`case when limited_client.last_at < ${longAgo} then 0 else limited_client.refused end + excluded.refused`,
        since: sql`case when limited_client.last_at < ${longAgo} then excluded.since else limited_client.since end`,
        last_at: sql`excluded.last_at`,
      }),
    )
    .execute();
}

/** Makes this process treat the clients whose limits are lifted accordingly, and no others. */
export async function readLifted(services: Needs & Pick<Services, 'admission'>): Promise<void> {
  const rows = await services.db
    .selectFrom('limited_client')
    .where('lifted_until', '>', services.clock.now())
    .select('client_hash')
    .execute();
  services.admission.lift(new Set(rows.map(({ client_hash }) => client_hash)), (client) =>
    clientHash(services, client),
  );
}

/**
 * Lifts the limits of a client for a day: it may use every place, is refused last, and its rate limits begin again. Takes effect at
 * the commit here, and in other processes within seconds. The caller records it.
 */
export async function liftLimits(
  tx: TxCtx,
  { hash, accountId }: { readonly hash: string; readonly accountId: number | null },
): Promise<Date> {
  const now = tx.clock.now();
  const lifted_until = new Date(now.getTime() + liftedMs);
  await tx.db
    .insertInto('limited_client')
    .values({
      client_hash: hash,
      account_id: accountId,
      waiting: 0,
      refused: 0,
      since: now,
      last_at: now,
      lifted_until,
    })
    .onConflict((conflict) => conflict.column('client_hash').doUpdateSet({ lifted_until, refused: 0 }))
    .execute();
  const names = Object.keys(limits) as LimitName[]; // its own keys
  await tx.db
    .deleteFrom('rate_limit')
    .where(
      'key',
      'in',
      names.map((name) => `${name}:${hash}`),
    )
    .execute();
  const { admission, secrets } = tx;
  tx.onCommit(async () =>
    admission.lift(new Set([...admission.lifted, hash]), (client) => clientHash({ secrets }, client)),
  );
  return lifted_until;
}

/** Deletes clients that were limited more than a day ago. */
export async function sweepLimitedClients({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom('limited_client')
    .where('last_at', '<', new Date(now.getTime() - dayMs))
    .where((either) => either.or([either('lifted_until', 'is', null), either('lifted_until', '<', now)]))
    .execute();
}

/** The clients of the last day that were limited or whose limits are lifted, the latest first. */
export const limitedClients = ({ db }: Pick<Services, 'db'>) =>
  db
    .selectFrom('limited_client')
    .leftJoin('account', 'account.account_id', 'limited_client.account_id')
    .select(['client_hash', 'account.name', 'waiting', 'refused', 'since', 'last_at', 'lifted_until'])
    .orderBy('last_at', 'desc')
    .limit(mostStored)
    .execute();

/** Rate limits that are used up now, with the hash of who used them. */
export async function usedUpLimits({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const rows = await db
    .selectFrom('rate_limit')
    .where('expire', '>', clock.now().getTime())
    .where((eb) =>
      eb.or(
        Object.entries(limits).map(([name, { points }]) =>
          eb.and([sql<boolean>`starts_with(key, ${`${name}:`})`, eb('points', '>', points)]),
        ),
      ),
    )
    .select(['key', 'expire'])
    .orderBy('expire', 'desc')
    .limit(mostStored)
    .execute();
  return rows.map(({ key, expire }) => {
    const at = key.indexOf(':');
    return { limit: key.slice(0, at), hash: key.slice(at + 1), until: new Date(Number(expire)) };
  });
}
