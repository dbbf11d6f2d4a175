import { trackFilterNames } from '#features/tracks/filter.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Chooser } from './chooser.ts';

/** Existing ids in the test data. */
export interface Held {
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
  { people, tracks, packs, videos, boards }: Held,
  { below, oneOf, chance }: Chooser,
  instant: () => Date,
): Samples {
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
  const remark = { id: numbers, trackid: track, userid: person, authoruserid: person };
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
      ...Object.fromEntries(
        trackFilterNames.filter((name) => name.startsWith('in')).map((name) => [name, yesOrNo] as const),
      ),
      id: () => some(tracks),
      uid: () => 'Made_0',
      name: part,
      author: personByEither,
      authoruserid: person,
      awardedby: personByEither,
      commentedby: personByEither,
      replaysby: personByEither,
      videoid: () => some(videos).split(',')[0] ?? '',
      packid: () => String(oneOf(packs)),
      status: () => oneOf(['0', '1', '0,1,2']),
      tag: number,
      etag: number,
      taginclusive: yesOrNo,
      primarytype: number,
      lbtype: number,
      uploadedafter: moment,
      uploadedbefore: moment,
      authortimemin: () => '30000',
      authortimemax: () => '50000',
      lengthmin: () => '30000',
      lengthmax: () => '50000',
      valuemin: number,
      valuemax: number,
      environment: () => oneOf(['6', 'Stadium']),
      vehicle: () => '6',
      mood: () => oneOf(['1', 'night']),
      difficulty: () => oneOf(['1', '2,3']),
      routes: () => oneOf(['0', '1,2']),
      unlimiterver: number,
      antispam: () => oneOf(['1', '2']),
      awardedlately: () => oneOf(['1', '2']),
      achievement: number,
      featured: yesOrNo,
    },
    '/api/replays': { id: numbers, trackid: track, userid: person, best: yesOrNo, driverlogin: () => 'ann' },
    '/api/trackpacks': {
      id: () => some(packs),
      name: part,
      creator: personByEither,
      trackid: track,
      manageruserid: person,
      inlegacy: yesOrNo,
      insubmissions: yesOrNo,
    },
    '/api/leaderboards': {
      lbid: () => oneOf(['0', '0', '1', '3', String(oneOf(packs))]),
      lbenv: () => oneOf(['0', '7']),
      username: part,
      userid: person,
    },
    '/api/tracks/comments': remark,
    '/api/tracks/awards': remark,
    '/api/tracks/dedimania': { trackid: track, login: () => `driver${1 + below(9)}` },
    '/api/videos': {
      id: () => some(videos),
      name: part,
      title: part,
      trackid: track,
      userid: person,
      creatoruserid: person,
    },
    '/api/news': {
      id: numbers,
      name: part,
      userid: person,
      postedafter: moment,
      postedbefore: moment,
      indismissed: yesOrNo,
    },
    '/api/threads': {
      id: numbers,
      name: part,
      boardid: () => String(oneOf(boards)),
      userid: person,
      inlocked: yesOrNo,
    },
  };
}
