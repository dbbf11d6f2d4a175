import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { pathId, z } from '#lib/wire/z.ts';
import { maxPackTracks } from '../submission.ts';
import { trackRefs } from './track-refs.ts';

const status = z
  .string('must be sent once')
  .regex(/^[0-4]$/, 'must be a number from 0 to 4')
  .transform((digit) => Number(digit) as PackTrackStatus); // the digits are its values

/** A moderator's reason, or a note to the authors of a track. */
const reason = z
  .string('must be sent once')
  .max(2000, 'may have at most 2000 characters')
  .transform(cleanMessage)
  .default('');

const tracks = z
  .string('must be sent once, as text')
  .transform(trackRefs)
  .refine((refs) => refs.length > 0, 'must name at least one track')
  .refine((refs) => refs.length <= maxPackTracks, `may name at most ${maxPackTracks} tracks at once`);

const revision = z
  .string('must be sent once')
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number);

const ofPack = { packId: pathId, Reason: reason };
const ofTrack = { ...ofPack, trackId: pathId };

/** PUT /trackpack/togglestatus. `Note` is for the authors of the track; a moderator's `Reason` is their note if there is no other */
export const StatusForm = z.object({
  act: z.literal('status').default('status'),
  ...ofTrack,
  status,
  Note: reason,
});
/** DELETE /trackpack/removetrack */
export const RemoveForm = z.object({ act: z.literal('remove').default('remove'), ...ofTrack });
/** PUT /trackpack/movetrack: `position` from 1; beyond the end means last */
export const MoveForm = z.object({ act: z.literal('move').default('move'), ...ofTrack, position: pathId });
/** POST /trackpack/addtracks: ids, UIds or addresses, separated by white space, commas or semicolons */
export const AddForm = z.object({ act: z.literal('add').default('add'), ...ofPack, tracks });
/** POST /trackpack/undo: only while the pack still has this revision */
export const UndoForm = z.object({ act: z.literal('undo').default('undo'), ...ofPack, revision });

/** POST /trackpackmanage/:packId, the form of a browser without scripts: one of the above by `act`. */
export const ManageForm = z.discriminatedUnion(
  'act',
  [
    StatusForm.extend({ act: z.literal('status') }),
    RemoveForm.extend({ act: z.literal('remove') }),
    MoveForm.extend({ act: z.literal('move') }),
    AddForm.extend({ act: z.literal('add') }),
    UndoForm.extend({ act: z.literal('undo') }),
  ],
  'must be status, remove, move, add or undo',
);
export type Managed = z.output<typeof ManageForm>;

/** POST /trackpacksubmit/:packId */
export const SubmitForm = z.object({
  ...ofTrack,
  act: z.enum(['submit', 'withdraw'], 'must be submit or withdraw').default('submit'),
});
export type Submitted = z.output<typeof SubmitForm>;
