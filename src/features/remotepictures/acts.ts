import { z } from 'zod';
import { isModerator } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';

const pictureActs = ['block', 'allow', 'fetch'] as const;
export type PictureAct = (typeof pictureActs)[number];

export type PictureState = 'waiting' | 'shown' | 'failed' | 'blocked';

/** What moderators may do with a picture in each state. */
const possible: Readonly<Record<PictureState, readonly PictureAct[]>> = {
  waiting: ['block'],
  shown: ['block'],
  failed: ['fetch', 'block'],
  blocked: ['allow'],
};

/** The labels of the buttons. */
export const actButtons: Readonly<Record<PictureAct, string>> = {
  block: 'Block this picture',
  allow: 'Unblock this picture',
  fetch: 'Fetch it again',
};

/** The acts of this viewer, in the order of the buttons; none for others than moderators. */
export const actsFor = (viewer: { readonly level: number }, state: PictureState): readonly PictureAct[] =>
  isModerator(viewer) ? possible[state] : [];

export function mayDecide(viewer: { readonly level: number }): Verdict {
  return isModerator(viewer) ? yes : no('Only moderators can do this.');
}

/** Only moderators decide. The second of two concurrent decisions is refused, because the picture has changed. */
export function mayAct(viewer: { readonly level: number }, state: PictureState, act: PictureAct): Verdict {
  const right = mayDecide(viewer);
  if (!right.ok) return right;
  return possible[state].includes(act) ? yes : conflict('The picture has changed. Reload the page.');
}

/** Why acts of moderators on pictures cannot be undone. */
export const irreversible = {
  'picture.fetch': 'A picture that was fetched again replaces the one before.',
} as const;

/** POST /remotepictureshow/{key} */
export const PictureForm = z.object({
  key: z.string().max(40),
  Act: z.enum(pictureActs, `must be ${pictureActs.join(', ')}`),
  Reason: z.string().max(10_000).default(''),
});
export type PictureDecision = z.output<typeof PictureForm>;
