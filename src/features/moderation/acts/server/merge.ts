import { z } from 'zod';
import { mergeComments } from '#features/comments/server/moderated.ts';
import { markAllStale } from '#features/leaderboards/server/actions.ts';
import { act } from '#features/modlog/server/act.ts';
import { mergeEntries } from '#features/packs/server/moderated.ts';
import { mergeQueued } from '#features/playlater/server/moderated.ts';
import { mergeReplays } from '#features/replays/server/moderated.ts';
import { mergeable, mergeTracks } from '#features/tracks/move-merge/server/merge.ts';
import { ofTrack } from '#features/tracks/server/moderated.ts';
import { mergeVideos } from '#features/videos/server/moderated.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';

const isThere = ofTrack(() => yes);

/** Merges a duplicate into another track, with what every feature attached to it. */
export const mergeTrack = act({
  name: 'track.merge',
  label: 'Merged a track',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Merge into another track',
    fields: [
      {
        name: 'Into',
        label: 'ID of the track to keep',
        hint: 'Replays, comments, awards, packs, Play later entries and videos move there, and the old address leads there. Replays count if both files have the same blocks; otherwise they’re listed under an older version.',
        type: 'number',
        isRequired: true,
        least: 1,
        most: largestInteger,
      },
    ],
    allow: async (ctx, subject, input) => {
      const verdict = await isThere(ctx, subject);
      if (verdict.ok && input) await mergeable(ctx, subject.id, input.Into);
      return verdict;
    },
  },
  input: z.object({ Into: pathId }),
  notifies: true,
  run: async (tx, { id }, { Into }, { reason }) => {
    const { duplicate, other, sameBlocks } = await mergeTracks(tx, {
      from: id,
      into: Into,
      reason,
      onMerge: [mergeReplays, mergeComments, mergeEntries, mergeQueued, mergeVideos],
    });
    await markAllStale(tx, [id, Into]);
    return {
      before: { TrackName: duplicate.name },
      after: { TrackName: other.name, into: Into, ReplaysCount: sameBlocks },
      personId: duplicate.uploader_id,
    };
  },
  cannot: 'You can’t tell afterwards what came from which track.',
});
