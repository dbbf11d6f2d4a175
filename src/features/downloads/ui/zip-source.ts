import type { PackRow } from '#features/packs/list/fields.ts';
import { packTracks } from '#features/packs/list/views.ts';
import type { ReplayRow } from '#features/replays/list/fields.ts';
import type { ListResponse } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import { sendForm } from '#ui/api.ts';
import {
  packZipName,
  playLaterZipName,
  replayEntryName,
  replaysZipName,
  searchZipName,
  trackEntryName,
  uniqueNames,
} from '../file-names.ts';
import { type ManifestRow, manifestFields, manifestTrack } from '../manifest.ts';
import type { WantedFile } from './fetch-files.ts';
import { FetchFailure, type RetryingFetch } from './retrying-fetch.ts';

/** rows of one request */
const pageRows = 1000;
const maxReplays = 10_000;

/** What a button downloads, as its `data-zip` names it. */
export const zipKinds = ['pack', 'search', 'playlater', 'replays'] as const;
export type ZipKind = (typeof zipKinds)[number];

/** Everything that is needed to begin. */
export interface Listing {
  readonly files: readonly WantedFile[];
  /** for tracks.json */
  readonly source: string;
  /** null: the only zip, otherwise its number, counted from 1 */
  zipName(part: number | null): string;
  /** after everything was saved */
  saved(): void;
}

interface Reading {
  readonly fetcher: RetryingFetch;
  /** rows so far */
  readonly onRows: (count: number) => void;
}

/** A message that is shown as it is. */
export class ZipAlert extends Error {}

/** Reads the list of files behind a link; the link itself leads to the same zip made by the server. */
export async function listFiles(kind: ZipKind, url: URL, reading: Reading): Promise<Listing> {
  switch (kind) {
    case 'pack':
      return packFiles(idIn(url), reading);
    case 'replays':
      return replayFiles(idIn(url), url, reading);
    case 'playlater':
      return trackFiles(url, reading, {
        none: 'No tracks found',
        zipName: () => playLaterZipName(new Date()),
      });
    case 'search':
      return trackFiles(url, reading, {
        none: 'No maps found',
        zipName: (part) => searchZipName(new Date(), part ?? 1),
      });
    default:
      return kind satisfies never;
  }
}

function idIn({ pathname }: URL): number {
  const id = /\/(\d+)\.zip$/.exec(pathname)?.[1];
  if (id === undefined) throw new ZipAlert('container not found');
  return Number(id);
}

async function packFiles(packId: number, reading: Reading): Promise<Listing> {
  const pack = await packById(packId, reading);
  if (!pack) throw new ZipAlert("Trackpack doesn't exist");
  const source = new URL(routes.trackPackShow(packId), location.origin);
  const search = new URL(`?packid=${packId}&order1=${packTracks.order}`, source);
  const name = packZipName(pack.PackName, packId);
  const listing = await trackFiles(search, reading, {
    none: 'no maps found',
    zipName: (part) => (part === null || part === 1 ? name : name.replace(/\.zip$/, `_part${part}.zip`)),
    pathQuery: `?packid=${packId}`,
  });
  return { ...listing, source: source.href, saved: () => void countDownload(packId) };
}

async function packById(packId: number, { fetcher }: Reading) {
  const query = new URLSearchParams({ id: `${packId}`, fields: 'PackName', count: '1' });
  try {
    const page = await readPage<Pick<PackRow, 'PackName'>>(fetcher, `${routes.apiPacks()}?${query}`);
    return page.Results[0];
  } catch (error) {
    if (error instanceof FetchFailure) throw new ZipAlert('undefined error');
    throw error;
  }
}

/** A failure to count is only logged. */
async function countDownload(packId: number): Promise<void> {
  const form = new URLSearchParams({ packId: `${packId}` });
  const answer = await sendForm('PUT', routes.trackPackDownload(packId), form);
  if (!answer.ok) console.warn('The download was not counted:', answer.problem.detail);
}

