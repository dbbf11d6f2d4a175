/** A user whom another has blocked. */
export interface UserBlockTable {
  site: string;
  /** who blocks */
  user_id: number;
  blocked_id: number;
  blocked_at: Date;
}

export interface MessageTables {
  user_block: UserBlockTable;
}
