import { daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';

/** What determines an account's level on one edition. */
export interface Standing {
  /** the highest role granted for this edition or for all */
  grantedLevel: number | null;
  addressConfirmed: boolean;
  /** false without a mail server: then addresses cannot be confirmed */
  mailDelivers: boolean;
  registeredAt: Date;
  awardsReceived: number;
  /** a second factor is required for this role and was not proven */
  roleWaits: boolean;
  /** a warning, mute or suspension is in force */
  isSanctioned: boolean;
}

const trustedAfterDays = 90;
export const trustedAfterAwards = 10;

/** Accounts made before this moment are old enough to be trusted. */
export const trustedBefore = (now: Date) => daysBefore(now, trustedAfterDays);

/**
 * The permission level: the higher of the granted and the earned level. Without a required second factor it is at most that
 * of a standard member.
 */
export function levelOf(standing: Standing, now: Date): Level {
  const earned = earnedLevel(standing, now);
  if (standing.roleWaits) return Math.min(earned, Level.standard) as Level; // of two levels one
  return Math.max(standing.grantedLevel ?? 0, earned) as Level; // the table allows grants 4..6 only
}

function earnedLevel(standing: Standing, now: Date): Level {
  if (!standing.addressConfirmed && standing.mailDelivers) return Level.basic;
  const oldEnough = standing.registeredAt <= trustedBefore(now);
  const isTrusted = oldEnough && standing.awardsReceived >= trustedAfterAwards && !standing.isSanctioned;
  return isTrusted ? Level.trusted : Level.standard;
}
