import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites, forSite } from '#db/for-site.ts';
import { changedSettings, type SettingChanges, type Settings, settingsOf } from '#lib/switches/model.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { lockUntilCommit } from '#platform/lock.ts';

/** The settings of the edition as they are stored now. Pages and rules read `ctx.switches` instead. */
export async function storedSettings(ctx: Ctx): Promise<Settings> {
  return settingsOf(await forSite(ctx, 'edition_setting').select(['name', 'value']).execute());
}

/** Locks the settings of the edition until the transaction ends. */
export async function lockedSettings(tx: TxCtx): Promise<Settings> {
  await lockUntilCommit(tx, `settings ${tx.site.code}`);
  return storedSettings(tx);
}

/**
 * Stores settings of the edition. After the commit the database notifies all processes; this one has read them when the response is
 * sent. Returns what changed; the caller records it.
 */
export async function writeSettings(tx: TxCtx, changes: SettingChanges) {
  const changed = changedSettings(await lockedSettings(tx), changes);
  if (changed.names.length === 0) return changed;
  const changed_at = tx.clock.now();
  await tx.db
    .insertInto('edition_setting')
    .values(
      changed.names.map((name) => ({
        site: tx.site.code,
        name,
        value: JSON.stringify(changed.after[name]),
        changed_at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['site', 'name']).doUpdateSet({
        value: sql`excluded.value`,
        changed_at: sql`excluded.changed_at`,
      }),
    )
    .execute();
  tx.onCommit(() => tx.switches.reload());
  return changed;
}

/** Pauses all editions of a database that no process uses yet: it is a copy. */
export async function pauseEditions(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    insert into edition_setting (site, name, value, changed_at)
    select code, 'Paused', 'true'::jsonb, ${now} from site
    on conflict (site, name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(
    acrossSites(db, 'a restored copy pauses all editions'),
  );
}
