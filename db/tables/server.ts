import type { Generated } from 'kysely';

export interface SiteTable {
  code: string;
  /** number of profiles here, counted by a trigger */
  profiles: Generated<number>;
  /** number of tracks in lists here, counted by a trigger */
  tracks: Generated<number>;
}

export interface ServerSecretTable {
  name: string;
  value: string;
}

/** Columns required by rate-limiter-flexible. */
export interface RateLimitTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** A client of the whole installation that had to wait for others or was refused, or whose limits are lifted. */
export interface LimitedClientTable {
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
}

export interface ServerTables {
  limited_client: LimitedClientTable;
  site: SiteTable;
  server_secret: ServerSecretTable;
  rate_limit: RateLimitTable;
}
