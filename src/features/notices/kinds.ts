/** What a person can be told, and the short label it has in the list. A new kind is a row. */
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
  'report.ended': 'Report',
} as const;

export type NoticeKind = keyof typeof noticeKinds;

const labels: Readonly<Record<string, string>> = noticeKinds;

/** The label of a stored kind; one that is no longer in the table is just a notice. */
export const noticeLabel = (kind: string): string => labels[kind] ?? 'Notice';

/** Notices older than this are swept, read or not. */
export const noticeDays = 180;

export const longestNotice = 500;
