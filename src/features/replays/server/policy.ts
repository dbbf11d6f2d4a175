import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { changesAt } from '#platform/page-cache/reads.ts';
import type { Viewer } from '#platform/viewer.ts';
import { downloadableAt, mayDownload } from '../model.ts';

export function mayPost(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to upload replays.');
}

/** The facts about a replay that these rules need. */
export interface ReplayFacts {
  readonly driverId: number;
  /** null: not deleted */
  readonly deletedBy: number | null;
}

const isDriver = (viewer: Viewer, { driverId }: ReplayFacts) =>
  viewer.userId !== 0 && viewer.userId === driverId;

/** Drivers delete their own replays, moderators any. */
export function mayDelete(viewer: Viewer, replay: ReplayFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to delete a replay.');
  if (!isDriver(viewer, replay) && !isModerator(viewer))
    return no('Only its driver and moderators can delete a replay.');
  return replay.deletedBy === null ? yes : conflict('This replay is already deleted.');
}

/** Moderators restore any replay, drivers what they deleted themselves. */
export function mayRestore(viewer: Viewer, replay: ReplayFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to restore a replay.');
  if (replay.deletedBy === null) return conflict('This replay isn’t deleted.');
  if (isModerator(viewer)) return yes;
  return isDriver(viewer, replay) && replay.deletedBy === viewer.userId
    ? yes
    : no('A moderator deleted this replay. Only moderators can restore it.');
}

/** Deleting or restoring another user's replay is moderation: it requires a reason, and the driver is notified. */
export const isModeration = (viewer: Viewer, replay: ReplayFacts): boolean => !isDriver(viewer, replay);

/** The authors of a track decide how long the time of a replay on it stays secret. */
export function mayKeepSecret(viewer: Viewer, track: { readonly isAuthor: boolean }): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to change this.');
  return track.isAuthor ? yes : no('Only the track’s authors can keep a replay’s time secret.');
}

/** Only moderators see the page about an online record. */
export const mayEndOnlineRecord = (viewer: Viewer): Verdict =>
  isModerator(viewer) ? yes : no('Only moderators can remove an online record.');

/** Moderators remove online records and restore removed ones. */
export function mayRemoveOnlineRecord(
  viewer: Viewer,
  record: { readonly isRemoved: boolean },
  remove: boolean,
): Verdict {
  if (!isModerator(viewer)) return mayEndOnlineRecord(viewer);
  if (record.isRemoved === remove)
    return conflict(remove ? 'This record is already removed.' : 'This record isn’t removed.');
  return yes;
}

/** Evidence sheets are for moderators, no matter who drove the replay. */
export const maySeeEvidence = (viewer: Viewer): Verdict =>
  isModerator(viewer) ? yes : no('Only moderators can see evidence sheets.');

/** Moderators may free any login, users their own. */
export const mayRemoveLogin = (viewer: Viewer, ownerId: number | null = null): Verdict =>
  isModerator(viewer) || (ownerId !== null && ownerId === viewer.userId)
    ? yes
    : no('Only moderators can remove another user’s login.');

/** A moderator gives a reason, users give up their own login without one. */
export const needsLoginReason = (viewer: Viewer, ownerId: number): boolean => ownerId !== viewer.userId;

/** What a row of a list says about a run. */
export interface ShownRun {
  readonly ReplayAt: string;
  /** for this viewer */
  readonly IsSecret: boolean;
  readonly User: { readonly UserId: number };
}

export type Watcher = Pick<Ctx, 'viewer' | 'clock'>;

/** Of the runs of a track those that this viewer may watch. A page that is kept is thrown away when it can be one more. */
export function watchableRuns<Row extends ShownRun>(
  { viewer, clock }: Watcher,
  {
    primaryType,
    relation,
  }: { readonly primaryType: number; readonly relation: { readonly isAuthor: boolean } },
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ ReplayAt, IsSecret, User }) => {
    if (IsSecret) return false;
    const facts = { primaryType, replayAt: new Date(`${ReplayAt}Z`), secretUntil: null };
    const by = {
      isDriver: User.UserId === viewer.userId,
      isAuthor: relation.isAuthor,
      isModerator: isModerator(viewer),
    };
    const may = mayDownload(facts, by, clock.now()).ok;
    if (!may) changesAt(downloadableAt(facts).getTime());
    return may;
  });
}
