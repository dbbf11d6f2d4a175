import { hourMs, minuteMs } from '#lib/codes/durations.ts';
import { isModerator } from '#lib/codes/level.ts';

/** How long a session lasts after the last visit, and in total. Shorter for the crew, whose rights are worth more to a thief. */
export const sessionHours = {
  member: { idle: 30 * 24, total: 90 * 24 },
  crew: { idle: 12, total: 7 * 24 },
} as const;

interface Lived {
  createdAt: Date;
  lastSeenAt: Date;
  /** the highest role granted for its edition or for all */
  grantedLevel: number | null;
}

/** When a session ends unless it is used before, and when it ends in any case. */
export function sessionEnd({ createdAt, lastSeenAt, grantedLevel }: Lived): Date {
  const { idle, total } = sessionHours[isModerator({ level: grantedLevel ?? 0 }) ? 'crew' : 'member'];
  return new Date(Math.min(lastSeenAt.getTime() + idle * hourMs, createdAt.getTime() + total * hourMs));
}

/** Sessions created at or before this time have ended, however much they are used. */
export const endedBefore = (now: Date) => new Date(now.getTime() - sessionHours.member.total * hourMs);

/** How often the last visit is stored at most: a page with many requests costs one write. */
export const freshMs = 5 * minuteMs;

/** Whether the last visit is to be stored again. */
export const seenLongAgo = (lastSeenAt: Date, now: Date) => now.getTime() - lastSeenAt.getTime() >= freshMs;

/** How long ago an authentication may be to count as recent. */
export const recentMs = 10 * minuteMs;

/** Whether the user authenticated recently, which is required to change sign-in methods. */
export const isRecent = (signedInAt: Date, now: Date) => now.getTime() - signedInAt.getTime() < recentMs;
