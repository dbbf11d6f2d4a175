import { type Selectable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { ChangeRow } from '#features/changes/model.ts';
import type { Ctx } from '#platform/context.ts';

export type Webhook = Selectable<Database['webhook']>;

/** Webhooks that are compared with the log in one statement. */
const comparedAtOnce = 500;
/** While a process delivers, no other one does. If it dies, its webhooks are due again after this time. */
export const leaseMs = 60_000;

/** Whether the change `c` is to be sent to the webhook `h`. */
function isWanted(site: string) {
  const code = sql.lit(site);
  const ownTrack = (id: 'c.id' | 'c.parent_id') => sql`(
    exists (select from track t where t.site = ${code} and t.track_id = ${sql.ref(id)} and t.uploader_id = h.user_id)
    or exists (select from track_author a where a.site = ${code} and a.track_id = ${sql.ref(id)} and a.user_id = h.user_id
      and not a.is_pending))`;
  const ownPack = (id: 'c.id' | 'c.parent_id' | 'h.pack_id') =>
    sql`exists (select from pack k where k.site = ${code} and k.pack_id = ${sql.ref(id)} and k.owner_id = h.user_id)`;
  const inPack = (id: 'c.id' | 'c.parent_id') => sql`exists (select from pack_track e
    where e.site = ${code} and e.pack_id = h.pack_id and e.track_id = ${sql.ref(id)} and e.status = 1)`;
  return sql<boolean>`(c.kind = any(h.kinds) and (c.act = 'created' or not h.only_new) and case h.about
    when 'edition' then true
    when 'own' then case c.kind
      when 'news' then true
      when 'track' then ${ownTrack('c.id')}
      when 'pack' then ${ownPack('c.id')}
      when 'packentry' then ${ownPack('c.parent_id')}
      else ${ownTrack('c.parent_id')} end
    else ${ownPack('h.pack_id')} and case c.kind
      when 'news' then true
      when 'pack' then c.id = h.pack_id
      when 'packentry' then c.parent_id = h.pack_id
      when 'track' then ${inPack('c.id')}
      else ${inPack('c.parent_id')} end end)`;
}

/** How many webhooks are taken. `served`: the users whose turns run already, once for each turn. */
interface Places {
  readonly most: number;
  readonly mostOfUser: number;
  readonly served: readonly number[];
}

/**
 * Takes webhooks of the edition for which there is something to send, those first that have failed least. Those for which nothing
 * happened are moved on to the end of the log.
 */
export async function claimDue(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  { most, mostOfUser, served }: Places,
): Promise<Webhook[]> {
  const code = sql.lit(site.code);
  const now = clock.now();
  const { rows } = await sql<Webhook>`
    with newest as materialized (select max(number) as number from public_change where site = ${code}),
    due as (
      select h.* from webhook h
      where h.site = ${code} and h.off_because is null and h.next_at <= ${now}
        and h.last_number < (select number from newest)
      order by h.failures, h.next_at, h.webhook_id limit ${comparedAtOnce} for update skip locked),
    compared as (
      select h.webhook_id, h.user_id, h.failures, h.next_at, exists (
        select from public_change c
        where c.site = ${code} and c.number > h.last_number and ${isWanted(site.code)}) as has_more
      from due h),
    passed as (
      update webhook w set last_number = newest.number from compared, newest
      where w.site = ${code} and w.webhook_id = compared.webhook_id and not compared.has_more),
    ranked as (
      select *, row_number() over (partition by user_id order by failures, next_at, webhook_id)
        + (select count(*) from unnest(${[...served]}::integer[]) s where s = user_id) as place
      from compared where has_more),
    chosen as (
      select webhook_id from ranked where place <= ${mostOfUser}
      order by failures, next_at, webhook_id limit ${most})
    update webhook w set next_at = ${new Date(now.getTime() + leaseMs)} from chosen
    where w.site = ${code} and w.webhook_id = chosen.webhook_id returning w.*`.execute(db);
  return rows.map((row) => ({ ...row, last_number: Number(row.last_number) }));
}

/** The next changes for a webhook, in order. `isCut`: the log does not reach back to the last one it got. */
export async function nextChanges(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  { webhook_id, last_number }: Webhook,
  most: number,
): Promise<{ changes: ChangeRow[]; isCut: boolean }> {
  const code = sql.lit(site.code);
  const { rows } = await sql<{ change: string; begins: number }>`
    select row_to_json(found)::text as change, (select max(number) from public_change where site is null) as begins
    from (
      select c.number as "Number", c.kind as "Kind", c.id as "Id", c.parent_id as "ParentId", c.act as "Act",
        to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as "At"
      from webhook h join public_change c on c.site = ${code} and c.number > ${last_number}
      where h.site = ${code} and h.webhook_id = ${webhook_id} and ${isWanted(site.code)}
      order by c.number limit ${most}) found`.execute(db);
  return {
    changes: rows.map(({ change }) => JSON.parse(change) as ChangeRow), // as it was selected
    isCut: rows.some(({ begins }) => Number(begins) > last_number),
  };
}
