import type { Generated } from 'kysely';
import { table } from './table.ts';

export const achievementTables = {
  achievement: table({
    onPages: { by: [] },
    owner: 'achievements',
    rows: 'by edition',
    ids: 'achievement',
  }).columns<{
    site: string;
    achievement_id: number;
    key: string;
    tier: number;
    display_name: string;
    /** may contain {0} for a custom text */
    description: string;
    primary_color: string;
    text_color: string;
    icon: string;
    succeeding_id: number | null;
    /** users and tracks that have it */
    holders: Generated<number>;
  }>(),

  achievement_earned: table({
    onPages: { by: ['user_id', 'track_id'] },
    owner: 'achievements',
    rows: 'by edition',
  }).columns<{
    site: string;
    achievement_id: number;
    user_id: number;
    /** 0: earned by a user, not by a track */
    track_id: Generated<number>;
    /** replaces {0} of the description; empty: none */
    custom_text: Generated<string>;
    earned_at: Date;
  }>(),

  /** Revoked by hand: not granted again by a check. */
  achievement_withheld: table({ onPages: { by: [] }, owner: 'achievements', rows: 'by edition' }).columns<{
    site: string;
    achievement_id: number;
    /** 0: revoked from a track, regardless of its uploader */
    user_id: number;
    track_id: Generated<number>;
  }>(),
};
