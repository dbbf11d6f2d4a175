import { routes } from '#routes/routes.ts';

/** Kinds of things in the log. An entry is a track in a pack. */
export const publicKinds = [
  'track',
  'replay',
  'comment',
  'award',
  'pack',
  'packentry',
  'user',
  'news',
  'video',
  'thread',
  'post',
] as const;
export type PublicKind = (typeof publicKinds)[number];

/** What happened to a thing. Deleted: nobody can see it any more, for whatever reason; it may be created again. */
export const publicActs = ['created', 'updated', 'deleted'] as const;
type PublicAct = (typeof publicActs)[number];

/** For how long changes are kept. */
export const changeDays = 30;

/** A change as the API sends it. */
export interface ChangeRow {
  /** ascends in the order in which changes became visible; no later change gets a lower one */
  Number: number;
  Kind: PublicKind;
  /** of the thing; of an entry of a pack: its TrackId */
  Id: number;
  /** of a replay, comment or award: its TrackId; of an entry: its PackId; of a post: its ThreadId; otherwise null */
  ParentId: number | null;
  Act: PublicAct;
  /** ISO 8601, UTC, milliseconds, without a zone */
  At: string;
}

/** The lists in which the things of a kind are found by `id`. Entries of packs are the tracks found by `packid`. */
export const listOfKind: Readonly<Record<PublicKind, string>> = {
  track: routes.apiTracks(),
  replay: routes.apiReplays(),
  comment: routes.apiComments(),
  award: routes.apiAwards(),
  pack: routes.apiPacks(),
  packentry: routes.apiTracks(),
  user: routes.apiUsers(),
  news: routes.apiNews(),
  video: routes.apiVideos(),
  thread: routes.apiThreads(),
  post: routes.apiPosts(),
};
