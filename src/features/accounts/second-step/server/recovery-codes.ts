import { randomInt } from 'node:crypto';
import { keyedHash } from '#platform/auth/sealed.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';

export const recoveryCodes = 10;

// 32 characters without l, o, 0 and 1, which look alike
const signs = 'abcdefghijkmnpqrstuvwxyz23456789';
const [groups, groupLength] = [4, 6];
/** Random bits in each code. */
export const recoveryCodeBits = groups * groupLength * Math.log2(signs.length);

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-');

const hashOfCode = ({ secrets }: Pick<Ctx, 'secrets'>, accountId: number, code: string) =>
  keyedHash(
    secrets.factor,
    'recovery',
    `${accountId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
  ).toString('base64url');

/** Replaces the recovery codes of an account. They are returned only here and stored as hashes. */
export async function renewRecoveryCodes(tx: TxCtx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode);
  await tx.db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await tx.db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfCode(tx, accountId, code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up; false if it is wrong or already used. */
export async function spendRecoveryCode(ctx: Ctx, accountId: number, code: string): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOfCode(ctx, accountId, code))
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('codes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.codes);
}
