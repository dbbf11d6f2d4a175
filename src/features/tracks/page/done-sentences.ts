import { query } from '#routes/path.ts';

/** What the page of a track says after a form of another page was sent, by the value of `done` in its address. */
const sentences = {
  restored: 'The track was restored.',
  replayRestored: 'Replay restored with its original upload date.',
  replayDeleted: 'Replay deleted. Its driver can find it under Deleted replays.',
  replaySecret: 'Saved until when the result is secret.',
} as const;

export type DoneOnTrack = keyof typeof sentences;

/** The sentence for the value of `done` in an address; null if it has none. */
export const doneSentence = (done: string | null): string | null =>
  done !== null && Object.hasOwn(sentences, done) ? sentences[done as DoneOnTrack] : null; // own keys only

/** The page of a track, which says what was done. `key`: the secret of an unlisted track. */
export const trackAfter = (page: string, done: DoneOnTrack, key: string | null = null): string =>
  page + query({ key, done });
