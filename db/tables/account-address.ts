import { table } from './table.ts';

export const accountAddressTables = {
  /** The networks from which an account was used, hashed with a key that is replaced every 30 days. */
  account_address: table({ owner: 'accounts', otherWriters: ['platform/auth'], rows: 'shared' }).columns<{
    account_id: number;
    address_hash: string;
    last_seen_at: Date;
  }>(),
};
