import { changeSetting } from './actions.ts';
import { addCrewRow, removeCrewRow } from './acts/crew.ts';
import { addBoard, dropBoard, editBoard } from './acts/edition.ts';
import { recordedOnJobs } from './acts/jobs.ts';
import { liftLimit } from './acts/limits.ts';
import { changeRole, changeTitle } from './acts/people.ts';

/** Acts of site leaders and administrators. */
export const administrationActs = [
  changeSetting,
  changeRole,
  changeTitle,
  addCrewRow,
  removeCrewRow,
  addBoard,
  editBoard,
  dropBoard,
  ...recordedOnJobs,
  liftLimit,
];
