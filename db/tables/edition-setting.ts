import type { JSONColumnType } from 'kysely';
import { table } from './table.ts';

export const editionSettingTables = {
  edition_setting: table({ owner: 'platform/switches', rows: 'by edition' }).columns<{
    site: string;
    name: string;
    /** JSON of a type that depends on the name (src/lib/switches/model.ts) */
    value: JSONColumnType<object>;
    changed_at: Date;
  }>(),
};
