import { expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import {
  actorOf,
  mayPerform,
  operationOfStatus,
  outcomeOf,
  type PackActor,
  type PackOperation,
  reopenedByFile,
} from './states.ts';

/** The columns: not listed, pending, approved, changes requested, rejected, retired. */
const columns = [null, 0, 1, 2, 3, 4] as const;

/**
 * The whole state machine, written by hand. A digit is the status afterwards, `-` removes the entry; letters are refusals:
 */
const sentences: Readonly<Record<string, string>> = {
  n: 'This track isn’t in the trackpack.',
  l: 'Track is already listed.',
  x: 'You can’t submit a rejected track again.',
  p: 'Only approved tracks have a position.',
  a: 'An approved track can only be removed by the managers.',
  r: 'A rejected track can only be removed by the managers.',
  t: 'A retired track can only be removed by the managers.',
  M: 'Only the managers of this pack can do this.',
  A: 'Only the authors of a track can submit it.',
  S: 'Only the player who submitted this track can take it back.',
};

const refusedToOthers = {
  add: 'MMMMMM',
  setPending: 'MMMMMM',
  approve: 'MMMMMM',
  requestChanges: 'MMMMMM',
  reject: 'MMMMMM',
  retire: 'MMMMMM',
  move: 'MMMMMM',
  remove: 'MMMMMM',
  replaceFile: 'n01034',
};
const expected: Readonly<Record<PackActor, Readonly<Record<PackOperation, string>>>> = {
  manager: {
    add: '1lllll',
    setPending: 'n00000',
    approve: 'n11111',
    requestChanges: 'n22222',
    reject: 'n33333',
    retire: 'n44444',
    move: 'np1ppp',
    remove: 'n-----',
    submit: '1lllll',
    withdraw: 'n-----',
    replaceFile: 'n01034',
  },
  author: { ...refusedToOthers, submit: '0lllxl', withdraw: 'n-a-rt' },
  submitter: { ...refusedToOthers, submit: 'AAAAAA', withdraw: 'n-a-rt' },
  other: { ...refusedToOthers, submit: 'AAAAAA', withdraw: 'SSSSSS' },
};

test.each(
  Object.entries(expected).flatMap(([actor, operations]) =>
    Object.entries(operations).map(
      ([operation, row]) => [actor as PackActor, operation as PackOperation, row] as const,
    ),
  ),
)('%s: %s', (actor, operation, row) => {
  const found = columns.map((from) => {
    const outcome = outcomeOf(actor, operation, from);
    if (typeof outcome === 'number') return String(outcome);
    if (outcome === null) return '-';
    expect(mayPerform(actor, operation, from)).toEqual(outcome);
    return Object.keys(sentences).find((letter) => sentences[letter] === outcome.reason);
  });
  expect(found.join('')).toBe(row);
});

test('a lack of rights is not a conflict, everything else is', () => {
  for (const actor of Object.keys(expected) as PackActor[])
    for (const operation of Object.keys(expected[actor]) as PackOperation[])
      for (const from of columns) {
        const verdict = mayPerform(actor, operation, from);
        if (!verdict.ok)
          expect([verdict.reason, !verdict.isConflict]).toEqual([
            verdict.reason,
            /^Only (the|those)/.test(verdict.reason),
          ]);
      }
});

test('every status has an operation that sets it, and a new file reopens only Changes Requested', () => {
  for (const status of Object.values(PackTrackStatus))
    expect(outcomeOf('manager', operationOfStatus[status], PackTrackStatus.rejected)).toBe(status);
  expect(reopenedByFile).toEqual([PackTrackStatus.changesRequested]);
});

test.each([
  [true, true, true, 'manager'],
  [false, true, true, 'author'],
  [false, false, true, 'submitter'],
  [false, false, false, 'other'],
])('manages %s, author %s, submitter %s: %s', (managesPack, isAuthor, isSubmitter, actor) => {
  expect(actorOf({ managesPack, isAuthor, isSubmitter })).toBe(actor);
});
