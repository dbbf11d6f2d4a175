import { z } from 'zod';
import type { Act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { type DoneOnTrack, trackAfter } from '#features/tracks/page/done-sentences.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { del, post, startOf } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  ApproveForm,
  EndForm,
  type Ending,
  LoginForm,
  OnlineForm,
  type ReplayAnswer,
  SecretForm,
} from '../../forms.ts';
import { giveUpLogin, lockedLogin, removeLogin } from '../../logins/server/release-login.ts';
import {
  approveRecord,
  lockedRecord,
  pageOf,
  removeRecord,
  restoreRecord,
  type StoredRecord,
} from '../../online/server/record.ts';
import type { OnReplayChange } from '../../ranking/server/rank.ts';
import {
  mayDelete,
  mayEndOnlineRecord,
  mayKeepSecret,
  mayPost,
  mayRemoveLogin,
  mayRemoveOnlineRecord,
  mayRestore,
  needsLoginReason,
} from '../../server/policy.ts';
import { lockedReplay, type VisibleReplay } from '../../server/repo.ts';
import { answerOf, factsOf, replayLifeActs, setSecret } from './acts.ts';

/** A refused form is shown again on the page with the same address. */
const samePage = (form: URLSearchParams, { path }: HttpRequest): string => {
  const key = form.get('key')?.slice(0, 100);
  return key ? `${encodeURI(path)}?${new URLSearchParams({ key })}` : encodeURI(path);
};

const ending =
  (act: Act<object, VisibleReplay>) =>
  async (tx: TxCtx, found: VisibleReplay, { Reason: reason }: Ending): Promise<ReplayAnswer> => {
    const subject = { kind: 'replay', id: found.replay.replay_id };
    await perform(tx, act, { subject, found, input: {}, reason });
    return answerOf(found);
  };

async function performOnRecord(
  tx: TxCtx,
  act: Act<object, StoredRecord>,
  found: StoredRecord,
  reason: string,
): Promise<{ RecordId: number; Link: string }> {
  const id = found.record.online_record_id;
  await perform(tx, act, { subject: { kind: 'record', id }, found, input: {}, reason });
  return { RecordId: id, Link: pageOf(found) };
}

const ownReplay = {
  scope: 'replays',
  input: z.strictObject({
    key: z.string().max(100).optional().describe('the secret of an unlisted track’s link'),
  }),
  output: z.object({ ReplayId: z.int(), Link: z.string() }),
  example: {},
} as const;

/** The page of the track, which says what was done. */
const afterwards =
  (done: DoneOnTrack) =>
  ({ Link }: ReplayAnswer, { key }: { readonly key: string | null }): string =>
    trackAfter(Link, done, key);

/** The routes of posted replays: deleting, restoring, secret times, online records and logins. `onChange`: see replayUploadRoutes. */
export const postedReplayRoutes = (onChange: readonly OnReplayChange[]): RouteTable => ({
  [post(routes.replayDelete)]: action({
    touches: 'edition',
    api: [{ ...ownReplay, at: del(routes.apiReplay), about: 'Deletes one of your replays.' }],
    input: EndForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, found) => mayDelete(viewer, factsOf(found)),
    run: ending(replayLifeActs(onChange).remove),
    next: afterwards('replayDeleted'),
    form: samePage,
  }),
  [post(routes.replayRestore)]: action({
    touches: 'edition',
    api: [{ ...ownReplay, at: post(routes.apiReplayRestore), about: 'Restores a replay that you deleted.' }],
    input: EndForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, found) => mayRestore(viewer, factsOf(found)),
    run: ending(replayLifeActs(onChange).restore),
    next: afterwards('replayRestored'),
    form: samePage,
  }),
  [post(routes.replaySecret)]: action({
    touches: 'edition',
    input: SecretForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, { track }) => mayKeepSecret(viewer, track.relation),
    run: setSecret,
    next: afterwards('replaySecret'),
    form: samePage,
  }),
  [post(routes.onlineRecord)]: action({
    touches: 'edition',
    input: OnlineForm,
    role: mayEndOnlineRecord,
    subject: (tx, { recordId }) => lockedRecord(tx, recordId),
    allow: ({ viewer }, { record }, { IsRemoved }) =>
      mayRemoveOnlineRecord(viewer, { isRemoved: record.removed_at !== null }, IsRemoved),
    run: (tx, found, { IsRemoved, Reason }) =>
      performOnRecord(tx, IsRemoved ? removeRecord : restoreRecord, found, Reason),
    next: ({ Link }) => Link,
    form: samePage,
  }),
  [post(routes.onlineRecordApprove)]: action({
    touches: 'edition',
    input: ApproveForm,
    role: mayEndOnlineRecord,
    subject: (tx, { recordId }) => lockedRecord(tx, recordId),
    allow: ({ viewer }) => mayEndOnlineRecord(viewer),
    run: (tx, found, { Reason }) => performOnRecord(tx, approveRecord, found, Reason),
    next: ({ Link }) => Link,
    form: (_, { path }) => path.replace(startOf(routes.onlineRecordApprove), startOf(routes.onlineRecord)),
  }),
  [post(routes.loginUnbind)]: action({
    touches: 'edition',
    input: LoginForm,
    role: mayPost,
    subject: (tx, { login }) => lockedLogin(tx, login),
    allow: ({ viewer }, bound) => mayRemoveLogin(viewer, bound.user_id),
    run: (tx, bound, { Reason }) =>
      needsLoginReason(tx.viewer, bound.user_id) ? removeLogin(tx, bound, Reason) : giveUpLogin(tx, bound),
    next: ({ Link }) => Link,
  }),
});