interface OfTracks {
  /** the message if there are none */
  readonly none: string;
  readonly zipName: Listing['zipName'];
  /** of the address of each file */
  readonly pathQuery?: string;
}

async function trackFiles(
  url: URL,
  { fetcher, onRows }: Reading,
  { none, zipName, pathQuery = '' }: OfTracks,
): Promise<Listing> {
  const query = new URLSearchParams(url.search);
  query.set('fields', manifestFields.join(','));
  const rows = await readAll<ManifestRow>(fetcher, routes.apiTracks(), query, {
    idOf: (row) => row.TrackId,
    onRows,
  });
  if (rows.length === 0) throw new ZipAlert(none);
  const unique = uniqueNames();
  const files = rows.map((row, index): WantedFile => {
    const name = unique(trackEntryName(row.TrackName, row.TrackId));
    return {
      path: routes.trackGbx(row.TrackId) + pathQuery,
      name,
      modifiedAt: new Date(`${row.UpdatedAt}Z`),
      entry: JSON.stringify(manifestTrack(row, index + 1, name)),
    };
  });
  return { files, source: url.href, zipName, saved: () => {} };
}

const replayFields = ['ReplayId', 'User.Name', 'Position', 'ReplayAt', 'Track.TrackName'] as const;
type ReplayFileRow = Pick<ReplayRow, 'ReplayId' | 'Position' | 'ReplayAt'> & {
  User: Pick<ReplayRow['User'], 'Name'>;
  Track: Pick<ReplayRow['Track'], 'TrackName'>;
};

async function replayFiles(trackId: number, url: URL, { fetcher, onRows }: Reading): Promise<Listing> {
  const key = url.searchParams.get('key');
  const query = new URLSearchParams({ trackid: `${trackId}`, fields: replayFields.join(',') });
  if (key !== null) query.set('key', key);
  const rows = await readAll<ReplayFileRow>(fetcher, routes.apiReplays(), query, {
    idOf: (row) => row.ReplayId,
    onRows,
    most: maxReplays,
  });
  const [first] = rows;
  if (!first) throw new ZipAlert('No records found');
  const unique = uniqueNames();
  const files = rows.map(
    (row): WantedFile => ({
      path: routes.recordGbx(row.ReplayId, key),
      name: unique(replayEntryName(row.Position, row.User.Name, row.ReplayId)),
      modifiedAt: new Date(`${row.ReplayAt}Z`),
      entry: null,
    }),
  );
  const name = replaysZipName(first.Track.TrackName, trackId, new Date());
  const zipName = (part: number | null) =>
    part === null || part === 1 ? name : name.replace(/\.zip$/, `_part${part}.zip`);
  return { files, source: url.href, zipName, saved: () => {} };
}

const readPage = <Row>(fetcher: RetryingFetch, path: string) =>
  fetcher.get(path, 'application/json', (response) => response.json() as Promise<ListResponse<Row>>); // our own lists

/**
 * All rows of a list, page by page. The list may change meanwhile and a row move to the next page: each counts once, and a page
 * without a new row is the last.
 */
async function readAll<Row>(
  fetcher: RetryingFetch,
  path: string,
  query: URLSearchParams,
  {
    idOf,
    onRows,
    most = Number.POSITIVE_INFINITY,
  }: { idOf: (row: Row) => number; onRows: Reading['onRows']; most?: number },
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  query.set('count', `${pageRows}`);
  for (let more = true; more && rows.size < most; ) {
    const before = rows.size;
    const page = await readPage<Row>(fetcher, `${path}?${query}`);
    for (const row of page.Results) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    const last = page.Results.at(-1);
    more = page.More && last !== undefined && rows.size > before;
    if (last !== undefined) query.set('after', `${idOf(last)}`);
    onRows(rows.size);
  }
  return [...rows.values()].slice(0, most);
}
