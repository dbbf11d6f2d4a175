import { daysBefore } from '#lib/codes/durations.ts';

/** Beta tracks that one user may have at once. */
export const maxBetaTracks = 5;
/** A public beta without a change for this long is hidden. */
export const betaDays = 90;
/** Its authors are warned this long before. */
export const betaWarningDays = 7;

export interface IdleBeta {
  /** the last new file, edit or release */
  readonly changedAt: Date;
  /** null: not warned since the last change */
  readonly warnedAt: Date | null;
}

/**
 * What happens to a beta now. It is hidden only seven days after a warning, also if the job did not run for some time or the rule
 * is new.
 */
export function betaStep({ changedAt, warnedAt }: IdleBeta, now: Date): 'nothing' | 'warn' | 'hide' {
  if (changedAt > daysBefore(now, betaDays - betaWarningDays)) return 'nothing';
  if (warnedAt === null || warnedAt < changedAt) return 'warn';
  const isDue = changedAt <= daysBefore(now, betaDays) && warnedAt <= daysBefore(now, betaWarningDays);
  return isDue ? 'hide' : 'nothing';
}
