import type { Generated } from 'kysely';
import { table } from './table.ts';

export const publicChangeTables = {
  /** Written only by triggers: changes that have no number yet. */
  public_change_pending: table({ onPages: 'never', owner: 'changes', rows: 'shared' }).columns<{
    seq: Generated<number>;
    site: string;
    kind: string;
    id: number;
    parent_id: number | null;
    /** whether everybody could see it; null: a part of it changed */
    was_public: boolean | null;
    /** whether everybody can see it now */
    is_public: boolean | null;
    changed_at: Generated<Date>;
  }>(),

  /** Written only by `number_public_changes()`. */
  public_change: table({ onPages: 'never', owner: 'changes', rows: 'shared' }).columns<{
    /** microseconds since 1970, at least one more than the last */
    number: number;
    /** null: where the log begins */
    site: string | null;
    /** 'track', 'replay' …; 'beginning' without an edition */
    kind: string;
    id: number;
    /** the track, pack or thread that it belongs to */
    parent_id: number | null;
    act: 'created' | 'updated' | 'deleted';
    changed_at: Date;
  }>(),
};
