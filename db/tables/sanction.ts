import type { Generated } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const sanctionTables = {
  /** A warning, mute or suspension. It is in force until it ends or is lifted; rows are not deleted then. */
  sanction: table({
    owner: 'sanctions',
    rows: 'shared',
    notPersonal: { imposed_by: byTheCrew, lifted_by: byTheCrew },
  }).columns<{
    sanction_id: Generated<number>;
    account_id: number;
    /** null: on every site */
    site: string | null;
    kind: 'warning' | 'mute' | 'suspension';
    /** visible to the person and to moderators */
    reason: string;
    imposed_by: number | null;
    imposed_at: Date;
    /** null: permanent */
    ends_at: Date | null;
    lifted_by: number | null;
    /** null: not lifted */
    lifted_at: Date | null;
  }>(),
};
