import type { ActName } from './model.ts';

/** Acts that cannot be undone from the log, each with the sentence that its form shows before it is done. */
export const irreversible = {
  'account.close': 'A closed account is reopened with the command `npm run admin`.',
  'account.reopen': 'An account is closed with the command `npm run admin`.',
  'appeal.accept': 'An appeal is decided once, and the person is notified at once.',
  'appeal.reject': 'An appeal is decided once, and the person is notified at once.',
  'login.remove': 'A removed login is bound again by the next replay with it.',
  'message.delete': 'The text of a deleted message is not stored.',
  'message.official': 'A message that was sent cannot be taken back.',
  'news.edit': 'The log shows the changed values before and after, so that it can be edited back.',
  'news.publish': 'Published news is announced to every user. It can be made a draft again.',
  'news.unpublish': 'It is published again like any draft.',
  'pack.edit':
    'The log shows the changed values before and after, so that it can be edited back. A picture that was replaced is not stored.',
  'pack.tracks': 'Each step can be undone here instead.',
  'picture.fetch': 'A picture that was fetched again replaces the one before.',
  'profile.picture': 'The files of a removed picture are deleted.',
  'profile.restore': 'Remove the part again on the page of the user.',
  'replay.evidence': 'Viewing an evidence sheet changes nothing.',
  'track.edit':
    'The log shows the changed values before and after, so that it can be edited back. Pictures that were removed are not stored.',
  'track.link': 'The former link does not work again: a link that is known cannot become secret.',
  'track.merge': 'Afterwards it is not known what came from which track.',
  'track.moveback': 'The track can be moved again.',
  'track.receive': 'A move is undone on the edition where the track came from.',
  'track.release': 'A released track has been seen and driven. It can be hidden again.',
  'video.edit': 'The log shows the changed values before and after, so that it can be edited back.',
} as const satisfies Partial<Record<ActName, string>>;

export type IrreversibleAct = keyof typeof irreversible;
