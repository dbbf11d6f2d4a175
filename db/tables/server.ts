import type { Generated } from 'kysely';
import { table } from './table.ts';

export const serverTables = {
  site: table({ owner: 'db', rows: 'shared' }).columns<{
    code: string;
    /** number of profiles here, counted by a trigger */
    profiles: Generated<number>;
    /** number of tracks in lists here, counted by a trigger */
    tracks: Generated<number>;
  }>(),

  server_secret: table({ owner: 'platform', rows: 'shared' }).columns<{
    name: string;
    value: string;
  }>(),

  /** Columns required by rate-limiter-flexible. */
  rate_limit: table({ owner: 'platform', rows: 'shared' }).columns<{
    key: string;
    points: Generated<number>;
    expire: number | null;
  }>(),

  /** A client of the whole installation that had to wait for others or was refused, or whose limits are lifted. */
  limited_client: table({ owner: 'platform/admission', rows: 'shared' }).columns<{
    /** of its network or account, as in rate_limit */
    client_hash: string;
    /** null: a network */
    account_id: number | null;
    /** requests that waited when it was last seen */
    waiting: number;
    /** requests refused since `since` */
    refused: number;
    since: Date;
    last_at: Date;
    lifted_until: Date | null;
  }>(),
};
