/** All fields of GET /api/achievements, as in the JSON. */
export interface AchievementRow {
  AchievementId: number;
  DisplayName: string;
  /** may contain {0} for a custom text */
  Description: string;
  PrimaryColor: string;
  TextColor: string;
  Icon: string;
  /** the next tier */
  SucceedingId: number | null;
  /** users and tracks that have it */
  Holders: number;
  /** by the viewer; false for visitors */
  IsEarned: boolean;
}

/** The fields of a request without `fields`. */
export const defaultAchievementFields = ['AchievementId', 'DisplayName', 'Description', 'Holders'] as const;
