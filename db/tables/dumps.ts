import { table } from './table.ts';

export const dumpTables = {
  dump: table({ onPages: 'never', owner: 'dumps', rows: 'by edition' }).columns<{
    site: string;
    /** when it was begun: 20261127T031500Z */
    dump_id: string;
    made_at: Date;
    /** of its manifest, in Base64 */
    signature: string;
  }>(),

  dump_file: table({ onPages: 'never', owner: 'dumps', rows: 'by edition' }).columns<{
    site: string;
    dump_id: string;
    name: string;
    sha256: string;
    size_bytes: number;
  }>(),
};
