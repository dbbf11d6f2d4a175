import { pathId, z } from '#lib/wire/z.ts';
import type { TypedTrack } from './model.ts';

const text = z.string('must be sent once, as text').max(10_000, 'has more than 10000 characters');
const optional = text.optional().default('');
/** One text or several: a field that a form repeats. */
const texts = z
  .union([text, z.array(text).max(200, 'is sent more than 200 times')])
  .optional()
  .transform((given) => (given === undefined ? [] : [given].flat()));

const fields = {
  Title: optional,
  /** its author on the video site */
  Author: optional,
  /** such as 4:05; empty: unknown */
  Length: optional,
  /** exact name of the user who made it; empty: none */
  Creator: optional,
  /** ids of tracks, and where each begins: both are repeated in the same order */
  TrackId: texts,
  TimestampAt: texts,
};

/** POST /postvideo */
export const PostForm = z.object({ ...fields, Address: text });
export type Posted = z.output<typeof PostForm>;

/** POST /videoedit/{videoId}. `Version`: without it a newer version is overwritten. */
export const EditForm = z.object({ ...fields, videoId: pathId, Version: text.optional(), Reason: optional });
export type Edited = z.output<typeof EditForm>;

/** POST /videolink/{videoId}: more tracks of a video that is here already */
export const LinkForm = z.object({ videoId: pathId, TrackId: texts, TimestampAt: texts });
export type Linked = z.output<typeof LinkForm>;

/** POST /videodelete/{videoId} */
export const RemoveForm = z.object({ videoId: pathId, Reason: optional });
export type Removed = z.output<typeof RemoveForm>;

/** The rows of tracks of a form. */
export const rowsOf = (form: {
  readonly TrackId: readonly string[];
  readonly TimestampAt: readonly string[];
}): TypedTrack[] => form.TrackId.map((track, index) => ({ track, timestamp: form.TimestampAt[index] ?? '' }));
