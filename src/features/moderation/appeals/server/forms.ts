import { z } from 'zod';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { pathId } from '#lib/wire/z.ts';
import { appealOutcomes, maxAppealAnswerLength, maxAppealLength } from '../appeals.ts';

const site = z.string('must be sent once').max(20, 'is too long');

const text = (longest: number, missing: string) =>
  z
    .string('must be sent once')
    .default('')
    .transform(cleanMessage)
    .refine((typed) => typed !== '', missing)
    .refine((typed) => countCharacters(typed) <= longest, `has more than ${longest} characters`);

/** POST /decisions/appeal */
export const AppealForm = z.object({
  site,
  actId: pathId,
  Text: text(maxAppealLength, 'say why this is wrong'),
});
export type NewAppeal = z.output<typeof AppealForm>;

/** POST /appeals/settle */
export const SettleForm = z.object({
  site,
  actId: pathId,
  Outcome: z.enum(appealOutcomes, `must be ${appealOutcomes.join(', ')}`),
  Answer: text(maxAppealAnswerLength, 'tell the user why'),
});
export type Settling = z.output<typeof SettleForm>;
