import { below } from '#lib/gbx/tools/random.ts';
import { routes } from '#routes/routes.ts';
import type { Community, Member, OwnedPack } from './community.ts';
import { byShare, pick, popular } from './mix.ts';
import { type Sender, someVisitor } from './people.ts';

/** A write, and the read that must show its effect at once. */
export interface WriteRequest {
  readonly name: WriteName;
  readonly sender: Member;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  /** requested after the response; `shows` judges its text, and that of the response of the write */
  readonly seenAt: { readonly path: string; readonly sender: Sender; readonly shows: Shows };
}

type Shows = (seen: string, written: string) => boolean;

const kinds = {
  award: { share: 25, request: award },
  comment: { share: 35, request: comment },
  'play later': { share: 30, request: playLater },
  'move in a pack': { share: 10, request: moveInSomePack },
} as const;
export type WriteName = keyof typeof kinds | 'move in the largest pack';

let written = 0;
/** A text that no earlier run wrote. */
const freshText = () => `A fine line through the curves, number ${Date.now().toString(36)}-${++written}.`;

let posts = 0;
/** Members post in turn: chosen at random, one would sometimes exceed the limit of comments and awards a minute. */
function nextPoster(members: readonly Member[]): Member {
  const poster = members[posts++ % members.length];
  if (!poster) throw new Error('There are no members.');
  return poster;
}

/** A write of the mixed load. */
export function someWrite(random: () => number, community: Community): WriteRequest {
  const [, { request }] = byShare(random, Object.entries(kinds), ([, { share }]) => share);
  return request(random, community);
}

const textIsShown = (path: string, sender: Sender, text: string) => ({
  path,
  sender,
  shows: (seen: string) => seen.includes(text),
});

/** An award for a track of another user that this member has given none; a visitor sees it on its page. */
export function award(random: () => number, { members, tracks }: Community): WriteRequest {
  const sender = nextPoster(members);
  let trackId = pick(random, tracks);
  while (sender.taken.has(trackId)) trackId = pick(random, tracks);
  sender.taken.add(trackId);
  const Comment = freshText();
  return {
    name: 'award',
    sender,
    method: 'POST',
    path: routes.commentUpdate(trackId, 'award', 0),
    form: { Comment },
    seenAt: textIsShown(routes.trackShow(trackId), someVisitor(random), Comment),
  };
}

/** A comment on a popular track; a visitor sees it on its page. */
export function comment(random: () => number, { members, tracks }: Community): WriteRequest {
  const trackId = popular(random, tracks);
  const Comment = freshText();
  return {
    name: 'comment',
    sender: nextPoster(members),
    method: 'POST',
    path: routes.commentUpdate(trackId, 'comment', 0),
    form: { Comment },
    seenAt: textIsShown(routes.trackShow(trackId), someVisitor(random), Comment),
  };
}

/** A track that is added to the member's list or removed from it; the member's list shows it, or no longer. */
export function playLater(random: () => number, { members, tracks }: Community): WriteRequest {
  const sender = pick(random, members);
  const trackId = pick(random, tracks);
  return {
    name: 'play later',
    sender,
    method: 'PUT',
    path: routes.togglePlayLater(trackId),
    form: {},
    seenAt: {
      path: routes.apiTracks(`?inplaylater=1&id=${trackId}&fields=TrackId`),
      sender,
      shows: (seen, answer) =>
        JSON.parse(seen).Results.some(({ TrackId }: { TrackId: number }) => TrackId === trackId) ===
        JSON.parse(answer).Added,
    },
  };
}

/** A track at another position of its pack; its managers see it there. */
export function move(random: () => number, pack: OwnedPack, name: WriteName): WriteRequest {
  const trackId = pick(random, pack.trackIds);
  const position = 1 + below(random, pack.trackIds.length);
  return {
    name,
    sender: pack.owner,
    method: 'PUT',
    path: routes.packMoveTrack(),
    form: { packId: String(pack.packId), trackId: String(trackId), position: String(position) },
    seenAt: {
      path: routes.trackPackEntries(pack.packId),
      sender: pack.owner,
      // another connection may have moved it in the meantime
      shows: (seen) => seen.includes(`"TrackId":${trackId},`),
    },
  };
}

/** The owner is chosen first: most packs belong to one user, who would send more than one client may without waiting. */
function moveInSomePack(random: () => number, { ownedPacks, largestPack }: Community): WriteRequest {
  const packs = ownedPacks.length > 1 ? ownedPacks.filter((pack) => pack !== largestPack) : ownedPacks;
  const owner = pick(random, [...new Set(packs.map((pack) => pack.owner))]);
  const pack = pick(
    random,
    packs.filter((one) => one.owner === owner),
  );
  return move(random, pack, 'move in a pack');
}
