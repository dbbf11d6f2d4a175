import { z } from 'zod';
import type { ApiAddress } from '#platform/http/types.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { issueSchema, problemSchema } from '../../file/schemas.ts';

const code = z.union([z.int(), z.string()]);

/** The settings of a track that its authors choose, as programs send them. */
export const sentSettings = {
  TrackName: z.string().optional().describe('the name in the file by default'),
  Difficulty: code.optional(),
  Routes: code.optional(),
  Tags: z.array(code).optional(),
  AuthorComments: z.string().nullable().optional().describe('BB code'),
  Visible: z.boolean().optional().describe('false: hidden until it is released'),
  ReleaseDate: z.string().optional().describe('when a hidden track is released; UTC'),
  Listed: z.boolean().optional().describe('false: only reachable by its secret link'),
  Beta: z.boolean().optional(),
  Authors: z
    .array(z.strictObject({ UserId: z.int(), Role: z.string().optional() }))
    .optional()
    .describe('the other authors, who are invited'),
};

const publishedTrack = z.object({
  TrackId: z.int(),
  TrackName: z.string(),
  IsWaiting: z.literal(true).optional().describe('everyone can see it once a moderator has approved it'),
  IsPublic: z.boolean(),
  IsListed: z.boolean(),
  ReleaseDate: z.string().nullable(),
  SecretLink: z.string().nullable(),
  Issues: z.array(issueSchema).optional(),
});

/** Where programs upload tracks. */
export const trackUploadDoors: { readonly analyse: ApiAddress; readonly publish: ApiAddress } = {
  analyse: {
    scope: 'tracks',
    at: post(routes.apiTrackAnalyse),
    about:
      'Reads one file, says what it is and what is wrong with it, and stores it for a day. Send its UploadKey to publish it.',
    input: z.strictObject({}),
    files: { TrackFile: 'the .Challenge.Gbx' },
    output: z.object({
      FileName: z.string(),
      FileSize: z.int(),
      SuggestedTrackName: z.string(),
      AuthorTime: z.int().nullable(),
      AuthorScore: z.int().nullable(),
      MapType: z.int().nullable(),
      Environment: z.int().nullable(),
      Car: z.int().nullable(),
      Mood: z.int().nullable(),
      UId: z.string().nullable(),
      HasThumbnail: z.boolean(),
      Issues: z.array(issueSchema),
      UploadKey: z.string().nullable().describe('null if there is an error'),
    }),
    example: {},
  },
  publish: {
    scope: 'tracks',
    at: post(routes.apiTracks),
    about:
      'Publishes tracks: files of the form itself, or files that were analysed before, by their UploadKey.',
    query: { packid: 'a pack that every track is added to' },
    input: z.strictObject({
      TrackEntries: z
        .array(z.strictObject({ UploadKey: z.string(), ...sentSettings }))
        .min(1)
        .max(200),
    }),
    files: {
      'TrackEntries[0].TrackFile':
        'the .Challenge.Gbx of the first entry; its settings are fields such as TrackEntries[0].TrackName',
    },
    output: z.object({
      Results: z.array(z.union([publishedTrack, z.object({ Problem: problemSchema })])),
    }),
    example: {
      TrackEntries: [
        { UploadKey: 'the key of an analysed file', TrackName: 'Loop', Difficulty: 'Expert', Tags: [] },
      ],
    },
  },
};
