import { PackTrackStatus as Status } from '#lib/codes/pack.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';

/**
 * Who acts on a track of a pack, the first that applies: a `manager` (its owner, a named manager or a moderator), an accepted
 * `author` of the track, its `submitter` (who may no longer be an author), any `other` user.
 */
export type PackActor = 'manager' | 'author' | 'submitter' | 'other';

/** What can be done with a track of a pack. `replaceFile` is a new file of the track, which concerns all its packs. */
export type PackOperation =
  | 'add'
  | 'setPending'
  | 'approve'
  | 'requestChanges'
  | 'reject'
  | 'retire'
  | 'move'
  | 'remove'
  | 'submit'
  | 'withdraw'
  | 'replaceFile';

/** The status of a track in a pack; null: it is not listed. */
export type EntryStatus = Status | null;

type Refusal = Extract<Verdict, { ok: false }>;

/** The status afterwards (the same: nothing changes or only the position), null if the entry is removed, or why not. */
export type Outcome = EntryStatus | Refusal;

const { pending, approved, changesRequested, rejected, retired } = Status;
const removed = null;

const isAbsent = conflict('This track isn’t in the trackpack.') as Refusal;
const isListed = conflict('Track is already listed.') as Refusal;
const wasRejected = conflict('You can’t submit a rejected track again.') as Refusal;
const hasNoPosition = conflict('Only approved tracks have a position.') as Refusal;
const staysApproved = conflict('An approved track can only be removed by the managers.') as Refusal;
const staysRejected = conflict('A rejected track can only be removed by the managers.') as Refusal;
const staysRetired = conflict('A retired track can only be removed by the managers.') as Refusal;
const onlyManagers = no('Only the managers of this pack can do this.') as Refusal;
const onlyAuthors = no('Only the authors of a track can submit it.') as Refusal;
const onlySubmitters = no('Only the player who submitted this track can take it back.') as Refusal;

/** The outcomes of an operation by status: not listed, pending, approved, changes requested, rejected, retired. */
type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

const always = (outcome: Outcome): Row => [outcome, outcome, outcome, outcome, outcome, outcome];
const setTo = (status: Status): Row => [isAbsent, status, status, status, status, status];
const listedOnce = [isListed, isListed, isListed, isListed, isListed] as const;

/** Until the managers have decided, a submission can be withdrawn. */
const withdrawal: Row = [isAbsent, removed, staysApproved, removed, staysRejected, staysRetired];

/** Who may replace the file is a rule of tracks; in a pack it makes the managers review the track again. */
const newFile: Row = [isAbsent, pending, approved, pending, rejected, retired];

/** What only managers can do. */
const ofManagers = {
  add: always(onlyManagers),
  setPending: always(onlyManagers),
  approve: always(onlyManagers),
  requestChanges: always(onlyManagers),
  reject: always(onlyManagers),
  retire: always(onlyManagers),
  move: always(onlyManagers),
  remove: always(onlyManagers),
} as const;

/** The whole state machine of the tracks of a pack. */
const outcomes: Readonly<Record<PackActor, Readonly<Record<PackOperation, Row>>>> = {
  manager: {
    add: [approved, ...listedOnce],
    setPending: setTo(pending),
    approve: setTo(approved),
    requestChanges: setTo(changesRequested),
    reject: setTo(rejected),
    retire: setTo(retired),
    move: [isAbsent, hasNoPosition, approved, hasNoPosition, hasNoPosition, hasNoPosition],
    remove: [isAbsent, removed, removed, removed, removed, removed],
    submit: [approved, ...listedOnce],
    withdraw: [isAbsent, removed, removed, removed, removed, removed],
    replaceFile: newFile,
  },
  author: {
    ...ofManagers,
    submit: [pending, isListed, isListed, isListed, wasRejected, isListed],
    withdraw: withdrawal,
    replaceFile: newFile,
  },
  submitter: {
    ...ofManagers,
    submit: always(onlyAuthors),
    withdraw: withdrawal,
    replaceFile: newFile,
  },
  other: {
    ...ofManagers,
    submit: always(onlyAuthors),
    withdraw: always(onlySubmitters),
    replaceFile: newFile,
  },
};

/** The outcome of an operation on a track with this status. */
export function outcomeOf(actor: PackActor, operation: PackOperation, from: EntryStatus): Outcome {
  const row = outcomes[actor][operation];
  return row[from === null ? 0 : from + 1] as Outcome; // a row has a column for every status
}

const isRefusal = (outcome: Outcome): outcome is Refusal => typeof outcome === 'object' && outcome !== null;

/** Whether this operation is possible, or the reason why not. */
export function mayPerform(actor: PackActor, operation: PackOperation, from: EntryStatus): Verdict {
  const outcome = outcomeOf(actor, operation, from);
  return isRefusal(outcome) ? outcome : yes;
}

/** The operation that sets a status. */
export const operationOfStatus: Readonly<Record<Status, PackOperation>> = {
  [pending]: 'setPending',
  [approved]: 'approve',
  [changesRequested]: 'requestChanges',
  [rejected]: 'reject',
  [retired]: 'retire',
};

/** The statuses from which a new file makes the managers review a track again. */
export const reopenedByFile: readonly Status[] = Object.values(Status).filter(
  (status) => outcomeOf('author', 'replaceFile', status) !== status,
);

/** The facts that decide what a user is to a track of a pack. */
export interface PackRelation {
  readonly managesPack: boolean;
  readonly isAuthor: boolean;
  readonly isSubmitter: boolean;
}

export function actorOf({ managesPack, isAuthor, isSubmitter }: PackRelation): PackActor {
  if (managesPack) return 'manager';
  if (isAuthor) return 'author';
  return isSubmitter ? 'submitter' : 'other';
}

/** Decisions after which the authors need to know why. */
export const asksForNote: readonly Status[] = [changesRequested, rejected];
