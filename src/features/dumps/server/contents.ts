import { packList } from '#features/packs/list/server/list.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userList } from '#features/users/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import type { FieldNode } from '#platform/lists/fields.ts';
import { allRows } from '#platform/lists/lines.ts';
import type { List } from '#platform/lists/list.ts';
import { rowSchema } from '#platform/lists/openapi.ts';
import { type JsonSchema, params } from '#platform/lists/params.ts';
import { routes } from '#routes/routes.ts';
import {
  type AddressedFile,
  picturesOfPacks,
  picturesOfTracks,
  picturesOfUsers,
  thumbnailsOfTracks,
} from './pictures.ts';

/**
 * What a dump contains of each list: all fields but these, which depend on the viewer or a filter, or are counted for each row. Null:
 * nothing, because it follows from other lists.
 */
export const leftOut: Readonly<Record<string, readonly string[] | null>> = {
  tracks: [
    'UserReplay',
    'Medals',
    'InBookmarks',
    'HasCoauthorRequest',
    'PackId',
    'Position',
    'Status',
    'TimeStampAt',
  ],
  replays: [
    'IsSecret',
    'Position',
    'AdjustedPosition',
    'Difference',
    'DifferenceRespawns',
    'Delta',
    'DeltaRespawns',
    'Score',
    'ReplayWRs',
    'Top10s',
    'Flags',
    'DriverLogIn',
  ],
  comments: [],
  awards: [],
  trackpacks: ['FirstTracks', 'Driven', 'TopLB', 'UserLB'],
  users: ['IsFavorite'],
  news: ['IsDismissed'],
  videos: ['Map'],
  threads: [],
  posts: [],
  onlinerecords: [],
  achievements: ['IsEarned'],
  leaderboards: null,
};

/** Rows that are one file of a dump. */
export interface Part {
  readonly name: string;
  readonly schema: JsonSchema;
  rows(ctx: Ctx): AsyncGenerator<readonly string[]>;
}

/** Rows of a list in the order in which they were created, if it has one: new ones then come last while the dump is made. */
function rowsOf(
  ctx: Ctx,
  list: List,
  fields: readonly string[],
  query: Readonly<Record<string, string>> = {},
) {
  const byCreation = Object.values(list.orders).find(({ lowest }) => lowest !== undefined);
  return allRows(ctx, list, params({ fields: fields.join(), order1: byCreation?.codes[0], ...query }));
}

function schemaOf(list: List, fields: readonly string[]): JsonSchema {
  const all: Readonly<Record<string, FieldNode>> = list.fields;
  return rowSchema(Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name))));
}

const partOf = (list: List, without: readonly string[]): Part => {
  const fields = Object.keys(list.fields).filter((name) => !without.includes(name));
  return {
    name: list.name,
    schema: schemaOf(list, fields),
    rows: (ctx) => rowsOf(ctx, list, fields),
  };
};

const entryFields = ['PackId', 'TrackId', 'Position', 'Status'];
const packPosition = '45';

/** Tracks of packs, in their order. */
const entries: Part = {
  name: 'packentries',
  schema: schemaOf(trackList, entryFields),
  async *rows(ctx) {
    for await (const packs of rowsOf(ctx, packList, ['PackId']))
      for (const pack of packs)
        yield* rowsOf(ctx, trackList, entryFields, {
          packid: String((JSON.parse(pack) as { PackId: number }).PackId), // the only field
          order1: packPosition,
        });
  },
};

interface TrackFiles {
  TrackId: number;
  HasScreenshot: boolean;
  HasThumbnail: boolean;
  Versions: { Version: number; FileHash: string; FileSize: number }[];
}
interface ReplayFile {
  ReplayId: number;
  FileHash: string;
  FileSize: number;
}

const lineOf = ({ sha256, sizeBytes, path }: AddressedFile): string =>
  JSON.stringify({ Sha256: sha256, Size: sizeBytes, Path: path });

/** Reads the files that belong to the rows of a list page by page, so that only visible rows have files. */
async function* filesOf<Row>(
  ctx: Ctx,
  list: List,
  fields: readonly (keyof Row & string)[],
  files: (rows: readonly Row[]) => AddressedFile[] | Promise<AddressedFile[]>,
) {
  // the rows have the requested fields
  for await (const rows of rowsOf(ctx, list, fields))
    yield (await files(rows.map((row) => JSON.parse(row) as Row))).map(lineOf);
}

/** Every file of the tracks and replays, then the pictures. Files of new puzzle replays can be fetched later. */
const files: Part = {
  name: 'files',
  schema: {
    type: 'object',
    properties: { Sha256: { type: 'string' }, Size: { type: 'integer' }, Path: { type: 'string' } },
    required: ['Sha256', 'Size', 'Path'],
  },
  async *rows(ctx) {
    yield* filesOf<TrackFiles>(ctx, trackList, ['TrackId', 'Versions'], (tracks) =>
      tracks.flatMap(({ TrackId, Versions }) =>
        Versions.map(({ Version, FileHash, FileSize }) => ({
          sha256: FileHash,
          sizeBytes: FileSize,
          path: routes.trackVersion(TrackId, Version),
        })),
      ),
    );
    yield* filesOf<ReplayFile>(ctx, replayList, ['ReplayId', 'FileHash', 'FileSize'], (replays) =>
      replays.map(({ ReplayId, FileHash, FileSize }) => ({
        sha256: FileHash,
        sizeBytes: FileSize,
        path: routes.recordGbx(ReplayId),
      })),
    );
    yield* filesOf<TrackFiles>(
      ctx,
      trackList,
      ['TrackId', 'HasScreenshot', 'HasThumbnail'],
      async (tracks) => [
        ...(await thumbnailsOfTracks(ctx, idsOf(tracks, 'HasThumbnail'))),
        ...(await picturesOfTracks(ctx, idsOf(tracks, 'HasScreenshot'))),
      ],
    );
    yield* filesOf<{ PackId: number; Image: string | null }>(ctx, packList, ['PackId', 'Image'], (packs) =>
      picturesOfPacks(
        ctx,
        packs.filter(({ Image }) => Image !== null).map(({ PackId }) => PackId),
      ),
    );
    yield* filesOf<{ UserId: number }>(ctx, userList, ['UserId'], (users) =>
      picturesOfUsers(
        ctx,
        users.map(({ UserId }) => UserId),
      ),
    );
  },
};

const idsOf = (tracks: readonly TrackFiles[], having: 'HasScreenshot' | 'HasThumbnail'): number[] =>
  tracks.filter((track) => track[having]).map(({ TrackId }) => TrackId);

/** The files of a dump of an edition. */
export const partsOf = (lists: readonly List[]): Part[] => [
  ...lists.flatMap((list) => {
    const without = leftOut[list.name];
    return without ? [partOf(list, without)] : [];
  }),
  entries,
  files,
];
