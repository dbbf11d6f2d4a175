import type { Generated } from 'kysely';
import { table } from './table.ts';

export const remotePictureTables = {
  /** A picture from another host in a message. */
  remote_picture: table({
    owner: 'platform/remote-pictures',
    otherWriters: ['remotepictures'],
    rows: 'by edition',
    ids: 'remote_picture',
  }).columns<{
    site: string;
    picture_id: number;
    /** of our copy; random */
    key: string;
    address: string;
    address_sha256: string;
    state: 'waiting' | 'shown' | 'failed' | 'blocked';
    /** why it is not shown; only of failed ones */
    failure: string | null;
    tries: Generated<number>;
    /** null: it is not fetched again */
    next_try_at: Date | null;
    /** of the file as it was received */
    received_sha256: string | null;
    /** the file, with its dimensions; only of shown ones */
    sha256: string | null;
    width: number | null;
    height: number | null;
    /** the last time a text with this address was saved */
    named_at: Date;
  }>(),
};
