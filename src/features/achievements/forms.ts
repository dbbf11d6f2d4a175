import { largestInteger } from '#lib/codes/ids.ts';
import { hasInvisible } from '#lib/game-text/invisible.ts';
import { pathId, z } from '#lib/wire/z.ts';
import { maxCustomTextLength } from './catalogue.ts';

const optionalId = z
  .string()
  .trim()
  .regex(/^(0|[1-9]\d{0,9})?$/, 'must be a whole number')
  .transform(Number)
  .refine((id) => id <= largestInteger, `must be at most ${largestInteger}`)
  .default(0);

/** A grant or revocation by hand. TrackId 0 or empty: of the user, not of a track. */
export const GrantForm = z.object({
  AchievementId: pathId,
  UserId: optionalId,
  TrackId: optionalId,
  CustomText: z
    .string()
    .trim()
    .max(maxCustomTextLength, `has more than ${maxCustomTextLength} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
    .refine((text) => !hasInvisible(text), 'must not contain invisible characters')
    .default(''),
  Reason: z.string().default(''),
});
export type GrantForm = z.output<typeof GrantForm>;

export const NoticesForm = z.object({ On: z.enum(['0', '1'], 'must be 0 or 1') });
