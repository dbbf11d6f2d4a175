/** All kinds of notices with their short labels. */
export const noticeKinds = {
  'author.invited': 'Invitation',
  'author.answered': 'Co-author',
  'author.removed': 'Co-author',
  'comment.new': 'Comment',
  'comment.reply': 'Reply',
  'comment.deleted': 'Moderation',
  'award.new': 'Award',
  'track.released': 'Release',
  'track.changed': 'Track',
  'track.deleted': 'Track',
  'track.restored': 'Track',
  'track.moderated': 'Moderation',
  'track.featured': 'Featured',
  'track.video': 'Video',
  'pack.submission': 'Trackpack',
  'pack.status': 'Trackpack',
  'pack.manager': 'Trackpack',
  'pack.deleted': 'Trackpack',
  'pack.restored': 'Trackpack',
  'pack.moderated': 'Moderation',
  'record.beaten': 'Record',
  'replay.deleted': 'Moderation',
  'replay.restored': 'Replay',
  'onlinerecord.removed': 'Moderation',
  'onlinerecord.restored': 'Record',
  'login.removed': 'Moderation',
  'report.ended': 'Report',
  'achievement.earned': 'Achievement',
} as const;

export type NoticeKind = keyof typeof noticeKinds;

const labels: Readonly<Record<string, string>> = noticeKinds;

/** The label of a stored kind; 'Notice' for one that is no longer in the table. */
export const noticeLabel = (kind: string): string => labels[kind] ?? 'Notice';

/** Notices older than this are deleted, read or not. */
export const noticeDays = 180;

export const longestNotice = 500;
