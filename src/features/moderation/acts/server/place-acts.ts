import { z } from 'zod';
import { mergeComments } from '#features/comments/server/moderated.ts';
import { markAllStale } from '#features/leaderboards/server/actions.ts';
import { mergeEntries } from '#features/packs/server/moderated.ts';
import { mergeQueued } from '#features/playlater/server/moderated.ts';
import { mergeReplays } from '#features/replays/server/moderated.ts';
import { mergeable, mergeTracks } from '#features/tracks/move-merge/server/merge.ts';
import { attachedTo, editionsFor, moveTrack } from '#features/tracks/move-merge/server/move.ts';
import { moderatedTrack } from '#features/tracks/server/moderated.ts';
import { mergeVideos } from '#features/videos/server/moderated.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { grantedSites, onSite } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { shared } from './plain-acts.ts';

const isThere = async (ctx: Ctx, id: number) =>
  (await moderatedTrack(ctx, id)).deleted_at === null ? yes : conflict('This track is deleted.');

const merge: ModeratorAct<{ Into: number }> = {
  ...shared({ name: 'track.merge', kind: 'track', label: 'Merge this duplicate into another track' }),
  notifies: true,
  fields: [
    {
      name: 'Into',
      label: 'Number of the track that stays',
      hint: 'Replays, comments, awards, trackpacks, Play later lists and videos move there; the old address leads there. Replays count if both files have the same blocks; otherwise they are listed as those of an older version.',
      type: 'number',
      isRequired: true,
      least: 1,
      most: largestInteger,
    },
  ],
  input: z.object({ Into: pathId }),
  allow: async (ctx, { id }, input) => {
    const verdict = await isThere(ctx, id);
    if (verdict.ok && input) await mergeable(ctx, id, input.Into);
    return verdict;
  },
  run: async (tx, { id }, { Into }, reason) => {
    const { duplicate, other, sameBlocks } = await mergeTracks(tx, {
      from: id,
      into: Into,
      reason,
      slots: [mergeReplays, mergeComments, mergeEntries, mergeQueued, mergeVideos],
    });
    await markAllStale(tx, [id, Into]);
    return {
      before: { TrackName: duplicate.name },
      after: { TrackName: other.name, into: Into, ReplaysCount: sameBlocks },
      personId: duplicate.uploader_id,
    };
  },
};

const move: ModeratorAct<{ Edition: string }> = {
  ...shared({ name: 'track.move', kind: 'track', label: 'Move the track to another edition' }),
  notifies: true,
  fields: async (ctx, { id }) => {
    const attached = await attachedTo(ctx, id);
    const rest = attached.length === 0 ? 'nothing' : attached.join(', ');
    const editions = await editionsFor(
      ctx,
      id,
      (await grantedSites(ctx)).map(({ site }) => site),
    );
    return [
      {
        name: 'Edition',
        label: 'Edition',
        hint: `Its files, pictures, texts, authors and dates move. Stays behind, and is deleted after 30 days: ${rest}.`,
        type: 'choice',
        isRequired: true,
        options: editions,
      },
    ];
  },
  input: z.object({ Edition: z.string('must be chosen').max(20, 'is too long') }),
  allow: async (ctx, { id }, input) => {
    const verdict = await isThere(ctx, id);
    if (!verdict.ok) return verdict;
    const granted = (await grantedSites(ctx)).map(({ site }) => site);
    const editions = await editionsFor(ctx, id, granted);
    if (input === null)
      return editions.length > 0
        ? yes
        : conflict('No other edition where you are a moderator takes this track.');
    if (editions.some(({ value }) => value === input.Edition)) return yes;
    const detail = 'Edition: must be another edition that takes this track, and where you are a moderator.';
    throw new Problem(422, detail, { field: 'Edition' });
  },
  run: async (tx, { id }, { Edition }, reason) => {
    const track = await moderatedTrack(tx, id);
    const there = await onSite(tx, Edition);
    const { newId } = await moveTrack(tx, there, id, reason);
    return {
      before: { Edition: tx.site.label },
      after: { Edition: there.site.label, site: there.site.code, newId },
      personId: track.uploader_id,
    };
  },
};

/** Acts that change where a track is. */
export const placeActs: readonly AnyAct[] = [merge, move];
