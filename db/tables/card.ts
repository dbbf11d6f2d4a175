/** A drawn picture for shared links, removed after some time and drawn again on demand. */
export interface CardTable {
  site: string;
  kind: 'track' | 'pack' | 'user' | 'edition';
  /** 0 for the edition */
  subject_id: number;
  /** in pixels */
  width: number;
  version: string;
  sha256: string;
  drawn_at: Date;
}

export interface CardTables {
  card: CardTable;
}
