import { setOnlineRecord } from '#features/replays/server/moderated.ts';
import type { UndoRule } from './act.ts';
import { byFeature } from './text-undos.ts';

const onItsPage = { cannot: 'This is changed back on the page of the track.' };

/** Undoing acts on tracks and replays. */
export const trackUndos = {
  'track.delete': onItsPage,
  'track.edit': onItsPage,
  'track.feature': onItsPage,
  'track.link': {
    cannot: 'The former secret link does not work again: a link that is known cannot become secret.',
  },
  'track.release': { cannot: 'A released track has been seen and driven. It can be hidden on its page.' },
  'track.restore': onItsPage,
  'track.type': onItsPage,
  'track.unfeature': onItsPage,
  'replay.evidence': { cannot: 'Viewing an evidence sheet changes nothing.' },
  'replay.delete': { cannot: 'This is changed back on the page that restores the replay.' },
  'replay.restore': { cannot: 'This is changed back on the page that deletes the replay.' },
  'record.remove': byFeature('record.restore', (tx, { subject }, reason) =>
    setOnlineRecord(tx, subject.id, false, reason),
  ),
  'record.restore': byFeature('record.remove', (tx, { subject }, reason) =>
    setOnlineRecord(tx, subject.id, true, reason),
  ),
} satisfies Record<string, UndoRule>;
