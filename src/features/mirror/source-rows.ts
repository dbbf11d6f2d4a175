import { z } from 'zod';
import { largestInteger } from '#lib/codes/ids.ts';

/** A moment as these sites write it: UTC, usually without a zone. */
const instant = z
  .string()
  .max(40)
  .transform((text) => new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`))
  .refine((at) => !Number.isNaN(at.getTime()), 'is not a date');

const id = z.int().positive().max(largestInteger);
const count = z.int().nonnegative().catch(0);
const text = (most: number) => z.string().max(most);
const listOf = <Row extends z.ZodType>(row: Row, most: number) =>
  z
    .array(row)
    .max(most)
    .nullish()
    .transform((rows) => rows ?? []);

const Person = z.object({ UserId: id, Name: text(200) });
/** Where a copy on the source comes from, if the source says so. */
const origin = { OriginSite: text(300).nullish(), OriginId: id.nullish() };

/** A row of `/api/tracks`; what is missing or null has its usual value. */
export const SourceTrack = z.object({
  TrackId: id,
  TrackName: text(1000),
  UId: text(100),
  Uploader: Person,
  Authors: listOf(z.object({ User: Person, Role: text(200).nullish() }), 300),
  UploadedAt: instant,
  UpdatedAt: instant,
  ActivityAt: instant,
  Routes: z.int().min(0).max(2).catch(0),
  Difficulty: z.int().min(0).max(3).catch(1),
  Tags: listOf(z.int(), 50),
  ReplayType: z.int().min(0).max(5).catch(0),
  AuthorComments: text(20_000)
    .nullish()
    .transform((given) => given ?? ''),
  Awards: count,
  Comments: count,
  Images: listOf(z.unknown(), 100),
  WRReplay: z.object({ ReplayId: id }).nullish(),
  DownloadCount: count,
  IsBeta: z.boolean().nullish(),
  FileHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  Versions: listOf(
    z.object({
      Version: z.int().positive().max(10_000),
      UId: text(100),
      FileHash: z.string().regex(/^[0-9a-f]{64}$/),
      UploadedAt: instant,
    }),
    10_000,
  ),
  ...origin,
});
export type SourceTrack = z.output<typeof SourceTrack>;

/** Fields that every site of this kind knows; of the others only those are requested that the source's own document lists. */
export const trackFields = {
  usual:
    'TrackId,TrackName,UId,Uploader.UserId,Uploader.Name,Authors[],UploadedAt,UpdatedAt,ActivityAt,Routes,Difficulty,Tags[],ReplayType,AuthorComments,Awards,Comments,Images[],WRReplay.ReplayId',
  further: ['DownloadCount', 'IsBeta', 'FileHash', 'Versions', 'OriginSite', 'OriginId'],
} as const;

/** A row of `/api/users`. */
export const SourceUser = z.object({
  UserId: id,
  Name: text(200),
  RegisteredAt: instant.nullish(),
  UserComments: text(100_000).nullish(),
  Avatar: text(300).nullish(),
  Banner: text(300).nullish(),
  ...origin,
});
export type SourceUser = z.output<typeof SourceUser>;
export const userFields = {
  usual: 'UserId,Name,RegisteredAt,UserComments',
  further: ['Avatar', 'Banner', 'OriginSite', 'OriginId'],
} as const;

/** A row of `/api/replays`. */
export const SourceReplay = z.object({
  ReplayId: id,
  User: Person,
  ReplayAt: instant,
  FileHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  ...origin,
});
export type SourceReplay = z.output<typeof SourceReplay>;
export const replayFields = {
  usual: 'ReplayId,User.UserId,User.Name,ReplayAt',
  further: ['FileHash', 'OriginSite', 'OriginId'],
} as const;

const comment = {
  CommentId: id,
  Comment: text(100_000)
    .nullish()
    .transform((given) => given ?? ''),
  CommentAt: instant,
  UpdatedAt: instant.nullish(),
  User: Person,
};
/** A row of `/api/tracks/comments` or `/api/tracks/awards`. */
export const SourceComment = z.object({
  ...comment,
  ...origin,
  Replies: listOf(z.object(comment), 10_000),
});
export type SourceComment = z.output<typeof SourceComment>;
const commentColumns = ['CommentId', 'Comment', 'CommentAt', 'UpdatedAt', 'User.UserId', 'User.Name'];
export const awardFields = {
  usual: commentColumns.join(','),
  further: ['OriginSite', 'OriginId'],
} as const;
export const commentFields = {
  usual: [...commentColumns, ...commentColumns.map((column) => `Replies.${column}`)].join(','),
  further: ['OriginSite', 'OriginId'],
} as const;

/** A row of `/api/trackpacks`. */
export const SourcePack = z.object({
  PackId: id,
  PackName: text(1000),
  Creator: Person,
  Managers: listOf(z.object({ User: Person, Role: text(200).nullish() }), 300),
  AllowsTrackSubmissions: z.boolean().nullish(),
  IsLegacy: z.boolean().nullish(),
  Downloads: count,
  CreatedAt: instant,
  UpdatedAt: instant,
  Description: text(100_000).nullish(),
  HasLeaderboard: z.boolean().nullish(),
  MapListReleased: z.boolean().nullish(),
  Image: text(300).nullish(),
  ...origin,
});
export type SourcePack = z.output<typeof SourcePack>;
export const packFields = {
  usual:
    'PackId,PackName,Creator.UserId,Creator.Name,Managers[],AllowsTrackSubmissions,IsLegacy,Downloads,CreatedAt,UpdatedAt',
  further: ['Description', 'HasLeaderboard', 'MapListReleased', 'Image', 'OriginSite', 'OriginId'],
} as const;

/** A row of `/api/tracks?packid=`. */
export const SourceEntry = z.object({
  TrackId: id,
  Position: z.int().nullish(),
  Status: z.int().min(0).max(4).nullish(),
});
export type SourceEntry = z.output<typeof SourceEntry>;
export const entryFields = { usual: 'TrackId', further: ['Position', 'Status'] } as const;

/** The envelope of every list. */
export const Page = z.object({ More: z.boolean().catch(false), Results: z.array(z.unknown()).max(1000) });

/** How many rows a list has, where a site says so. */
export const Total = z.object({ Total: z.int().nonnegative().nullish() });

/** What is wrong with a row, as a sentence. */
export const mistakeIn = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`)
    .join('; ');

/** An answer of `/api/changes`. */
export const Changes = z.object({
  More: z.boolean(),
  Last: z.int().nonnegative(),
  Results: z
    .array(
      z.object({
        Kind: z.string().max(50),
        Id: z.int(),
        ParentId: z.int().nullish(),
        Act: z.string().max(50).nullish(),
      }),
    )
    .max(10_000),
});
