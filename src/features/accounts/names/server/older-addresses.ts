import { acrossSites } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { lookAlikeKeys } from '#features/users/look-alikes.ts';
import { markCompared, withdrawAddress } from '#features/users/server/actions.ts';
import type { Services } from '#platform/context.ts';
import { inRetriedTransaction, makeCtx } from '#platform/ctx.ts';
import type { JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { addMissingLookKeys } from '../../server/look-keys.ts';

/** Number of addresses per statement. */
const batch = 500;

interface OlderAddress {
  readonly site: string;
  readonly address: string;
  readonly userId: number;
  readonly accountId: number;
  readonly keys: readonly string[];
}

/**
 * Creates look-alike keys for older accounts, and for addresses that were chosen before addresses were compared with names. An
 * address that looks like the name of another account, or like a former name that is still reserved, is withdrawn, and its user is
 * notified. Addresses that look alike among themselves stay as they are: the first one gets the key. Called regularly and before a
 * name is taken; there is nearly always nothing to do.
 */
export async function addMissingKeys(services: JobCtx): Promise<void> {
  await addMissingLookKeys(services);
  for (;;) {
    const addresses = await withoutKeys(services);
    if (addresses.length === 0) return;
    const names = await othersNames(services, addresses);
    for (const [older, name] of names) await withdraw(services, older, name);
    const kept = addresses.filter((older) => !names.has(older));
    await insertKeys(services, kept);
    // a name may have been registered in the meantime: the next round withdraws the address
    const late = await othersNames(services, kept);
    await markDone(
      services,
      kept.filter((older) => !late.has(older)),
    );
  }
}

const editions = 'names are the same on all editions';

async function withoutKeys({ db, sites }: Services): Promise<OlderAddress[]> {
  const rows = await acrossSites(db, editions)
    .selectFrom('profile_address as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'a.site').onRef('p.user_id', '=', 'a.user_id'),
    )
    .where('a.has_look_keys', '=', false)
    .where(
      'a.site',
      'in',
      sites.map(({ code }) => code),
    )
    .orderBy('a.taken_at')
    .limit(batch)
    .select(['a.site', 'a.address', 'a.user_id as userId', 'p.account_id as accountId'])
    .execute();
  return rows.map((row) => ({ ...row, keys: lookAlikeKeys(row.address) }));
}

/** The addresses that look like the name of another account, each with that name. */
async function othersNames(
  { db, clock }: Services,
  addresses: readonly OlderAddress[],
): Promise<Map<OlderAddress, string>> {
  const keys = [...new Set(addresses.flatMap((older) => older.keys))];
  if (keys.length === 0) return new Map();
  const holders = await db
    .selectFrom('account_look as l')
    .innerJoin('account', 'account.account_id', 'l.account_id')
    .where('l.look_key', 'in', keys)
    .where((eb) => eb.or([eb('l.free_at', 'is', null), eb('l.free_at', '>', clock.now())]))
    .select(['l.look_key', 'l.of_address', 'l.account_id', 'account.name'])
    .execute();
  const names = holders.filter(
    ({ look_key, of_address, name }) => !of_address || lookAlikeKeys(name).includes(look_key),
  );
  return new Map(
    addresses.flatMap((older): [OlderAddress, string][] => {
      const other = names.find(
        ({ look_key, account_id }) => account_id !== older.accountId && older.keys.includes(look_key),
      );
      return other ? [[older, other.name]] : [];
    }),
  );
}

/** Withdraws an address and notifies its user. */
async function withdraw(
  services: JobCtx,
  { site: code, userId, address }: OlderAddress,
  name: string,
): Promise<void> {
  const site = services.sites.find((one) => one.code === code);
  if (!site) return;
  await inRetriedTransaction(makeCtx(services, site, visitor, services.requestId), async (tx) => {
    await withdrawAddress(tx, userId, address);
    await notify(tx, {
      to: [userId],
      kind: 'account.moderated',
      text: `The address ${routes.userPage({ UserId: userId, CustomUrl: address })} no longer leads to your page, because readers could mistake it for the page of ${name}. You can choose another address now.`,
      link: routes.userEdit(),
    });
  });
}

/** Adds the keys of these addresses; of addresses with the same key, the oldest gets it. */
async function insertKeys({ db }: Services, addresses: readonly OlderAddress[]): Promise<void> {
  const holders = new Map<string, number>();
  for (const { keys, accountId } of addresses)
    for (const key of keys) if (!holders.has(key)) holders.set(key, accountId);
  if (holders.size === 0) return;
  const rows = [...holders].sort(([a], [b]) => (a < b ? -1 : 1));
  await db
    .insertInto('account_look')
    .values(rows.map(([look_key, account_id]) => ({ look_key, account_id, of_address: true })))
    .onConflict((conflict) =>
      conflict
        .column('look_key')
        .doUpdateSet({ of_address: true, free_at: null })
        .whereRef('account_look.account_id', '=', 'excluded.account_id'),
    )
    .execute();
}

async function markDone(services: Services, addresses: readonly OlderAddress[]): Promise<void> {
  for (const [site, ofSite] of Map.groupBy(addresses, (older) => older.site))
    await markCompared(
      services,
      site,
      ofSite.map(({ address }) => address),
    );
}
