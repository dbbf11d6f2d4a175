import { z } from 'zod';
import { maxFeatureCommentLength } from '#features/tracks/featured/limits.ts';
import { setReplayType } from '#features/tracks/replay-type/server/actions.ts';
import { settableTypes } from '#features/tracks/replay-type/settable-types.ts';
import {
  authorize,
  endFeature,
  hideTrack,
  isFeatured,
  moderatedTrack,
  pickTrack,
  removeTrack,
  restoreRemovedTrack,
  setFlags,
  unhideTrack,
  withhold,
} from '#features/tracks/server/moderated.ts';
import { removeVideoFromTrack, trackVideos } from '#features/videos/server/moderated.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { replayTypes } from '#lib/codes/track.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/path-id.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Subject } from '../../rows.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { type Nothing, removal, restoration, shared } from './plain-acts.ts';

const wholeNumber = z.coerce.number('must be chosen').int('must be chosen');
const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((text) => text === 'yes');
const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

const gone = conflict('This track is deleted.');

type Track = Awaited<ReturnType<typeof moderatedTrack>>;

/** A rule about the current state of the track. Acts on deleted tracks are refused. */
const ofTrack =
  (rule: (track: Track) => Verdict) =>
  async (ctx: Ctx, { id }: Subject): Promise<Verdict> => {
    const track = await moderatedTrack(ctx, id);
    return track.deleted_at === null ? rule(track) : gone;
  };

const type: ModeratorAct<{ Type: number }> = {
  ...shared({ name: 'track.type', kind: 'track', label: 'Change the type of the track' }),
  notifies: true,
  fields: async (ctx, { id }) => [
    {
      name: 'Type',
      label: 'Type',
      type: 'choice',
      isRequired: true,
      value: `${(await moderatedTrack(ctx, id)).replay_type}`,
      options: settableTypes(ctx.site).map(([value, label]) => ({ value: `${value}`, label })),
    },
  ],
  input: z.object({ Type: wholeNumber }),
  allow: async (ctx, { id }, input) => {
    const track = await moderatedTrack(ctx, id);
    if (track.deleted_at !== null) return gone;
    if (track.is_beta) return conflict('A beta track counts on no leaderboard until it is released.');
    if (input === null) return yes;
    if (!settableTypes(ctx.site).some(([number]) => number === input.Type))
      return no('Type: must be a type of this edition.');
    return track.replay_type === input.Type
      ? conflict(`This track is already a ${replayTypes[input.Type]} track.`)
      : yes;
  },
  run: async (tx, { id }, { Type }, reason) => {
    await setReplayType(tx, id, Type, reason);
    return undefined;
  },
};

const flags: ModeratorAct<{ Listed: boolean; Beta: boolean }> = {
  ...shared({ name: 'track.flags', kind: 'track', label: 'Change the flags of the track' }),
  notifies: true,
  fields: async (ctx, { id }) => {
    const track = await moderatedTrack(ctx, id);
    const field = (name: string, label: string, isSet: boolean) =>
      ({
        name,
        label,
        type: 'choice',
        isRequired: true,
        value: isSet ? 'yes' : 'no',
        options: answers,
      }) as const;
    return [
      field('Listed', 'Listed: found by searching', track.is_listed),
      field('Beta', 'Beta: counts on no leaderboard', track.is_beta),
    ];
  },
  input: z.object({ Listed: yesOrNo, Beta: yesOrNo }),
  allow: async (ctx, { id }, input) => {
    const track = await moderatedTrack(ctx, id);
    if (track.deleted_at !== null) return gone;
    if (track.hidden_with_account) return conflict('The account of its uploader is closed.');
    const isSame = input?.Listed === track.is_listed && input.Beta === track.is_beta;
    return isSame ? conflict('This changes nothing.') : yes;
  },
  run: async (tx, { id }, { Listed, Beta }, reason) => {
    await setFlags(tx, id, { isListed: Listed, isBeta: Beta }, reason);
    return undefined;
  },
};

