import { z } from 'zod';
import { rowIdIn } from '#lib/codes/ids.ts';

/** An id in an address; anything else is treated like an unknown id. */
const replayId = z.string().transform((text) => rowIdIn(text) ?? 0);

/** The secret of an unlisted track's link, which forms on its page include. */
const key = z
  .string('must be sent once')
  .max(100, 'is too long')
  .optional()
  .transform((text) => text || null);

/** Higher than the limit of the log, so that its own rule can give the reason. */
const Reason = z
  .string('must be sent once, as text')
  .max(100_000, 'has more than 100000 characters')
  .optional()
  .default('');

/** POST /replaydelete/{replayId} and /replayrestore/{replayId} */
export const EndForm = z.object({ replayId, key, Reason });
export type Ending = z.output<typeof EndForm>;

/** POST /replaysecret/{replayId}: an empty date makes the time visible at once. */
export const SecretForm = z.object({
  replayId,
  key,
  SecretUntil: z
    .string('must be sent once')
    .max(40, 'is not a date')
    .optional()
    .default('')
    .transform((text) => text.trim()),
});
export type SecretSetting = z.output<typeof SecretForm>;

/** POST /onlinerecord/{recordId}: removes it, or restores it. */
export const OnlineForm = z.object({
  recordId: replayId,
  IsRemoved: z.enum(['1', '0'], 'must be 1 or 0').transform((text) => text === '1'),
  Reason,
});

/** POST /onlinerecordapprove/{recordId} */
export const ApproveForm = z.object({ recordId: replayId, Reason });

/** POST /loginclaim */
export const ClaimForm = z.object({ Login: z.string('must be sent once').max(200, 'is too long') });

const claimId = replayId;
/** POST /loginclaim/{claimId}/withdraw */
export const ClaimIdForm = z.object({ claimId });

/** POST /loginclaim/{claimId}/answer. Higher than the limit of an answer, so that its own rule can give the reason. */
export const ClaimAnswerForm = z.object({
  claimId,
  Answer: z.string('must be sent once').max(100_000, 'has more than 100000 characters'),
});

/** POST /loginunbind/{login} */
export const LoginForm = z.object({
  login: z.string().max(128),
  Reason: z.string().trim().max(2000, 'may have at most 2000 characters').default(''),
});

/** The response to scripts after a write: where the result is shown. */
export interface ReplayAnswer {
  ReplayId: number;
  Link: string;
}
