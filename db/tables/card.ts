import { table } from './table.ts';

export const cardTables = {
  /** A drawn picture for shared links, removed after some time and drawn again on demand. */
  card: table({ owner: 'cards', rows: 'by edition' }).columns<{
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
};
