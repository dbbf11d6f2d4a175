export const longestReason = 2000;

/** Every act of the moderation log and its label. Stored as the key. */
export const actLabels = {
  'account.close': 'Closed an account',
  'account.reopen': 'Reopened an account',
  'achievement.grant': 'Granted an achievement',
  'achievement.revoke': 'Revoked an achievement',
  'appeal.accept': 'Accepted an appeal',
  'appeal.reject': 'Rejected an appeal',
  'award.delete': 'Removed an award',
  'award.restore': 'Restored an award',
  'comment.delete': 'Removed a comment',
  'comment.restore': 'Restored a comment',
  'login.remove': 'Removed a login',
  'news.delete': 'Deleted a news post',
  'news.edit': 'Edited a news post',
  'news.publish': 'Published a news post',
  'news.restore': 'Restored a news post',
  'news.unpublish': 'Unpublished a news post',
  'message.delete': 'Deleted a message',
  'message.official': 'Wrote a message as the crew',
  'pack.delete': 'Deleted a trackpack',
  'pack.edit': 'Edited a trackpack',
  'pack.restore': 'Restored a trackpack',
  'pack.tracks': 'Changed a trackpack',
  'post.delete': 'Deleted a post',
  'post.restore': 'Restored a post',
  'picture.allow': 'Unblocked a picture',
  'picture.block': 'Blocked a picture',
  'picture.fetch': 'Fetched a picture again',
  'record.remove': 'Removed an online record',
  'record.restore': 'Restored an online record',
  'replay.evidence': 'Viewed an evidence sheet',
  'replay.delete': 'Deleted a replay',
  'replay.release': 'Released a replay',
  'replay.restore': 'Restored a replay',
  'replay.revoke': 'Revoked a replay',
  'report.take': 'Took a report',
  'report.solve': 'Solved a report',
  'report.reject': 'Rejected a report',
  'setting.change': 'Changed a setting',
  'text.refuse': 'Refused a text',
  'text.release': 'Released a text',
  'thread.lock': 'Locked a thread',
  'thread.merge': 'Merged a thread',
  'thread.move': 'Moved a thread',
  'thread.pin': 'Pinned a thread',
  'thread.split': 'Separated a thread',
  'thread.unlock': 'Unlocked a thread',
  'thread.unpin': 'Unpinned a thread',
  'profile.clean': 'Removed a part of a profile',
  'profile.picture': 'Removed a picture of a user',
  'profile.restore': 'Restored a part of a profile',
  'track.authorize': 'Authorised a track',
  'track.delete': 'Deleted a track',
  'track.edit': 'Edited a track',
  'track.feature': 'Featured a track',
  'track.flags': 'Changed a track flag',
  'track.hide': 'Hid a track',
  'track.link': 'Replaced a secret link',
  'track.merge': 'Merged a track',
  'track.move': 'Moved a track',
  'track.moveback': 'Moved a track back',
  'track.receive': 'Received a track',
  'track.release': 'Released a track',
  'track.addvideo': 'Linked a video again',
  'track.removevideo': 'Removed a video',
  'track.restore': 'Restored a track',
  'track.type': 'Changed a track type',
  'track.unfeature': 'Ended a feature',
  'user.lift': 'Lifted a sanction',
  'user.mute': 'Muted a user',
  'user.reimpose': 'Imposed a sanction again',
  'user.suspend': 'Suspended a user',
  'user.warn': 'Warned a user',
  'track.unhide': 'Showed a track again',
  'track.withhold': 'Withheld a track',
  'video.edit': 'Edited a video',
  'video.remove': 'Removed a video',
  'video.restore': 'Restored a video',
} as const satisfies Record<string, string>;

export type ActName = keyof typeof actLabels;

export const isActName = (name: string): name is ActName => Object.hasOwn(actLabels, name);

export type ActValue = string | number | boolean | null | readonly (string | number)[];

/**
 * What an act changed, before or after it. Names that begin with a capital letter are shown in the log, as in
 * `{ ThreadTitle: 'Old title' }`; others only serve to undo the act.
 */
export type ActState = Readonly<Record<string, ActValue>>;

/** The label of a stored act; an act that this version does not know keeps its key. */
export const actLabel = (act: string): string => (actLabels as Readonly<Record<string, string>>)[act] ?? act; // widened for the lookup
