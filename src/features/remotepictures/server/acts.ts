import { forSite } from '#db/for-site.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { type Act, type ActSubject, act, type Nothing, type Offer } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { irreversible, mayAct, type PictureAct, type PictureDecision } from '../acts.ts';
import { pictureForUpdate, type StoredPicture } from './repo.ts';

async function pictureById(tx: TxCtx, { id }: ActRef): Promise<StoredPicture> {
  const row = await forSite(tx, 'remote_picture')
    .where('picture_id', '=', id)
    .select('key')
    .executeTakeFirst();
  if (!row) throw notFound('This picture');
  return pictureForUpdate(tx, row.key);
}

/** What a decision does: the nightly sweep of files removes the copy of a blocked picture. */
const deciding = (decision: PictureAct) => ({
  find: pictureById,
  allow: ({ viewer }: TxCtx, { state }: StoredPicture) => mayAct(viewer, state, decision),
  run: async (tx: TxCtx, { picture_id: pictureId }: StoredPicture): Promise<ActFacts> => {
    const site = tx.site.code;
    await tx.db
      .updateTable('remote_picture')
      .where('site', '=', site)
      .where('picture_id', '=', pictureId)
      .set(changeOf(decision, tx.clock.now()))
      .execute();
    if (decision !== 'block') await tx.jobs.add('fetch-remote-picture', { site, pictureId });
    return {};
  },
});

function changeOf(decision: PictureAct, now: Date) {
  const withoutFile = { sha256: null, width: null, height: null, failure: null };
  return decision === 'block'
    ? { ...withoutFile, state: 'blocked' as const, next_try_at: null }
    : { ...withoutFile, state: 'waiting' as const, next_try_at: now, tries: 0, received_sha256: null };
}

const offer = (button: string, key: string, isPossible: (isBlocked: boolean) => Verdict): Offer<Nothing> => ({
  kinds: ['remotepicture'],
  button,
  key,
  allow: async (ctx: Ctx, { id }: ActSubject) => {
    const row = await forSite(ctx, 'remote_picture')
      .where('picture_id', '=', id)
      .select('state')
      .executeTakeFirst();
    return row ? isPossible(row.state === 'blocked') : no('This picture doesn’t exist.');
  },
});

/** A blocked picture is not fetched any more, and the same file is recognised at other addresses. */
const block = act({
  ...deciding('block'),
  name: 'picture.block',
  label: 'Blocked a picture',
  group: 'removed',
  offer: offer('Block the picture', 'b', (isBlocked) =>
    isBlocked ? conflict('This picture is already blocked.') : yes,
  ),
  undo: 'picture.allow',
});

const allow = act({
  ...deciding('allow'),
  name: 'picture.allow',
  label: 'Unblocked a picture',
  group: 'restored',
  effect: 'favourable',
  offer: {
    ...offer('Unblock the picture', 'a', (isBlocked) =>
      isBlocked ? yes : conflict('This picture isn’t blocked.'),
    ),
    reasons: 'inFavour',
  },
  undo: 'picture.block',
});

const fetch = act({
  ...deciding('fetch'),
  name: 'picture.fetch',
  label: 'Fetched a picture again',
  group: null,
  effect: 'internal',
  cannot: irreversible['picture.fetch'],
});

const acts: Readonly<Record<PictureAct, Act<Nothing, StoredPicture>>> = { block, allow, fetch };

/** Moderator actions on pictures of other hosts. */
export const remotePictureActs = [block, allow, fetch];

/** POST /remotepictureshow/{key} */
export async function decide(
  tx: TxCtx,
  found: StoredPicture,
  { Act, Reason: reason }: PictureDecision,
): Promise<{ PictureId: number }> {
  const subject = { kind: 'remotepicture', id: found.picture_id };
  await perform(tx, acts[Act], { subject, found, input: {}, reason });
  return { PictureId: found.picture_id };
}
