import type { PackRow } from '#features/packs/list/fields.ts';
import type { TrackRow } from '#features/tracks/list/fields.ts';
import type { VideoRow } from '#features/videos/fields.ts';
import { difficulties, primaryTypes } from '#lib/codes/track.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { messagesHtml } from '#platform/messages.ts';
import { routes } from '#routes/routes.ts';
import type { FeedEntry } from '../atom.ts';
import { escapeHtml, factsHtml, pictureHtml, withOrigin } from '../html.ts';
import { authorOf, type FeedScope, idOf, instantOf, later } from './feed-scope.ts';

interface Person {
  readonly UserId: number;
  readonly Name: string;
}

const personOf = ({ origin }: FeedScope, { UserId, Name }: Person) =>
  authorOf({ name: Name, uri: `${origin}${routes.userShow(UserId)}` });

const plainName = (name: string, kind: string, id: number): string => stripGameText(name) || `${kind} ${id}`;

/** Messages of one page of a list as HTML for readers elsewhere; pictures are shown only where the site shows them. */
async function messages(
  { ctx, origin }: FeedScope,
  texts: readonly string[],
  images: boolean,
): Promise<string[]> {
  const html = await messagesHtml(ctx, texts, { images });
  return html.map((one, index) => (texts[index]?.trim() ? withOrigin(one ?? '', origin) : ''));
}

export const trackEntryFields = [
  'TrackId',
  'TrackName',
  'Uploader.UserId',
  'Uploader.Name',
  'Authors[]',
  'PrimaryType',
  'AuthorTime',
  'AuthorScore',
  'Difficulty',
  'Tags[]',
  'AuthorComments',
  'UploadedAt',
  'UpdatedAt',
] as const satisfies readonly Paths<TrackRow>[];

type TrackEntryRow = Picked<TrackRow, (typeof trackEntryFields)[number]>;

/** Tracks, dated by their release and last change. */
export async function trackEntries(scope: FeedScope, rows: readonly TrackEntryRow[]): Promise<FeedEntry[]> {
  const { ctx, origin } = scope;
  const comments = await messages(
    scope,
    rows.map(({ AuthorComments }) => AuthorComments),
    false,
  );
  return rows.map((track, index) => {
    const href = `${origin}${routes.trackShow(track.TrackId)}`;
    const published = instantOf(track.UploadedAt);
    const tags = track.Tags.flatMap((id) => ctx.site.tags.find((tag) => tag.id === id)?.name ?? []);
    const accepted = track.Authors.filter(({ IsPending }) => !IsPending).map(({ User }) => User);
    const authors = accepted.length > 0 ? accepted : [track.Uploader];
    return {
      id: idOf(scope, `track/${track.TrackId}`),
      title: plainName(track.TrackName, 'Track', track.TrackId),
      href,
      published,
      updated: later(published, instantOf(track.UpdatedAt)),
      authors: authors.map((author) => personOf(scope, author)),
      category: 'track',
      html:
        pictureHtml(href, `${origin}${routes.trackCover(track.TrackId, 640)}`, 640, 400) +
        factsHtml([
          `Author time ${formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore)}`,
          primaryTypes[track.PrimaryType] ?? null,
          difficulties[track.Difficulty] ?? null,
          tags.join(', '),
        ]) +
        (comments[index] ?? ''),
    };
  });
}

export const packEntryFields = [
  'PackId',
  'PackName',
  'Creator.UserId',
  'Creator.Name',
  'Tracks',
  'Description',
  'CreatedAt',
  'UpdatedAt',
] as const satisfies readonly Paths<PackRow>[];

type PackEntryRow = Picked<PackRow, (typeof packEntryFields)[number]>;

/** Trackpacks. */
export async function packEntries(scope: FeedScope, rows: readonly PackEntryRow[]): Promise<FeedEntry[]> {
  const { origin } = scope;
  const texts = await messages(
    scope,
    rows.map(({ Description }) => Description ?? ''),
    false,
  );
  return rows.map((pack, index) => {
    const href = `${origin}${routes.trackPackShow(pack.PackId)}`;
    const published = instantOf(pack.CreatedAt);
    return {
      id: idOf(scope, `trackpack/${pack.PackId}`),
      title: plainName(pack.PackName, 'Trackpack', pack.PackId),
      href,
      published,
      updated: later(published, instantOf(pack.UpdatedAt)),
      authors: [personOf(scope, pack.Creator)],
      category: 'trackpack',
      html: factsHtml([pack.Tracks === 1 ? '1 track' : `${pack.Tracks} tracks`]) + (texts[index] ?? ''),
    };
  });
}

export const videoEntryFields = [
  'VideoId',
  'Title',
  'Author',
  'Poster.UserId',
  'Poster.Name',
  'PostedAt',
] as const satisfies readonly Paths<VideoRow>[];

type VideoEntryRow = Picked<VideoRow, (typeof videoEntryFields)[number]>;

/** Videos, by the users who posted them. */
export function videoEntries(scope: FeedScope, rows: readonly VideoEntryRow[]): FeedEntry[] {
  return rows.map((video) => ({
    id: idOf(scope, `video/${video.VideoId}`),
    title: video.Title.trim() || `Video ${video.VideoId}`,
    href: `${scope.origin}${routes.videoShow(video.VideoId)}`,
    published: instantOf(video.PostedAt),
    updated: instantOf(video.PostedAt),
    authors: [personOf(scope, video.Poster)],
    category: 'video',
    html: factsHtml([video.Author && `A video by ${video.Author}`]),
  }));
}

/** Something that a user wrote, with its text. */
interface Written {
  readonly kind: 'news' | 'comment' | 'award' | 'thread' | 'post';
  readonly id: number;
  readonly title: string;
  /** path of its page */
  readonly path: string;
  readonly user: Person;
  readonly published: string;
  readonly updated: string;
  /** BB-code; null: only `facts` */
  readonly text: string | null;
  readonly images: boolean;
  readonly facts?: string;
}

/** News, comments, threads: whatever people write. */
export async function writtenEntries(scope: FeedScope, rows: readonly Written[]): Promise<FeedEntry[]> {
  const images = rows.some((row) => row.images);
  const texts = await messages(
    scope,
    rows.map(({ text }) => text ?? ''),
    images,
  );
  return rows.map((row, index) => {
    const published = instantOf(row.published);
    return {
      id: idOf(scope, `${row.kind}/${row.id}`),
      title: row.title.trim() || `${row.kind} ${row.id}`,
      href: `${scope.origin}${row.path}`,
      published,
      updated: later(published, instantOf(row.updated)),
      authors: [personOf(scope, row.user)],
      category: row.kind,
      html: `${row.facts === undefined ? '' : `<p>${escapeHtml(row.facts)}</p>`}${texts[index] ?? ''}`,
    };
  });
}
