import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userList } from '#features/users/list/server/list.ts';
import { difficulties } from '#lib/codes/track.ts';
import { formatCount } from '#lib/format/count.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import { slot } from '#platform/lists/slots.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import type { CardFacts, StoredCard } from '../card-facts.ts';

type OwnFacts = Omit<StoredCard, 'site'>;

/** Raised when cards are drawn differently: all are drawn again. */
const drawingVersion = 1;

const readTracks = reader(trackList);
const readPacks = reader(packList);
const readUsers = reader(userList);

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const filesOfTrack = (ctx: Ctx) =>
  forSite(ctx, 'track')
    .innerJoin('track_version as file', (join) =>
      join
        .onRef('file.site', '=', 'track.site')
        .onRef('file.track_id', '=', 'track.track_id')
        .onRef('file.version', '=', 'track.current_version'),
    )
    .leftJoin('track_image as image', (join) =>
      join
        .onRef('image.site', '=', 'track.site')
        .onRef('image.track_id', '=', 'track.track_id')
        .on('image.position', '=', 1),
    )
    .where('track.track_id', '=', slot<number>('id'))
    .select(['image.sha256', 'file.thumbnail_sha256', 'file.drawing_raster_sha256']);

/** What cards show of a track: its cover, the picture of the game, or its drawing. */
export async function pictureOfTrack(ctx: Ctx, id: number): Promise<string | null> {
  const [files] = await readCompiled(ctx, 'pictures of a track card', () => filesOfTrack(ctx), { id });
  return files?.sha256 ?? files?.thumbnail_sha256 ?? files?.drawing_raster_sha256 ?? null;
}

async function trackFacts(ctx: Ctx, id: number): Promise<OwnFacts | null> {
  const reading = readTracks(ctx, {
    fields: [
      'TrackId',
      'TrackName',
      'Uploader.Name',
      'Authors[]',
      'PrimaryType',
      'AuthorTime',
      'AuthorScore',
      'Awards',
      'Difficulty',
    ],
    id: [id],
    count: 1,
  });
  const [{ Results }, picture] = await Promise.all([reading, pictureOfTrack(ctx, id)]);
  const [track] = Results;
  if (!track) return null;
  const names = track.Authors.filter(({ IsPending }) => !IsPending).map(({ User }) => User.Name);
  const [first = track.Uploader.Name, ...others] = names;
  return {
    kind: 'track',
    id,
    name: stripGameText(track.TrackName),
    fallback: `Track ${id}`,
    by: `by ${first}${others.length === 1 ? ` and ${others[0]}` : others.length > 1 ? ` and ${others.length} others` : ''}`,
    number: formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore),
    label: 'Author time',
    facts: [difficulties[track.Difficulty] ?? '', counted(track.Awards, 'award')],
    picture,
  };
}

async function packFacts(ctx: Ctx, id: number): Promise<OwnFacts | null> {
  const fields = ['PackId', 'PackName', 'Creator.Name', 'Tracks', 'Downloads'] as const;
  const [{ Results }, stored] = await Promise.all([
    readPacks(ctx, { fields, id: [id], count: 1 }),
    forSite(ctx, 'pack').where('pack_id', '=', id).select('image_sha256').executeTakeFirst(),
  ]);
  const [pack] = Results;
  if (!pack) return null;
  return {
    kind: 'pack',
    id,
    name: stripGameText(pack.PackName),
    fallback: `Trackpack ${id}`,
    by: `a trackpack by ${pack.Creator.Name}`,
    number: formatCount(pack.Tracks),
    label: pack.Tracks === 1 ? 'Track' : 'Tracks',
    facts: [counted(pack.Downloads, 'download')],
    picture: stored?.image_sha256 ?? null,
  };
}

async function userFacts(ctx: Ctx, id: number): Promise<OwnFacts | null> {
  const fields = [
    'UserId',
    'Name',
    'Title',
    'Tracks',
    'TrackAwardsReceived',
    'Replays',
    'RegisteredAt',
  ] as const;
  const [{ Results }, stored] = await Promise.all([
    readUsers(ctx, { fields, id: [id], count: 1 }),
    forSite(ctx, 'profile')
      .where('user_id', '=', id)
      .where('closed_at', 'is', null)
      .select(['avatar_sha256', 'banner_sha256'])
      .executeTakeFirst(),
  ]);
  const [user] = Results;
  if (!user || !stored) return null;
  return {
    kind: 'user',
    id,
    name: user.Name,
    fallback: `User ${id}`,
    by: user.Title ?? `since ${user.RegisteredAt.slice(0, 4)}`,
    number: formatCount(user.Tracks),
    label: user.Tracks === 1 ? 'Track' : 'Tracks',
    facts: [counted(user.TrackAwardsReceived, 'award'), counted(user.Replays, 'replay')],
    picture: stored.avatar_sha256 ?? stored.banner_sha256,
  };
}

const editionFacts = async ({ site }: Ctx): Promise<OwnFacts> => ({
  kind: 'edition',
  id: 0,
  name: site.name,
  fallback: site.label,
  by: site.texts.tagline,
  number: null,
  label: null,
  facts: [],
  picture: null,
});

const readers = { track: trackFacts, pack: packFacts, user: userFacts, edition: editionFacts };
export type CardKind = keyof typeof readers;

/** What the card of something shows, for everybody; null if visitors may not see it. */
export async function cardFacts(ctx: Ctx, kind: CardKind, id: number): Promise<StoredCard | null> {
  const own = await readers[kind]({ ...ctx, viewer: visitor }, id);
  return own && { ...own, site: fullName(ctx) };
}

/** Changes with everything that a card shows. */
export const versionOf = (facts: CardFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([drawingVersion, facts]))
    .digest('base64url')
    .slice(0, 12);
