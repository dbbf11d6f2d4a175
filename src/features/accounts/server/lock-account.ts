import type { TxCtx } from '#platform/context.ts';

/** Serialises changes of one account's factors and tokens. */
export const lockAccount = ({ db }: TxCtx, accountId: number) =>
  db.selectFrom('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
