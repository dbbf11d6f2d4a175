import type { JSONColumnType } from 'kysely';

export interface EditionSettingTable {
  site: string;
  name: string;
  /** JSON of a type that depends on the name (src/lib/switches/model.ts) */
  value: JSONColumnType<object>;
  changed_at: Date;
}

export interface EditionSettingTables {
  edition_setting: EditionSettingTable;
}