/** Changes who sees a track: `run` is the function of the feature, which notifies the authors. */
const showing = (
  name: 'track.authorize' | 'track.withhold' | 'track.hide' | 'track.unhide',
  label: string,
  rule: (track: Track) => Verdict,
  run: (tx: TxCtx, id: number, reason: string) => Promise<void>,
): ModeratorAct<Nothing> => ({
  ...shared({ name, kind: 'track', label }),
  notifies: true,
  allow: ofTrack(rule),
  run: async (tx, { id }, _, reason) => {
    await run(tx, id, reason);
    return undefined;
  },
});

const isPublic = ({ is_public }: Track) => (is_public ? yes : conflict('This track is not public.'));
const isHeld = (hold: string, sentence: string) => (track: Track) =>
  track.hold === hold ? yes : conflict(sentence);

const visibility: readonly AnyAct[] = [
  showing(
    'track.authorize',
    'Authorise the track',
    isHeld('review', 'This track does not wait for a moderator.'),
    authorize,
  ),
  showing('track.withhold', 'Withhold the track until it is authorised', isPublic, withhold),
  showing('track.hide', 'Hide the track', isPublic, hideTrack),
  showing(
    'track.unhide',
    'Show the track again',
    isHeld('crew', 'This track is not hidden by a moderator.'),
    unhideTrack,
  ),
];

const feature: ModeratorAct<{ Comment: string }> = {
  ...shared({ name: 'track.feature', kind: 'track', label: 'Feature the track' }),
  notifies: true,
  fields: [
    {
      name: 'Comment',
      label: 'Comment on the front page',
      type: 'text',
      isRequired: true,
      longest: maxFeatureCommentLength,
    },
  ],
  input: z.object({
    Comment: z
      .string('must say why the track is featured')
      .transform(cleanMessage)
      .pipe(
        z
          .string()
          .min(1, 'must say why the track is featured')
          .max(maxFeatureCommentLength, `has more than ${maxFeatureCommentLength} characters`),
      ),
  }),
  allow: ofTrack(({ is_public, is_listed, is_beta }) =>
    is_public && is_listed && !is_beta
      ? yes
      : conflict('Only a public, listed track that is not a beta can be featured.'),
  ),
  run: async (tx, { id }, { Comment }) => {
    await pickTrack(tx, id, Comment);
    return undefined;
  },
};

const unfeature: ModeratorAct<Nothing> = {
  ...shared({ name: 'track.unfeature', kind: 'track', label: 'End the feature of the track' }),
  notifies: true,
  allow: async (ctx, { id }) => ((await isFeatured(ctx, id)) ? yes : conflict('This track is not featured.')),
  run: async (tx, { id }) => {
    await endFeature(tx, id);
    return undefined;
  },
};

const removeVideo: ModeratorAct<{ Video: number }> = {
  ...shared({ name: 'track.removevideo', kind: 'track', label: 'Remove a video from the track' }),
  notifies: true,
  fields: async (ctx, { id }) => [
    {
      name: 'Video',
      label: 'Video',
      type: 'choice',
      isRequired: true,
      options: (await trackVideos(ctx, id)).map(({ video_id, title }) => ({
        value: `${video_id}`,
        label: title,
      })),
    },
  ],
  input: z.object({ Video: pathId }),
  allow: async (ctx, { id }, input) => {
    const videos = await trackVideos(ctx, id);
    const isThere = input === null ? videos.length > 0 : videos.some((row) => row.video_id === input.Video);
    return isThere ? yes : conflict('This track has no such video.');
  },
  run: (tx, { id }, { Video }) => removeVideoFromTrack(tx, id, Video),
};

/** Acts on tracks, in the order in which they are offered. */
export const trackActs: readonly AnyAct[] = [
  ...visibility,
  removal({ name: 'track.delete', kind: 'track', label: 'Remove the track', run: removeTrack }),
  restoration('track.delete', {
    name: 'track.restore',
    kind: 'track',
    label: 'Restore the track',
    run: restoreRemovedTrack,
  }),
  type,
  flags,
  feature,
  unfeature,
  removeVideo,
];
