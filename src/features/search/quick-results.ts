import type { Picked, TracksRow, UsersRow, VideosRow } from '#client/index.js';
import { formatCount } from '#lib/format/count.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import type { FoundPage } from './find-pages.ts';

/** One result: a link with a picture or initials, and a fact after its name. */
export interface QuickRow {
  readonly href: string;
  readonly name: string;
  readonly by?: string;
  readonly fact?: string;
  readonly picture?: string;
  /** the picture is of a user */
  readonly isFace?: boolean;
  /** of the name: 0 none, 1 supporter, 2 crew */
  readonly tint?: number;
}

/** Rows of one kind: at most three are shown. */
export interface QuickGroup {
  readonly title: string;
  readonly rows: readonly QuickRow[];
  /** capped at 9+ */
  readonly count: string;
  /** link to the full search; null if there is none, or nothing was found */
  readonly more: string | null;
  /** why rows may be missing; null if all were read */
  readonly problem: string | null;
}

const shown = 3;
const fetched = 10;

const trackFields = [
  'TrackId',
  'TrackName',
  'Uploader.Name',
  'PrimaryType',
  'AuthorTime',
  'AuthorScore',
] as const;
const userFields = ['UserId', 'Name', 'Tint', 'Tracks'] as const;
const videoFields = ['VideoId', 'Title', 'Author'] as const;

type TrackHit = Picked<TracksRow, (typeof trackFields)[number]>;
type UserHit = Picked<UsersRow, (typeof userFields)[number]>;
type VideoHit = Picked<VideosRow, (typeof videoFields)[number]>;

/** A kind of result: its request and how to show a row. */
interface Kind<Hit> {
  readonly title: string;
  readonly api: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  idOf(hit: Hit): number;
  row(hit: Hit): QuickRow;
}

const tracks: Kind<TrackHit> = {
  title: 'Tracks',
  api: routes.apiTracks(),
  search: routes.trackSearch(),
  // most awards first, then newest
  params: {
    order1: '6',
    order2: '2',
    fields: trackFields.join(),
  },
  idOf: (hit) => hit.TrackId,
  row: (hit) => ({
    href: routes.trackShow(hit.TrackId),
    name: stripGameText(hit.TrackName).trim() || `Track ${hit.TrackId}`,
    by: hit.Uploader?.Name,
    fact: formatResult(hit.PrimaryType, hit.AuthorTime, hit.AuthorScore),
    picture: routes.trackCover(hit.TrackId, 320),
  }),
};

const users: Kind<UserHit> = {
  title: 'Users',
  api: routes.apiUsers(),
  search: routes.userSearch(),
  params: { order1: 'relevance', fields: userFields.join() },
  idOf: (hit) => hit.UserId,
  row: (hit) => ({
    href: routes.userShow(hit.UserId),
    name: hit.Name,
    tint: hit.Tint,
    picture: routes.avatarMini(hit.UserId),
    isFace: true,
    fact: `${formatCount(hit.Tracks)} ${hit.Tracks === 1 ? 'track' : 'tracks'}`,
  }),
};

const videos: Kind<VideoHit> = {
  title: 'Videos',
  api: routes.apiVideos(),
  search: routes.videoSearch(),
  params: { order1: 'relevance', fields: videoFields.join() },
  idOf: (hit) => hit.VideoId,
  row: (hit) => ({ href: routes.videoShow(hit.VideoId), name: hit.Title, by: hit.Author }),
};

/** Reads the rows of an address. A failure is returned, not thrown, so that one kind does not affect the others. */
export type ReadRows = <Hit>(path: string) => Promise<Rows<Hit>>;
type Rows<Hit> = { readonly rows: readonly Hit[] } | { readonly problem: string };

/** Results by name or id. A row with exactly this id comes first. */
export async function quickSearch(
  typed: string,
  read: ReadRows,
  findPages: (text: string) => readonly FoundPage[],
): Promise<readonly QuickGroup[]> {
  const text = typed.trim();
  const [foundTracks, foundUsers, foundVideos] = await Promise.all([
    groupOf(tracks, text, read),
    groupOf(users, text, read),
    groupOf(videos, text, read),
  ]);
  const pages = findPages(text);
  const rows = pages.slice(0, shown).map(({ label, href }) => ({ name: label, href }));
  return [
    foundTracks,
    foundUsers,
    foundVideos,
    { title: 'Pages', rows, count: capped(pages.length), more: null, problem: null },
  ];
}

async function groupOf<Hit>(kind: Kind<Hit>, text: string, read: ReadRows): Promise<QuickGroup> {
  const ask = (params: Record<string, string>) =>
    read<Hit>(`${kind.api}?${new URLSearchParams({ ...params, ...kind.params, count: String(fetched) })}`);
  const id = /^#?([1-9]\d{0,8})$/.exec(text)?.[1];
  const [exact, named] = await Promise.all([id ? ask({ id }) : noRows, ask({ name: text })]);
  const ids = new Set(rowsOf(exact).map((hit) => kind.idOf(hit)));
  const hits = [...rowsOf(exact), ...rowsOf(named).filter((hit) => !ids.has(kind.idOf(hit)))];
  return {
    title: kind.title,
    rows: hits.slice(0, shown).map((hit) => kind.row(hit)),
    count: capped(hits.length),
    more: hits.length > 0 ? `${kind.search}?${new URLSearchParams({ query: asWords(text) })}` : null,
    problem: problemOf(exact) ?? problemOf(named),
  };
}

const noRows = { rows: [] };
const rowsOf = <Hit>(answer: Rows<Hit>) => ('rows' in answer ? answer.rows : []);
const problemOf = (answer: Rows<unknown>) => ('problem' in answer ? answer.problem : null);

/** What went wrong in these groups, each message once. */
export const problemsIn = (groups: readonly QuickGroup[]): readonly string[] => [
  ...new Set(groups.flatMap(({ problem }) => problem ?? [])),
];

/** Free words for the search box, even if they look like one of its keys. */
const asWords = (text: string) => (/[:"]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text);

const capped = (count: number) => (count > 9 ? '9+' : String(count));

/** Splits a name into three parts; the middle one is what was typed. */
export function markIn(name: string, typed: string): readonly [before: string, match: string, after: string] {
  const text = typed.trim().toLowerCase();
  const at = text === '' ? -1 : name.toLowerCase().indexOf(text);
  if (at < 0) return [name, '', ''];
  return [name.slice(0, at), name.slice(at, at + text.length), name.slice(at + text.length)];
}
