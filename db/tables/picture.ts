import type { Generated } from 'kysely';
import { table } from './table.ts';

export const pictureTables = {
  picture: table({ owner: 'tracks', otherWriters: ['platform/uploads'], rows: 'by edition' }).columns<{
    site: string;
    /** random; known only to its uploader */
    reference: string;
    user_id: number;
    /** null while staged */
    track_id: number | null;
    file_name: string;
    file_size: number;
    width: number;
    height: number;
    staged_at: Date;
    /** of its files; counts towards the account's staged bytes until a track uses it */
    stored_bytes: Generated<number>;
  }>(),

  /** One stored version of a picture. */
  picture_file: table({ owner: 'tracks', rows: 'by edition' }).columns<{
    site: string;
    reference: string;
    /** avif, webp or jpeg */
    format: string;
    width: number;
    height: number;
    sha256: string;
  }>(),
};
