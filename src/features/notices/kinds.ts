/** How the notices of a group reach a user. Mails are additional: everything but `off` is also on the site. */
export const deliveries = ['off', 'site', 'mail', 'daily', 'weekly'] as const;
export type Delivery = (typeof deliveries)[number];

interface Group {
  readonly name: string;
  /** what the group contains, for the settings page */
  readonly about: string;
  /** decisions about the user's own content: always shown on the site */
  readonly isRequired?: true;
  /** until the user chooses */
  readonly usual: 'off' | 'site';
}

/** Kinds of notices that users switch together, in the order of the settings page. */
export const noticeGroups = {
  messages: { name: 'Messages', about: 'New private messages.', usual: 'site' },
  mentions: {
    name: 'Mentions',
    about: 'When someone mentions you in a post, comment or news post.',
    usual: 'site',
  },
  replies: {
    name: 'Replies',
    about: 'Replies to your comments and posts in threads you watch.',
    usual: 'site',
  },
  comments: { name: 'Comments and awards', about: 'Comments and awards on your tracks.', usual: 'site' },
  authors: { name: 'Co-authors', about: 'Invitations to tracks and answers to yours.', usual: 'site' },
  tracks: {
    name: 'My tracks',
    about: 'When your tracks are released, changed, featured or shown in a video.',
    usual: 'site',
  },
  packs: {
    name: 'Trackpacks',
    about: 'Submissions to your packs, and what managers decide about your tracks.',
    usual: 'site',
  },
  records: {
    name: 'Records',
    about: 'When your record is beaten or your replay is restored.',
    usual: 'site',
  },
  favorites: { name: 'Favourites', about: 'New tracks and videos of your favourite players.', usual: 'site' },
  achievements: { name: 'Achievements', about: 'Achievements you or your tracks earn.', usual: 'site' },
  news: { name: 'News', about: 'News posts of this edition.', usual: 'site' },
  webhooks: {
    name: 'Webhooks',
    about: 'When one of your webhooks is switched off because it fails.',
    usual: 'site',
  },
  reports: { name: 'Reports', about: 'Answers to your reports.', usual: 'site' },
  moderation: {
    name: 'Moderation',
    about: 'When moderators act on your account or something you posted.',
    isRequired: true,
    usual: 'site',
  },
} as const satisfies Readonly<Record<string, Group>>;

/** Sent by email, too, to users who confirm their first address and have not chosen otherwise. */
export const usuallyMailed = ['messages', 'mentions'] as const satisfies readonly NoticeGroup[];

export type NoticeGroup = keyof typeof noticeGroups;

interface Kind {
  /** a short label */
  readonly label: string;
  readonly group: NoticeGroup;
}

/** All kinds of notices. */
const noticeKinds = {
  'author.invited': { label: 'Invitation', group: 'authors' },
  'author.answered': { label: 'Co-author', group: 'authors' },
  'author.removed': { label: 'Co-author', group: 'authors' },
  'comment.new': { label: 'Comment', group: 'comments' },
  'comment.reply': { label: 'Reply', group: 'replies' },
  'comment.deleted': { label: 'Moderation', group: 'moderation' },
  'award.new': { label: 'Award', group: 'comments' },
  'forum.reply': { label: 'Forum', group: 'replies' },
  'forum.moderated': { label: 'Moderation', group: 'moderation' },
  mention: { label: 'Mention', group: 'mentions' },
  'message.new': { label: 'Message', group: 'messages' },
  'message.moderated': { label: 'Moderation', group: 'moderation' },
  'news.new': { label: 'News', group: 'news' },
  'favorite.track': { label: 'Favourite', group: 'favorites' },
  'favorite.video': { label: 'Favourite', group: 'favorites' },
  'track.released': { label: 'Release', group: 'tracks' },
  'track.changed': { label: 'Track', group: 'tracks' },
  'track.deleted': { label: 'Track', group: 'tracks' },
  'track.restored': { label: 'Track', group: 'tracks' },
  'track.moderated': { label: 'Moderation', group: 'moderation' },
  'track.featured': { label: 'Featured', group: 'tracks' },
  'track.video': { label: 'Video', group: 'tracks' },
  'pack.submission': { label: 'Trackpack', group: 'packs' },
  'pack.status': { label: 'Trackpack', group: 'packs' },
  'pack.manager': { label: 'Trackpack', group: 'packs' },
  'pack.deleted': { label: 'Trackpack', group: 'packs' },
  'pack.restored': { label: 'Trackpack', group: 'packs' },
  'pack.moderated': { label: 'Moderation', group: 'moderation' },
  'record.beaten': { label: 'Record', group: 'records' },
  'replay.deleted': { label: 'Moderation', group: 'moderation' },
  'replay.held': { label: 'Moderation', group: 'moderation' },
  'replay.restored': { label: 'Replay', group: 'records' },
  'onlinerecord.removed': { label: 'Moderation', group: 'moderation' },
  'onlinerecord.restored': { label: 'Record', group: 'records' },
  'login.removed': { label: 'Moderation', group: 'moderation' },
  'login.claimed': { label: 'Game login', group: 'moderation' },
  'login.decided': { label: 'Game login', group: 'moderation' },
  'login.released': { label: 'Game login', group: 'moderation' },
  'account.moderated': { label: 'Moderation', group: 'moderation' },
  'moderation.act': { label: 'Moderation', group: 'moderation' },
  'appeal.decided': { label: 'Appeal', group: 'moderation' },
  'text.released': { label: 'Moderation', group: 'moderation' },
  'text.refused': { label: 'Moderation', group: 'moderation' },
  'text.expired': { label: 'Moderation', group: 'moderation' },
  'webhook.off': { label: 'Webhook', group: 'webhooks' },
  'report.ended': { label: 'Report', group: 'reports' },
  'achievement.earned': { label: 'Achievement', group: 'achievements' },
} as const satisfies Readonly<Record<string, Kind>>;

export type NoticeKind = keyof typeof noticeKinds;

const kinds: Readonly<Record<string, Kind>> = noticeKinds;

export const groupOf = (kind: NoticeKind): NoticeGroup => noticeKinds[kind].group;

const groups: Readonly<Record<NoticeGroup, Group>> = noticeGroups;

/** Whether the notices of this group are always shown on the site. */
export const isRequired = (group: NoticeGroup): boolean => groups[group].isRequired === true;

export const usualDelivery = (group: NoticeGroup): Delivery => groups[group].usual;

export const groupIds = Object.keys(noticeGroups) as readonly NoticeGroup[]; // the keys of that object

/** The kinds of some groups. */
export const kindsOf = (wanted: readonly NoticeGroup[]): NoticeKind[] =>
  (Object.keys(noticeKinds) as NoticeKind[]).filter((kind) => wanted.includes(groupOf(kind))); // as above

export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind);

/** The label of a stored kind; 'Notice' for one that is no longer in the table. */
export const noticeLabel = (kind: string): string => kinds[kind]?.label ?? 'Notice';

/** Notices older than this are deleted, read or not. */
export const noticeDays = 180;

export const maxNoticeLength = 500;
