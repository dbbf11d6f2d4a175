import { createHash } from 'node:crypto';
import { sql } from 'kysely';
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
import { readingOnly } from '#platform/page-cache/reads.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import type { CardFacts, StoredCard } from '../card-facts.ts';

type OwnFacts = Omit<StoredCard, 'site'>;

/** Raised when cards are drawn differently: all are drawn again. */
const drawingVersion = 2;

const readTracks = reader(trackList);
const readPacks = reader(packList);
const readUsers = reader(userList);

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const filesOfTracks = (ctx: Ctx) =>
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
    .where('track.track_id', '=', sql<number>`any(${slot<number[]>('ids')}::integer[])`)
    .select(['track.track_id', 'image.sha256', 'file.thumbnail_sha256', 'file.drawing_raster_sha256']);

/** What cards show of these tracks, which visitors may see: the cover, the drawing, or the small picture of the game. */
export async function picturesOfTracks(ctx: Ctx, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const ofTracks = { track_id: ids };
  const files = await readingOnly({ track: ofTracks, track_version: ofTracks, track_image: ofTracks }, () =>
    readCompiled(ctx, 'pictures of a track card', () => filesOfTracks(ctx), { ids: [...ids] }),
  );
  return ids.flatMap((id) => {
    const file = files.find(({ track_id }) => track_id === id);
    return file?.sha256 ?? file?.drawing_raster_sha256 ?? file?.thumbnail_sha256 ?? [];
  });
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
  const [{ Results }, pictures] = await Promise.all([reading, picturesOfTracks(ctx, [id])]);
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
    pictures,
  };
}

async function packFacts(ctx: Ctx, id: number): Promise<OwnFacts | null> {
  const fields = ['PackId', 'PackName', 'Creator.Name', 'Tracks', 'Downloads', 'FirstTracks'] as const;
  const ofPack = { pack_id: id };
  const [{ Results }, stored] = await readingOnly(
    { pack: ofPack, pack_track: ofPack, pack_manager: ofPack },
    () =>
      Promise.all([
        readPacks(ctx, { fields, id: [id], count: 1 }),
        forSite(ctx, 'pack').where('pack_id', '=', id).select('image_sha256').executeTakeFirst(),
      ]),
  );
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
    pictures: stored?.image_sha256 ? [stored.image_sha256] : await picturesOfTracks(ctx, pack.FirstTracks),
  };
}

const bestTracks = (ctx: Ctx) =>
  forSite(ctx, 'track')
    .where('track.uploader_id', '=', slot<number>('user'))
    .where('track.is_public', '=', true)
    .where('track.is_listed', '=', true)
    .where(({ not, exists }) =>
      not(
        exists(
          forSite(ctx, 'profile')
            .where('profile.user_id', '=', slot<number>('user'))
            .where(({ or, eb }) =>
              or([eb('profile.avatar_sha256', 'is not', null), eb('profile.banner_sha256', 'is not', null)]),
            )
            .select('profile.user_id'),
        ),
      ),
    )
    .orderBy('track.awards', 'desc')
    .orderBy('track.track_id', 'desc')
    .limit(1)
    .select('track.track_id');

/** The track of a user that most awards were given to, if the user has no picture of their own: its picture takes that place. */
const bestTrackInstead = (ctx: Ctx, user: number) =>
  readingOnly({ track: { uploader_id: user }, profile: { user_id: user } }, () =>
    readCompiled(ctx, 'best track of a user card', () => bestTracks(ctx), { user }),
  );

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
  const [{ Results }, stored, best] = await Promise.all([
    readUsers(ctx, { fields, id: [id], count: 1 }),
    forSite(ctx, 'profile')
      .where('user_id', '=', id)
      .where('closed_at', 'is', null)
      .select(['avatar_sha256', 'banner_sha256'])
      .executeTakeFirst(),
    bestTrackInstead(ctx, id),
  ]);
  const [user] = Results;
  if (!user || !stored) return null;
  const own = stored.avatar_sha256 ?? stored.banner_sha256;
  return {
    kind: 'user',
    id,
    name: user.Name,
    fallback: `User ${id}`,
    by: user.Title ?? `since ${user.RegisteredAt.slice(0, 4)}`,
    number: formatCount(user.Tracks),
    label: user.Tracks === 1 ? 'Track' : 'Tracks',
    facts: [counted(user.TrackAwardsReceived, 'award'), counted(user.Replays, 'replay')],
    pictures:
      own === null
        ? await picturesOfTracks(
            ctx,
            best.map(({ track_id }) => track_id),
          )
        : [own],
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
  pictures: [],
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
