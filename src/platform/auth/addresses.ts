import { sql } from 'kysely';
import { daysBefore, hourMs } from '#lib/codes/durations.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { hashedKey } from '#platform/hashed-key.ts';
import { networkOf } from '#platform/http/network.ts';
import { isPublicAddress } from '#platform/remote/networks.ts';
import { addressKeyDays } from '#platform/rotating-key.ts';

/** More accounts than this use the network of a school or provider: that says nothing about any of them. */
const maxOnNetwork = 20;

/** Hashed differently from limits and logs, so that the hashes cannot be joined. */
const hashOf = (needs: Pick<Services, 'secrets'>, address: string): string =>
  hashedKey(needs, `account network ${networkOf(address)}`);

/**
 * Records that an account is used from the address of this request. Does nothing without a request, and
 * for addresses that are not public, such as those of a proxy. Writes once an hour.
 */
export async function rememberAddress(
  ctx: Pick<Ctx, 'db' | 'clock' | 'secrets' | 'client'>,
  accountId: number,
): Promise<void> {
  if (!ctx.client || !isPublicAddress(ctx.client.address)) return;
  const now = ctx.clock.now();
  await sql`
    insert into account_address (account_id, address_hash, last_seen_at)
    values (${accountId}, ${hashOf(ctx, ctx.client.address)}, ${now})
    on conflict (account_id, address_hash) do update set last_seen_at = excluded.last_seen_at
    where account_address.last_seen_at <= ${new Date(now.getTime() - hourMs)}`.execute(ctx.db);
}

/** Another account that was used from a network of this one. */
export interface SharingAccount {
  readonly accountId: number;
  readonly name: string;
  /** the profile on this edition; null without one */
  readonly userId: number | null;
  readonly lastSeenAt: Date;
  /** muted or suspended, here or on all editions */
  readonly isSanctioned: boolean;
}

/**
 * Accounts that share a network with this one within the last 30 days, the latest first. A hint, not proof: families and schools
 * share addresses. Networks with very many accounts are left out.
 */
export async function sharingAccounts(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  accountId: number,
): Promise<readonly SharingAccount[]> {
  const now = clock.now();
  const since = daysBefore(now, addressKeyDays);
  const here = sql.lit(site.code);
  const { rows } = await sql<SharingAccount>`
    with shared as (
      select other.account_id, max(other.last_seen_at) as last_seen_at
      from account_address own
      join account_address other on other.address_hash = own.address_hash and other.account_id <> own.account_id
      where own.account_id = ${accountId} and own.last_seen_at > ${since} and other.last_seen_at > ${since}
        and (select count(*) from (
          select from account_address n where n.address_hash = own.address_hash and n.last_seen_at > ${since}
          limit ${maxOnNetwork + 1}) counted) <= ${maxOnNetwork}
      group by other.account_id
    )
    select s.account_id as "accountId", a.name, p.user_id as "userId", s.last_seen_at as "lastSeenAt",
      exists (
        select from sanction c where c.account_id = s.account_id and c.kind in ('mute', 'suspension') and c.lifted_at is null
          and (c.ends_at is null or c.ends_at > ${now}) and (c.site is null or c.site = ${here})
      ) as "isSanctioned"
    from shared s
    join account a on a.account_id = s.account_id
    left join profile p on p.site = ${here} and p.account_id = s.account_id
    order by s.last_seen_at desc, s.account_id limit ${maxOnNetwork}`.execute(db);
  return rows;
}

/** Deletes records that are 30 days old or older. */
export async function sweepAddresses({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('account_address')
    .where('last_seen_at', '<=', daysBefore(clock.now(), addressKeyDays))
    .execute();
}
