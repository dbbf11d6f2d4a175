/** The networks from which an account was used, hashed with a key that is replaced every 30 days. */
export interface AccountAddressTable {
  account_id: number;
  address_hash: string;
  last_seen_at: Date;
}

export interface AccountAddressTables {
  account_address: AccountAddressTable;
}
