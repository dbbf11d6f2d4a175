import { packList } from '#features/packs/list/server/list.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import type { FieldNode } from '#platform/lists/fields.ts';
import { allRows } from '#platform/lists/lines.ts';
import type { List } from '#platform/lists/list.ts';
import { rowSchema } from '#platform/lists/openapi.ts';
import { type JsonSchema, params } from '#platform/lists/params.ts';
import { routes } from '#routes/routes.ts';

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

/** An address from which a file can be fetched, and its hash. */
const file = (hash: unknown, size: unknown, path: string): string =>
  JSON.stringify({ Sha256: hash, Size: size, Path: path });

interface TrackFiles {
  TrackId: number;
  Versions: { Version: number; FileHash: string; FileSize: number }[];
}
interface ReplayFile {
  ReplayId: number;
  FileHash: string;
  FileSize: number;
}

/** Every file of the tracks and replays. Those of new puzzle replays can be fetched later. */
const files: Part = {
  name: 'files',
  schema: {
    type: 'object',
    properties: { Sha256: { type: 'string' }, Size: { type: 'integer' }, Path: { type: 'string' } },
    required: ['Sha256', 'Size', 'Path'],
  },
  async *rows(ctx) {
    for await (const rows of rowsOf(ctx, trackList, ['TrackId', 'Versions']))
      yield rows.flatMap((row) => {
        const { TrackId, Versions } = JSON.parse(row) as TrackFiles; // the requested fields
        return Versions.map(({ Version, FileHash, FileSize }) =>
          file(FileHash, FileSize, routes.trackVersion(TrackId, Version)),
        );
      });
    for await (const rows of rowsOf(ctx, replayList, ['ReplayId', 'FileHash', 'FileSize']))
      yield rows.map((row) => {
        const { ReplayId, FileHash, FileSize } = JSON.parse(row) as ReplayFile; // likewise
        return file(FileHash, FileSize, routes.recordGbx(ReplayId));
      });
  },
};

/** The files of a dump of an edition. */
export const partsOf = (lists: readonly List[]): Part[] => [
  ...lists.flatMap((list) => {
    const without = leftOut[list.name];
    return without ? [partOf(list, without)] : [];
  }),
  entries,
  files,
];
