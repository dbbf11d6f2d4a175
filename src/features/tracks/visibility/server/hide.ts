import type { Updateable } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockTrack } from '../../server/counters.ts';
import { isPublic, type ModeratedTrack, moderatedTrack, ofTrack } from '../../server/moderated.ts';
import { countAround } from '../../server/recount-people.ts';
import { notifyAuthors } from '../../server/track-actions.ts';
import { betaColumns } from './release.ts';

/** A locked track, whatever its state. */
async function find(tx: TxCtx, { id }: ActRef): Promise<ModeratedTrack> {
  await lockTrack(tx, id);
  return moderatedTrack(tx, id);
}

const setTrack = (tx: TxCtx, { track_id }: ModeratedTrack, row: Updateable<Database['track']>) =>
  tx.db
    .updateTable('track')
    .set(row)
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track_id)
    .execute();

/** Counts the track again and notifies its authors. */
async function changed(tx: TxCtx, track: ModeratedTrack, did: string, reason: string): Promise<ActFacts> {
  const facts = await notifyAuthors(tx, track, did, oneLine(reason));
  await countAround(tx, track.track_id);
  return facts;
}

/** Hides a public track: its authors cannot show it again. */
export const hide = act({
  name: 'track.hide',
  label: 'Hid a track',
  group: 'hidden',
  offer: { kinds: ['track'], button: 'Hide track', key: 'h', allow: ofTrack(isPublic) },
  find,
  allow: (_, track) => isPublic(track),
  notifies: true,
  run: async (tx, track, _, { reason }) => {
    await setTrack(tx, track, { is_public: false, hold: 'crew', held_at: tx.clock.now() });
    const facts = await changed(tx, track, 'hid', reason);
    return { before: { Public: true }, after: { Public: false }, ...facts };
  },
  undo: 'track.unhide',
});

const isHidden = ({ hold }: ModeratedTrack) =>
  hold === 'crew' ? yes : conflict('No moderator has hidden this track.');

/** Shows a track that moderators hid. */
export const unhide = act({
  name: 'track.unhide',
  label: 'Unhid a track',
  group: 'released',
  offer: {
    kinds: ['track'],
    button: 'Unhide track',
    key: 'y',
    reasons: 'inFavour',
    allow: ofTrack(isHidden),
  },
  find,
  allow: (_, track) =>
    track.deleted_at === null ? isHidden(track) : conflict('This track is deleted. Restore first.'),
  notifies: true,
  run: async (tx, track, _, { reason }) => {
    // while the account of its uploader is closed, it is shown when that is reopened
    const shown = track.hidden_with_account ? { was_public: true } : { is_public: true };
    await setTrack(tx, track, { ...shown, hold: null, held_at: null });
    const facts = await changed(tx, track, 'showed again', reason);
    return { before: { Public: false }, after: { Public: true }, ...facts };
  },
  undo: 'track.hide',
});

/** A beta that has not changed; undoing it shows the beta for another ninety days. */
export const hideBeta = act({
  name: 'beta.hide',
  label: 'Hid an unchanged beta',
  group: 'hidden',
  undo: {
    as: 'track.unhide',
    run: async (tx, { subject }) => {
      const track = await find(tx, subject);
      if (track.deleted_at !== null || track.hidden_with_account || track.hold !== null || track.is_public)
        throw new Problem(409, 'This beta has been changed since.');
      await setTrack(tx, track, { is_public: true, release_at: null, beta_changed_at: tx.clock.now() });
      await countAround(tx, track.track_id);
      return { before: { Public: false }, after: { Public: true }, personId: track.uploader_id };
    },
  },
});

const stateOf = (isListed: boolean, isBeta: boolean) => ({
  Listed: isListed,
  Beta: isBeta,
  isListed,
  isBeta,
});

const Flags = z
  .object({ isListed: z.boolean(), isBeta: z.boolean() })
  .transform(({ isListed: Listed, isBeta: Beta }) => ({ Listed, Beta }));

const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((text) => text === 'yes');
const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** Lists or unlists a track, or makes it a beta or a normal one. Its dates do not change, because this is not a release. */
export const setFlags = act({
  name: 'track.flags',
  label: 'Changed a visibility setting',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Change visibility',
    key: 'g',
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
        field('Listed', 'Listed: people can find it', track.is_listed),
        field('Beta', 'Beta: doesn’t count on any leaderboard', track.is_beta),
      ];
    },
    allow: async (ctx, { id }, input) => {
      const track = await moderatedTrack(ctx, id);
      if (track.deleted_at !== null) return conflict('This track is deleted.');
      if (track.hidden_with_account) return conflict('Its uploader’s account is closed.');
      const isSame = input?.Listed === track.is_listed && input.Beta === track.is_beta;
      return isSame ? conflict('This changes nothing.') : yes;
    },
  },
  input: z.object({ Listed: yesOrNo, Beta: yesOrNo }),
  find,
  allow: (_, { deleted_at }) => (deleted_at === null ? yes : conflict('This track is deleted.')),
  notifies: true,
  run: async (tx, track, { Listed, Beta }, { reason }) => {
    await setTrack(tx, track, { is_listed: Listed, ...betaColumns(tx.site, track, Beta) });
    const facts = await changed(tx, track, 'changed the visibility of', reason);
    return { before: stateOf(track.is_listed, track.is_beta), after: stateOf(Listed, Beta), ...facts };
  },
  undo: { as: 'track.flags', input: ({ before }) => storedIn(Flags, before) },
});
