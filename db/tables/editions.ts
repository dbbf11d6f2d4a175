import type { Generated, JSONColumnType } from 'kysely';
import { table } from './table.ts';

export const editionTables = {
  site: table({ onPages: { by: ['code'] }, owner: 'db', rows: 'shared' }).columns<{
    code: string;
    /** number of profiles here, counted by a trigger */
    profiles: Generated<number>;
    /** number of tracks in lists here, counted by a trigger */
    tracks: Generated<number>;
  }>(),

  blob: table({
    onPages: 'never',
    owner: 'platform/files',
    otherWriters: ['tracks'],
    rows: 'shared',
  }).columns<{
    sha256: string;
    size_bytes: number;
    created_at: Date;
  }>(),

  edition_setting: table({ onPages: { by: [] }, owner: 'platform/switches', rows: 'by edition' }).columns<{
    site: string;
    name: string;
    /** JSON of a type that depends on the name (src/lib/switches/model.ts) */
    value: JSONColumnType<object>;
    changed_at: Date;
  }>(),

  server_secret: table({ onPages: 'never', owner: 'platform', rows: 'shared' }).columns<{
    name: string;
    value: string;
  }>(),

  /** Columns required by rate-limiter-flexible. */
  rate_limit: table({ onPages: 'never', owner: 'platform', rows: 'shared' }).columns<{
    key: string;
    points: Generated<number>;
    expire: number | null;
  }>(),
};
