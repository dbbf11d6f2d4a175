import { z } from 'zod';
import { issueSchema, problemSchema } from '#features/tracks/file/schemas.ts';
import type { ApiAddress } from '#platform/http/types.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';

const query = {
  trackid: 'accepts only replays of this track',
  key: 'the secret of an unlisted track’s link',
};

/** Where programs upload replays. */
export const replayUploadDoors: { readonly analyse: ApiAddress; readonly publish: ApiAddress } = {
  analyse: {
    scope: 'replays',
    at: post(routes.apiReplayAnalyse),
    about:
      'Reads one replay, says what it is and what is wrong with it, and stores it for a day. Send its UploadKey to publish it.',
    query,
    input: z.strictObject({}),
    files: { ReplayFile: 'the .Replay.Gbx' },
    output: z.object({
      FileName: z.string(),
      FileSize: z.int(),
      UId: z.string(),
      Track: z.object({ TrackId: z.int(), TrackName: z.string(), Type: z.int() }).nullable(),
      IsOldVersion: z.boolean(),
      ReplayTime: z.int(),
      ReplayRespawns: z.int(),
      ReplayScore: z.int(),
      Medal: z.int(),
      Position: z.int().nullable(),
      Difference: z.int().nullable(),
      Nickname: z.string(),
      DriverLogIn: z.string(),
      Issues: z.array(issueSchema),
      UploadKey: z.string().nullable().describe('null if there is an error'),
    }),
    example: {},
  },
  publish: {
    scope: 'replays',
    at: post(routes.apiReplays),
    about:
      'Publishes replays: files of the form itself, or files that were analysed before, by their UploadKey. Each is posted on the track it was driven on.',
    query,
    input: z.strictObject({
      ReplayEntries: z
        .array(z.strictObject({ UploadKey: z.string() }))
        .min(1)
        .max(200),
    }),
    files: { ReplayFile: 'a .Replay.Gbx; the field may be repeated' },
    output: z.object({
      Results: z.array(
        z.union([
          z.object({
            ReplayId: z.int(),
            TrackId: z.int(),
            TrackName: z.string(),
            Position: z.int().nullable(),
            Medal: z.int(),
            ReplayTime: z.int(),
            ReplayScore: z.int(),
            Type: z.int(),
            BoundLogin: z.string().optional(),
          }),
          z.object({ Problem: problemSchema }),
        ]),
      ),
    }),
    example: { ReplayEntries: [{ UploadKey: 'the key of an analysed file' }] },
  },
};
