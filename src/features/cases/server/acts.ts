import { act, type Undo } from '#features/modlog/server/act.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockedCase, reopen } from './settle.ts';

const reopening: Undo = {
  as: 'case.reopen',
  run: async (tx, { caseId }) => {
    if (caseId === null) throw new Problem(409, 'The log doesn’t say which case this was.');
    const locked = await lockedCase(tx, caseId);
    if (locked.state === 'open') throw new Problem(409, 'This case is already open.');
    await reopen(tx, locked);
    return {};
  },
};

const internal = { group: 'other', effect: 'internal' } as const;

/** Moderator actions on cases. */
export const caseActs = {
  solve: act({ ...internal, name: 'case.solve', label: 'Solved a case', undo: reopening }),
  reject: act({ ...internal, name: 'case.reject', label: 'Rejected a case', undo: reopening }),
  reopen: act({
    ...internal,
    name: 'case.reopen',
    label: 'Reopened a case',
    cannot: 'Close the case again on its page.',
  }),
};

const former = { group: null, effect: 'internal' } as const;

/** Acts of earlier versions, which are in the log. */
export const formerActs = [
  act({
    ...former,
    name: 'report.take',
    label: 'Took a report',
    cannot: 'You can release a case on its page.',
  }),
  act({
    ...former,
    name: 'report.solve',
    label: 'Solved a report',
    cannot: 'The reporter has been answered.',
  }),
  act({
    ...former,
    name: 'report.reject',
    label: 'Rejected a report',
    cannot: 'The reporter has been answered.',
  }),
];
