import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { AchievementRow } from './fields.ts';

/** What the page of achievements shows of each. */
export const catalogueFields = [
  'AchievementId',
  'DisplayName',
  'Description',
  'PrimaryColor',
  'TextColor',
  'Icon',
  'SucceedingId',
  'Holders',
  'IsEarned',
] as const satisfies readonly Paths<AchievementRow>[];
export type CatalogueRow = Picked<AchievementRow, (typeof catalogueFields)[number]>;
