import type { Generated, JSONColumnType } from 'kysely';
import { table } from './table.ts';

export const uploadTables = {
  upload: table({
    onPages: 'never',
    owner: 'tracks',
    otherWriters: ['platform/files', 'platform/uploads'],
    rows: 'by edition',
  }).columns<{
    site: string;
    upload_key: string;
    user_id: number;
    sha256: string;
    thumbnail_sha256: string | null;
    file_name: string;
    file_size: number;
    /** The facts read from the file (features/tracks/file/analysis.ts), so that publishing does not read it again. */
    analysis: JSONColumnType<object>;
    created_at: Date;
    /** null while staged */
    track_id: number | null;
    /** of its files; counts towards the account's staged bytes until it is published */
    stored_bytes: Generated<number>;
  }>(),

  /** An analysed replay, stored for a day. */
  replay_upload: table({
    onPages: 'never',
    owner: 'replays',
    otherWriters: ['platform/uploads'],
    rows: 'by edition',
  }).columns<{
    site: string;
    upload_key: string;
    user_id: number;
    sha256: string;
    file_name: string;
    file_size: number;
    /** features/replays/checks/replay-file.ts, so that posting does not read the file again */
    facts: JSONColumnType<object>;
    created_at: Date;
    replay_id: number | null;
    /** counts towards the account's staged bytes until it is posted */
    stored_bytes: Generated<number>;
  }>(),

  /** What each account has staged on each edition; counted by triggers. */
  staged_bytes: table({
    onPages: 'never',
    owner: 'platform/uploads',
    rows: 'shared',
    notPersonal: { account_id: 'A count of bytes, which becomes 0 when the staged files are erased.' },
  }).columns<{
    account_id: number;
    site: string;
    bytes: number;
  }>(),
};
