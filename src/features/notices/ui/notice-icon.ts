import type { IconName } from '#ui/icon-name.ts';
import { groupOf, isNoticeKind, type NoticeGroup } from '../kinds.ts';

const icons = {
  messages: 'mail',
  mentions: 'user',
  replies: 'reply',
  comments: 'comment',
  authors: 'users',
  tracks: 'flag',
  packs: 'pack',
  records: 'stats',
  favorites: 'users',
  achievements: 'award',
  news: 'feed',
  webhooks: 'link',
  reports: 'warn',
  moderation: 'shield',
} as const satisfies Record<NoticeGroup, IconName>;

/** The icon of a stored kind. */
export const noticeIcon = (kind: string): IconName => (isNoticeKind(kind) ? icons[groupOf(kind)] : 'inbox');
