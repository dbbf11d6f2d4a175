import type { Generated } from 'kysely';

export interface SiteTable {
  code: string;
  /** number of profiles here, counted by a trigger */
  profiles: Generated<number>;
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

export interface ServerTables {
  site: SiteTable;
  server_secret: ServerSecretTable;
  rate_limit: RateLimitTable;
}
