import { type DoneOnTrack, trackAfter } from '#features/tracks/page/done-sentences.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { ApproveForm, EndForm, LoginForm, OnlineForm, type ReplayAnswer, SecretForm } from '../../forms.ts';
import { giveUpLogin, lockedLogin, removeLogin } from '../../logins/server/release-login.ts';
import { approveOnlineRecord, endOnlineRecord, lockedRecord } from '../../online/server/record.ts';
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
import { lockedReplay } from '../../server/repo.ts';
import { deleteReplay, factsOf, restoreReplay, setSecret } from './acts.ts';

/** A refused form is shown again on the page with the same address. */
const samePage = (form: URLSearchParams, { path }: HttpRequest): string => {
  const key = form.get('key')?.slice(0, 100);
  return key ? `${encodeURI(path)}?${new URLSearchParams({ key })}` : encodeURI(path);
};

/** The page of the track, which says what was done. */
const afterwards =
  (done: DoneOnTrack) =>
  ({ Link }: ReplayAnswer, { key }: { readonly key: string | null }): string =>
    trackAfter(Link, done, key);

/** The routes of posted replays: deleting, restoring, secret times, online records and logins. `onChange`: see replayUploadEndpoints. */
export const replayLifeEndpoints = (onChange: readonly OnReplayChange[]): RouteTable => ({
  'POST /replaydelete/:replayId': action({
    touches: 'edition',
    input: EndForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, found) => mayDelete(viewer, factsOf(found)),
    run: deleteReplay(onChange),
    next: afterwards('replayDeleted'),
    form: samePage,
  }),
  'POST /replayrestore/:replayId': action({
    touches: 'edition',
    input: EndForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, found) => mayRestore(viewer, factsOf(found)),
    run: restoreReplay(onChange),
    next: afterwards('replayRestored'),
    form: samePage,
  }),
  'POST /replaysecret/:replayId': action({
    touches: 'edition',
    input: SecretForm,
    role: mayPost,
    subject: (tx, { replayId, key }) => lockedReplay(tx, replayId, key),
    allow: ({ viewer }, { track }) => mayKeepSecret(viewer, track.relation),
    run: setSecret,
    next: afterwards('replaySecret'),
    form: samePage,
  }),
  'POST /onlinerecord/:recordId': action({
    touches: 'edition',
    input: OnlineForm,
    role: mayEndOnlineRecord,
    subject: (tx, { recordId }) => lockedRecord(tx, recordId),
    allow: ({ viewer }, { record }, { IsRemoved }) =>
      mayRemoveOnlineRecord(viewer, { isRemoved: record.removed_at !== null }, IsRemoved),
    run: endOnlineRecord,
    next: ({ Link }) => Link,
    form: samePage,
  }),
  'POST /onlinerecordapprove/:recordId': action({
    touches: 'edition',
    input: ApproveForm,
    role: mayEndOnlineRecord,
    subject: (tx, { recordId }) => lockedRecord(tx, recordId),
    allow: ({ viewer }) => mayEndOnlineRecord(viewer),
    run: (tx, found, { Reason }) => approveOnlineRecord(tx, found, Reason, true),
    next: ({ Link }) => Link,
    form: (_, { path }) => path.replace('/onlinerecordapprove/', '/onlinerecord/'),
  }),
  'POST /loginunbind/:login': action({
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
