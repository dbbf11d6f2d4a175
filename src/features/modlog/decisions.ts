import type { ActName } from './model.ts';

/**
 * Acts that the person concerned does not see: they decide nothing about the person. Acts of the log that name a person are
 * decisions unless they are listed here; an internal act of the crew, such as a private note, must be listed too.
 */
export const hiddenFromPerson: readonly ActName[] = [
  // shown with the decision that the appeal is about
  'appeal.accept',
  'appeal.reject',
  'case.reject',
  'case.reopen',
  'case.solve',
  'message.official',
  'picture.fetch',
  'replay.evidence',
  'report.take',
  'report.solve',
  'report.reject',
];

/** Decisions in favour of the person concerned. There is nothing to appeal against. */
const favourable: readonly ActName[] = [
  'account.reopen',
  'achievement.grant',
  'award.restore',
  'claim.reopen',
  'comment.restore',
  'news.publish',
  'news.restore',
  'pack.restore',
  'picture.allow',
  'post.restore',
  'profile.restore',
  'record.approve',
  'record.restore',
  'records.restore',
  'replay.restore',
  'server.approve',
  'thread.pin',
  'thread.unlock',
  'track.feature',
  'track.restore',
  'user.lift',
  'video.restore',
];

/** Whether the person concerned may appeal against this act. */
export const isAppealable = (act: ActName): boolean =>
  !hiddenFromPerson.includes(act) && !favourable.includes(act);
