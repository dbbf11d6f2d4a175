import { daysAfter, daysBefore, hourMs } from '#lib/codes/durations.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { ZipFile } from '#platform/zip/plan.ts';
import { exportDays } from '../../leaving.ts';
import { lockOpenAccount } from '../../server/closed-account.ts';
import { ownAccountId } from '../../server/policy.ts';

/** An export that is not ready after this time has failed, and another one can be requested. */
const timeLimitMs = hourMs;

export type OwnExport =
  | { readonly is: 'none' }
  | { readonly is: 'being made' | 'failed'; readonly requestedAt: Date }
  | { readonly is: 'expired'; readonly readyAt: Date }
  | {
      readonly is: 'ready';
      readonly exportId: number;
      readonly readyAt: Date;
      readonly expiresAt: Date;
      readonly sizeBytes: number;
    };

/** The state of the viewer's export: at most one is stored. */
export async function ownExport(ctx: Ctx): Promise<OwnExport> {
  const row = await ctx.db
    .selectFrom('account_export')
    .where('account_id', '=', ownAccountId(ctx))
    .selectAll()
    .executeTakeFirst();
  if (!row) return { is: 'none' };
  const now = ctx.clock.now();
  if (row.ready_at === null) {
    const isLate = row.requested_at.getTime() + timeLimitMs <= now.getTime();
    return { is: isLate ? 'failed' : 'being made', requestedAt: row.requested_at };
  }
  const expiresAt = daysAfter(row.ready_at, exportDays);
  if (expiresAt <= now) return { is: 'expired', readyAt: row.ready_at };
  const { export_id: exportId, ready_at: readyAt, size_bytes: sizeBytes } = row;
  return { is: 'ready', exportId, readyAt, expiresAt, sizeBytes: Number(sizeBytes) };
}

/** Refuses a second export while one is being made, and counts the request. */
export async function countExport(ctx: Ctx): Promise<void> {
  if ((await ownExport(ctx)).is === 'being made')
    throw new Problem(409, 'We’re preparing your export. This takes a few minutes.');
  const accountId = ownAccountId(ctx);
  await ctx.limits.consume('export', { subject: `account ${accountId}` });
}

/** Requests an export of the viewer's own data; it replaces the one before. A job makes it. */
export async function requestExport(tx: TxCtx): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  await lockOpenAccount(tx, accountId);
  await tx.db.deleteFrom('account_export').where('account_id', '=', accountId).execute();
  const { export_id: exportId } = await tx.db
    .insertInto('account_export')
    .values({ account_id: accountId, site: tx.site.code, requested_at: tx.clock.now(), ready_at: null })
    .returning('export_id')
    .executeTakeFirstOrThrow();
  tx.onCommit(async () => logSecurity(tx, 'export.requested', { accountId }));
  await tx.jobs.add('make-export', { exportId });
  return {};
}

/** The files of an export in their order. */
export async function exportFiles({ db }: Pick<Services, 'db'>, exportId: number): Promise<ZipFile[]> {
  const rows = await db
    .selectFrom('account_export_file')
    .where('export_id', '=', exportId)
    .orderBy('position')
    .select(['name', 'sha256', 'size_bytes', 'modified_at'])
    .execute();
  return rows.map((row) => ({
    name: row.name,
    sha256: row.sha256,
    sizeBytes: Number(row.size_bytes),
    modifiedAt: row.modified_at,
  }));
}

/** Removes exports that have expired, and those that failed; their files are swept later. */
export async function sweepExports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = daysBefore(clock.now(), exportDays);
  await db
    .deleteFrom('account_export')
    .where((eb) =>
      eb.or([
        eb('ready_at', '<=', before),
        eb.and([eb('ready_at', 'is', null), eb('requested_at', '<=', before)]),
      ]),
    )
    .execute();
}
