import type { Generated, JSONColumnType } from 'kysely';

export interface BlobTable {
  sha256: string;
  size_bytes: number;
  created_at: Date;
}

export interface UploadTable {
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
}

/** What each account has staged on each edition; counted by triggers. */
export interface StagedBytesTable {
  account_id: number;
  site: string;
  bytes: number;
}

export interface UploadTables {
  blob: BlobTable;
  upload: UploadTable;
  staged_bytes: StagedBytesTable;
}
