import type { Viewer } from '#platform/viewer.ts';
import type { Chooser } from './chooser.ts';
import { trackSamples } from './track-samples.ts';

/** Existing ids in the test data. */
export interface ExistingIds {
  readonly people: Viewer[];
  readonly tracks: number[];
  readonly packs: number[];
  readonly videos: number[];
  readonly boards: number[];
}

type Samples = Readonly<Record<string, Readonly<Record<string, () => string>>>>;

const parts = ['i', 'dri', 'CAFE', '0%', 'e_c', 'red', 'zzz', '7'];

/** A value for every filter of every list, from the existing data. */
export function samplesOf(
  { people, tracks, packs, videos, boards }: ExistingIds,
  choose: Chooser,
  instant: () => Date,
): Samples {
  const { below, oneOf, chance } = choose;
  const person = () => String(oneOf(people).userId);
  const personByEither = () => (chance(0.5) ? person() : oneOf(people).name.toUpperCase());
  const number = () => String(below(5));
  const yesOrNo = () => oneOf(['0', '1']);
  const part = () => oneOf(parts);
  const track = () => String(oneOf(tracks));
  const moment = () => instant().toISOString().slice(0, 16);
  const some = (ids: readonly number[]) => Array.from({ length: 1 + below(12) }, () => oneOf(ids)).join(',');
  const sixty = Array.from({ length: 60 }, (_, index) => index + 1);
  const numbers = () => some(sixty);
  const comment = { id: numbers, trackid: track, userid: person, authoruserid: person };
  return {
    '/api/users': {
      id: () => some(people.map((who) => who.userId)),
      name: part,
      mxid: number,
      tracksmin: number,
      tracksmax: number,
      awardsmin: number,
      awardsmax: number,
      awardsgivenmin: number,
      awardsgivenmax: number,
      registeredafter: moment,
      registeredbefore: moment,
      insupporters: yesOrNo,
      inmoderators: yesOrNo,
      informercrew: yesOrNo,
      infavorite: yesOrNo,
    },
    '/api/tracks': {
      ...trackSamples(
        {
          flag: yesOrNo,
          user: personByEither,
          userIds: person,
          trackIds: () => some(tracks),
          pack: () => String(oneOf(packs)),
          video: () => String(oneOf(videos)),
          name: part,
          count: number,
          milliseconds: () => oneOf(['30000', '50000']),
          instant: moment,
        },
        choose,
      ),
      secret: () => 'not the secret of any link',
    },
    '/api/replays': {
      id: numbers,
      trackid: track,
      userid: person,
      best: yesOrNo,
      outdated: yesOrNo,
      driverlogin: () => 'ann',
    },
    '/api/trackpacks': {
      id: () => some(packs),
      name: part,
      creator: personByEither,
      trackid: track,
      manageruserid: person,
      updatedafter: moment,
      updatedbefore: moment,
      inlegacy: yesOrNo,
      insubmissions: yesOrNo,
    },
    '/api/leaderboards': {
      lbid: () => oneOf(['0', '0', '1', '3', String(oneOf(packs))]),
      lbenv: () => oneOf(['0', '7']),
      username: part,
      userid: person,
    },
    '/api/tracks/comments': comment,
    '/api/tracks/awards': comment,
    '/api/tracks/dedimania': { trackid: track, login: () => `driver${1 + below(9)}` },
    '/api/videos': {
      id: () => some(videos),
      name: part,
      title: part,
      trackid: track,
      userid: person,
      creatoruserid: person,
    },
    '/api/achievements': { id: numbers, inearned: yesOrNo },
    '/api/news': {
      id: numbers,
      name: part,
      userid: person,
      postedafter: moment,
      postedbefore: moment,
      updatedafter: moment,
      updatedbefore: moment,
      indismissed: yesOrNo,
    },
    '/api/threads': {
      id: numbers,
      name: part,
      text: part,
      boardid: () => String(oneOf(boards)),
      userid: person,
      inlocked: yesOrNo,
    },
    '/api/posts': {
      id: numbers,
      text: part,
      threadid: () => String(1 + below(30)),
      boardid: () => String(oneOf(boards)),
      userid: person,
    },
  };
}
