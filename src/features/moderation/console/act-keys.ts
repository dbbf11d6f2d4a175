import type { ActName } from '#features/modlog/model.ts';

/** Keys that the page of a case uses for something other than acts. */
export const reservedKeys = 'jkntusx';

/**
 * The key of each act on the page of a case. It is the same in every case, whatever else is offered there, because people press keys
 * without looking; acts that do the same to other things share one. Rare acts have none.
 */
export const actKeys: Readonly<Partial<Record<ActName, string>>> = {
  // removes it
  'comment.delete': 'r',
  'award.delete': 'r',
  'post.delete': 'r',
  'message.delete': 'r',
  'track.delete': 'r',
  'replay.delete': 'r',
  'pack.delete': 'r',
  'video.remove': 'r',
  'news.delete': 'r',
  // restores what was removed
  'comment.restore': 'o',
  'award.restore': 'o',
  'post.restore': 'o',
  'track.restore': 'o',
  'replay.restore': 'o',
  'pack.restore': 'o',
  'video.restore': 'o',
  'news.restore': 'o',
  // lets through what waits or was blocked
  'text.release': 'a',
  'track.authorize': 'a',
  'picture.allow': 'a',
  'replay.release': 'a',
  // keeps it from being shown
  'text.refuse': 'b',
  'picture.block': 'b',
  // tracks and replays
  'track.withhold': 'd',
  'track.hide': 'h',
  'track.unhide': 'y',
  'track.type': 'e',
  'track.flags': 'g',
  'track.feature': 'f',
  'track.removevideo': 'v',
  'replay.revoke': 'q',
  // the person
  'profile.clean': 'c',
  'profile.picture': 'i',
  'user.warn': 'w',
  'user.mute': 'm',
  'user.suspend': 'p',
  'user.lift': 'l',
};
