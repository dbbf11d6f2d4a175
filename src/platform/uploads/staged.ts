import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { dayMs, daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { allEditions, removeStagedOf, removeUnusedFiles, stagedSummary, sweepAt } from './staged-rows.ts';

const mebibyte = 1024 * 1024;

/** Bytes of files that were analysed and belong to nothing yet, per account on all editions. */
export const stagedLimits = {
  account: 1024 * mebibyte,
  /** in the first week, and without a confirmed address */
  newAccount: 256 * mebibyte,
  newAccountDays: 7,
  /** While the cap of all accounts is further away, parallel uploads cannot exceed it: this much is never received at once. */
  nearBytes: 1024 * mebibyte,
} as const;

/**
 * Runs `write` in one transaction that stores staged files of so many bytes for the viewer's account. Before anything is stored, it
 * locks the account's count on this edition, and close to the cap on all, so that parallel uploads cannot exceed the cap together. `write` must insert rows whose `stored_bytes`
 * add up to `bytes`. Throws a Problem that says which cap is reached and what to do.
 */
export async function staging<T>(ctx: Ctx, bytes: number, write: (tx: TxCtx) => Promise<T>): Promise<T> {
  await makeRoom(ctx, bytes);
  return inTransaction(ctx, async (tx) => {
    await takeStagedRoom(tx, bytes);
    return write(tx);
  });
}

/** The part of `staging` in the transaction, for callers with their own. They call makeRoom before. */
export async function takeStagedRoom(tx: TxCtx, bytes: number): Promise<void> {
  const { accountId, level } = tx.viewer;
  if (accountId === null) throw new Error('Files are staged for accounts only.');
  const locked = await lockedCount(tx, accountId);
  const isNew = locked.isYoung || level < Level.standard;
  const cap = isNew ? stagedLimits.newAccount : stagedLimits.account;
  let { staged } = locked;
  // below half of the cap, parallel uploads on the other editions cannot exceed it
  if (staged + bytes > cap / 2) {
    await lockUntilCommit(tx, `staged bytes of account ${accountId}`);
    staged = (await lockedCount(tx, accountId)).staged;
  }
  if (staged + bytes > cap) throw await accountIsFull(tx, accountId, { staged, bytes, cap, isNew });
  const most = tx.settings.stagedBytes;
  if ((await stagedByAll(tx.db)) + bytes <= most - stagedLimits.nearBytes) return;
  await lockUntilCommit(tx, 'staged bytes of all accounts');
  if ((await stagedByAll(tx.db)) + bytes > most) throw siteIsFull(most);
}

/** Locks the count of this edition until the commit. The counts of the others may change meanwhile. */
async function lockedCount(tx: TxCtx, accountId: number): Promise<{ staged: number; isYoung: boolean }> {
  const young = daysBefore(tx.clock.now(), stagedLimits.newAccountDays);
  const { rows } = await sql<{ staged: number; isYoung: boolean }>`
    insert into staged_bytes (account_id, site, bytes) values (${accountId}, ${tx.site.code}, 0)
    on conflict (account_id, site) do update set bytes = staged_bytes.bytes
    returning bytes + (select coalesce(sum(other.bytes), 0)::bigint from staged_bytes other
        where other.account_id = staged_bytes.account_id and other.site <> staged_bytes.site) as staged,
      (select created_at > ${young} from account where account.account_id = staged_bytes.account_id) as "isYoung"`.execute(
    tx.db,
  );
  const [row] = rows;
  if (!row) throw new Error('The count of staged bytes was not locked.');
  return row;
}

async function stagedByAll(db: Kysely<Database>): Promise<number> {
  const { bytes } = await db
    .selectFrom('staged_bytes')
    .where('bytes', '>', 0)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

interface Full {
  readonly staged: number;
  readonly bytes: number;
  readonly cap: number;
  readonly isNew: boolean;
}

async function accountIsFull(
  tx: TxCtx,
  accountId: number,
  { staged, bytes, cap, isNew }: Full,
): Promise<Problem> {
  const { oldestAt } = await stagedSummary(allEditions(tx), accountId);
  const freesAt = oldestAt && nextSweep(new Date(oldestAt.getTime() + dayMs));
  const seconds = freesAt
    ? Math.max(1, Math.ceil((freesAt.getTime() - tx.clock.now().getTime()) / 1000))
    : 60;
  const whose = isNew ? 'a new account' : 'one account';
  const hours = Math.ceil(seconds / 3600);
  const oldest = freesAt
    ? ` The oldest is removed within ${hours === 1 ? 'an hour' : `${hours} hours`}.`
    : '';
  return new Problem(
    429,
    `This file needs ${formatBytes(bytes)}, and your files that are not published yet take ${formatBytes(staged)}: at most ${formatBytes(cap)} are stored for ${whose}, on all editions together. Publish some of them, or remove them on the upload page.${oldest}`,
    { retryAfterSeconds: seconds },
  );
}

/** The first run of the nightly sweep from this time on. */
function nextSweep(from: Date): Date {
  const run = new Date(from);
  run.setUTCHours(sweepAt.hour, sweepAt.minute, 0, 0);
  return run < from ? new Date(run.getTime() + dayMs) : run;
}

const siteIsFull = (most: number): Problem =>
  new Problem(
    503,
    `The files of all users that are not published yet take ${formatBytes(most)}, the most that is stored, and none is older than a day. Nothing was saved: try again in an hour.`,
    { retryAfterSeconds: 3600 },
  );

/**
 * If a file of so many bytes would exceed the cap of all accounts, removes staged files older than a day: those of the account that has
 * staged most, the oldest first, then those of the next one.
 */
export async function makeRoom(ctx: Ctx, bytes: number): Promise<void> {
  if ((await stagedByAll(ctx.db)) + bytes <= ctx.settings.stagedBytes) return;
  const before = daysBefore(ctx.clock.now(), 1);
  const passed: number[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await inTransaction(ctx, async (tx) => {
      await lockUntilCommit(tx, 'staged bytes of all accounts');
      const over = (await stagedByAll(tx.db)) + bytes - ctx.settings.stagedBytes;
      const holder = over > 0 ? await largestHolder(tx, passed) : null;
      if (holder === null) return true;
      const { hashes, ...taken } = await removeStagedOf(allEditions(tx), holder, { bytes: over, before });
      if (taken.files === 0) {
        passed.push(holder);
        return false;
      }
      tx.log.warn({ accountId: holder, ...taken }, 'staged files were removed to make room');
      await tx.jobs.add(removeUnusedFiles.name, { hashes });
      return false;
    });
  }
}

async function largestHolder({ db }: TxCtx, except: readonly number[]): Promise<number | null> {
  const row = await db
    .selectFrom('staged_bytes')
    .where('bytes', '>', 0)
    .$if(except.length > 0, (query) => query.where('account_id', 'not in', except))
    .groupBy('account_id')
    .orderBy((eb) => eb.fn.sum('bytes'), 'desc')
    .orderBy('account_id')
    .limit(1)
    .select('account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** What the viewer's account has staged on all editions, for the page that can remove it. */
export async function stagedByViewer(ctx: Ctx): Promise<{ readonly files: number; readonly bytes: number }> {
  const { accountId } = ctx.viewer;
  if (accountId === null) return { files: 0, bytes: 0 };
  const row = await ctx.db
    .selectFrom('staged_bytes')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'))
    .executeTakeFirstOrThrow();
  if (row.bytes === 0) return { files: 0, bytes: 0 };
  const { files } = await stagedSummary(allEditions(ctx), accountId);
  return { files, bytes: row.bytes };
}

/** Removes what the viewer's account has staged, except on editions that are read-only. */
export async function removeOwnStaged(
  tx: TxCtx,
): Promise<{ readonly Files: number; readonly Bytes: number }> {
  const { accountId } = tx.viewer;
  if (accountId === null) throw new Error('Only accounts have staged files.');
  const sites = tx.sites.map(({ code }) => code).filter((code) => !tx.switches.of(code).readOnly);
  const all = { Files: 0, Bytes: 0 };
  for (;;) {
    const { files, bytes, hashes } = await removeStagedOf(allEditions(tx), accountId, { sites });
    if (files === 0) return all;
    all.Files += files;
    all.Bytes += bytes;
    await tx.jobs.add(removeUnusedFiles.name, { hashes });
  }
}
