import type { Generated } from 'kysely';

/** A person on one edition. */
export interface ProfileTable {
  site: string;
  user_id: number;
  account_id: number;
  name: string;
  registered_at: Date;
  /** 0 auto, 1 night, 2 day */
  ui_mode: Generated<number>;
  custom_title: string | null;
  user_comments: string | null;
}

export interface ProfileTables {
  profile: ProfileTable;
}
