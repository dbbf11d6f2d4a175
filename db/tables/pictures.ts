import type { Generated } from 'kysely';
import { table } from './table.ts';

export const pictureTables = {
  /** A drawn picture for shared links, removed after some time and drawn again on demand. */
  card: table({ onPages: { by: ['kind', 'subject_id'] }, owner: 'cards', rows: 'by edition' }).columns<{
    site: string;
    kind: 'track' | 'pack' | 'user' | 'edition';
    /** 0 for the edition */
    subject_id: number;
    /** in pixels */
    width: number;
    version: string;
    sha256: string;
    drawn_at: Date;
  }>(),

  /** A picture from another host in a message. */
  remote_picture: table({
    onPages: { by: ['address_sha256', 'key'], unseen: ['named_at', 'tries', 'received_sha256'] },
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
