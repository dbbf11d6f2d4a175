import type { Generated, JSONColumnType } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const packTables = {
  pack: table({
    onPages: {
      by: ['pack_id', 'owner_id'],
      often: [
        'tracks',
        'pack_value',
        'downloads',
        'updated_at',
        'activity_at',
        'revision',
        'settings_version',
      ],
    },
    owner: 'packs',
    rows: 'by edition',
    inChanges: {
      columns: [
        'owner_id',
        'name',
        'description',
        'is_public',
        'map_list_released',
        'allows_submissions',
        'is_legacy',
        'has_leaderboard',
        'submissions_per_user',
        'announced_environments',
        'image_sha256',
      ],
    },
    ids: 'pack',
    notPersonal: { deleted_by: byTheCrew },
  }).columns<{
    site: string;
    pack_id: number;
    owner_id: number;
    name: string;
    name_folded: string;
    description: string | null;
    is_public: Generated<boolean>;
    map_list_released: Generated<boolean>;
    allows_submissions: Generated<boolean>;
    is_legacy: Generated<boolean>;
    environments: Generated<number[]>;
    /** number of approved ones */
    tracks: Generated<number>;
    pack_value: Generated<number>;
    downloads: Generated<number>;
    image_sha256: string | null;
    created_at: Date;
    updated_at: Date;
    activity_at: Date;
    /** number of changes to its tracks */
    revision: Generated<number>;
    has_leaderboard: Generated<boolean>;
    /** tracks that one user may submit */
    submissions_per_user: Generated<number>;
    /** chosen by its managers; those of approved tracks are added */
    announced_environments: Generated<number[]>;
    /** counts saved settings */
    settings_version: Generated<number>;
    deleted_at: Date | null;
    deleted_by: number | null;
    /** null if the owner deleted it */
    deleted_reason: string | null;
    was_public: boolean | null;
    /** when its owner or a moderator hid it; null: it is not hidden, or was before this was recorded */
    hidden_at: Date | null;
    /** hidden because the account of its owner is closed */
    hidden_with_account: Generated<boolean>;
  }>(),

  pack_track: table({
    onPages: { by: ['pack_id', 'track_id'] },
    owner: 'packs',
    rows: 'by edition',
    inChanges: { columns: ['status', 'position'] },
  }).columns<{
    site: string;
    pack_id: number;
    track_id: number;
    status: Generated<number>;
    position: number | null;
    added_by: number;
    added_at: Date;
  }>(),

  pack_manager: table({
    onPages: { by: ['pack_id', 'user_id'] },
    owner: 'packs',
    rows: 'by edition',
    inChanges: { partOf: 'pack', columns: ['role'] },
  }).columns<{
    site: string;
    pack_id: number;
    user_id: number;
    role: Generated<string>;
  }>(),

  /** One stored version of a pack's picture. */
  pack_picture: table({ onPages: { by: ['pack_id'] }, owner: 'packs', rows: 'by edition' }).columns<{
    site: string;
    pack_id: number;
    /** avif, webp or jpeg */
    format: string;
    width: number;
    height: number;
    sha256: string;
    added_at: Date;
  }>(),

  pack_step: table({ onPages: 'never', owner: 'packs', rows: 'by edition' }).columns<{
    site: string;
    pack_id: number;
    user_id: number;
    text: string;
    reversal: JSONColumnType<object>;
  }>(),

  /** One download of a whole pack by one user or visitor on one day. */
  pack_download: table({ onPages: 'own', owner: 'packs', rows: 'by edition' }).columns<{
    site: string;
    pack_id: number;
    /** UTC, such as 2027-01-31 */
    day: string;
    /** identifies the user or visitor within that day */
    person: string;
  }>(),
};
