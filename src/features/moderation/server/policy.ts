import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isEnded, type ReportAct, type ReportState } from '../reports.ts';

export function mayReport(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to report something.');
}

export function mayModerate(viewer: Viewer): Verdict {
  return isModerator(viewer) ? yes : no('Only moderators can see reports and the moderation log.');
}

/** The console and the log show the editions where the viewer's account has a role. */
export const mayModerateSomewhere = (editions: number): Verdict =>
  editions > 0 ? yes : no('Only moderators can see reports and the moderation log.');

export interface ReportFacts {
  readonly state: ReportState;
  /** who took or decided it */
  readonly handledBy: number | null;
}

/** Only the moderator who took a report decides it; others may take it over first, so that two do not work on the same one. */
export function mayHandle(viewer: Viewer, report: ReportFacts, act: ReportAct): Verdict {
  if (!isModerator(viewer)) return mayModerate(viewer);
  // of two at once the second finds it ended
  if (isEnded(report.state)) return conflict(`This report was already ${report.state}.`);
  const isHeld = report.state === 'taken';
  const isMine = report.handledBy === viewer.userId;
  if (act === 'take') return isHeld && isMine ? no('You have already taken this report.') : yes;
  return isHeld && !isMine
    ? no('Another member of the crew has taken this report: take it over first.')
    : yes;
}
