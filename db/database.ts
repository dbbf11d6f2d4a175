import type { AccountTables } from './tables/account.ts';
import type { ProfileTables } from './tables/profile.ts';
import type { ServerTables } from './tables/server.ts';
import type { TrackTables } from './tables/track.ts';
import type { UploadTables } from './tables/upload.ts';

/** Every table the code may name: one file per subject in `tables/`. */
export type Database = ServerTables & AccountTables & ProfileTables & TrackTables & UploadTables;
