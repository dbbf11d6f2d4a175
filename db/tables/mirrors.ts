import type { Generated } from 'kysely';
import { table } from './table.ts';

export const mirrorTables = {
  /** Another site of which this edition holds copies (`npm run mirror`), and how far the current pass over its lists is. */
  mirror: table({
    onPages: {
      by: ['mirror_id'],
      unseen: [
        'pass_began_at',
        'pass_ended_at',
        'selection',
        'stage',
        'after_id',
        'pass_change',
        'followed_to',
      ],
    },
    owner: 'mirror',
    rows: 'by edition',
    ids: 'mirror',
  }).columns<{
    site: string;
    mirror_id: number;
    /** such as https://tmnf.exchange */
    origin: string;
    pass_began_at: Date;
    /** null: the pass is unfinished, and the next run continues it */
    pass_ended_at: Date | null;
    /** what the pass is limited to */
    selection: Generated<string>;
    stage: string;
    /** the last row of the stage's list that was handled; null: none */
    after_id: number | null;
    /** where the source's log of changes ended when the pass began; null: it has none */
    pass_change: number | null;
    /** that of the last complete pass over everything */
    followed_to: number | null;
    /** when the last complete pass began: how fresh the copies are */
    read_at: Date | null;
  }>(),

  /** A row of another site, and its copy here. */
  mirrored: table({
    onPages: { by: ['kind', 'local_id'], unseen: ['row_hash', 'read_at'] },
    owner: 'mirror',
    rows: 'by edition',
  }).columns<{
    site: string;
    mirror_id: number;
    kind: 'user' | 'track' | 'replay' | 'comment' | 'award' | 'pack';
    source_id: number;
    /** null: it is not here */
    local_id: number | null;
    /**
     * 'copied': the copy follows the source; 'here': the same existed here before; 'refused': `reason` says why; 'gone': deleted at
     * the source; 'erased': at the request of its user, and never copied again; 'claimed': its user has claimed it, so that it no longer
     * follows the source
     */
    state: 'copied' | 'here' | 'refused' | 'gone' | 'erased' | 'claimed';
    reason: Generated<string>;
    /** of the row that was copied; another one is copied again */
    row_hash: Generated<string>;
    /** where the source itself copied it from; null: it began there */
    origin_site: string | null;
    origin_id: number | null;
    /** when the pass that last saw it began */
    read_at: Date;
  }>(),

  /** The claim of a user to a copied profile, whose user they are at the source. */
  user_claim: table({
    onPages: { by: ['copied_id'], unseen: ['code', 'created_at', 'expires_at', 'proof', 'finished_at'] },
    owner: 'mirror',
    rows: 'by edition',
  }).columns<{
    site: string;
    /** the profile that was copied */
    copied_id: number;
    /** the claimant */
    user_id: number;
    code: string;
    created_at: Date;
    expires_at: Date;
    /** null: not proved yet */
    granted_at: Date | null;
    proof: 'profile' | 'login' | null;
    /** when nothing of the copied profile was left to hand over */
    finished_at: Date | null;
  }>(),

  /** A file that was received from another site, so that none is requested twice. */
  mirror_file: table({ onPages: 'never', owner: 'mirror', rows: 'by edition' }).columns<{
    site: string;
    mirror_id: number;
    path: string;
    /** of the file at the source: a change makes another one */
    version: string;
    sha256: string;
    /** while no other row names the file */
    stored_sha256: string | null;
    etag: string | null;
    fetched_at: Date;
  }>(),
};
