import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadAnalysis, UploadResult } from '#features/tracks/file/analysis.ts';
import { trackFile } from '../tracks.ts';
import type { Answer, Visitor } from './visitor.ts';

/** What the server has acknowledged. */
interface Acknowledged {
  trackId: number;
  file: Buffer;
}

export interface Tally {
  acknowledged: Acknowledged[];
  /** requests that were repeated because the response was missing or a 5xx */
  lost: number;
  /** violations, as text */
  wrong: string[];
}

/** Uploads one track after the other until it is stopped, and repeats each until it is acknowledged. */
export async function work(
  visitor: Visitor,
  tally: Tally,
  thumbnail: Uint8Array,
  stopped: () => boolean,
): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const file = trackFile(n % 3 === 0 ? { thumbnail } : {});
    const trackId = n % 4 === 3 ? await inOneStep(visitor, tally, file) : await byKey(visitor, tally, file);
    if (trackId !== null) tally.acknowledged.push({ trackId, file });
    await sleep(Math.random() * 40);
  }
}

async function byKey(visitor: Visitor, tally: Tally, file: Buffer): Promise<number | null> {
  const analysis = await retryUntilAccepted<UploadAnalysis>(tally, () =>
    visitor.post('/trackupload/analyse', withFile('TrackFile', file)),
  );
  const key = analysis.UploadKey;
  // a refusal of the whole form has no key
  if (!key) return wrong(tally, `refused: ${JSON.stringify(analysis)}`);
  const publish = async () => {
    const form = settings(new FormData());
    form.append('TrackEntries[0].UploadKey', key);
    return onlyResult(await retryUntilAccepted(tally, () => visitor.post('/trackupload', form)));
  };
  // sent twice: even if the first response was lost, the second must name the same track
  const [first, second] = [await publish(), await publish()];
  if (!('TrackId' in first) || !('TrackId' in second)) {
    return wrong(tally, `a kept upload was not published: ${JSON.stringify([first, second])}`);
  }
  if (first.TrackId !== second.TrackId)
    return wrong(tally, `one key, two tracks: ${first.TrackId}, ${second.TrackId}`);
  return first.TrackId;
}

/** Without a key a lost response cannot be repeated: then the file is "already there", as the track it became. */
async function inOneStep(visitor: Visitor, tally: Tally, file: Buffer): Promise<number | null> {
  const form = settings(withFile('TrackEntries[0].TrackFile', file));
  const result = onlyResult(await retryUntilAccepted(tally, () => visitor.post('/trackupload', form)));
  if ('TrackId' in result) return result.TrackId;
  const there = /^\/trackshow\/(\d+)$/.exec(result.Problem.link ?? '')?.[1];
  return there ? Number(there) : wrong(tally, `refused: ${result.Problem.detail}`);
}

/** Repeats a request until its response is not a server error. */
async function retryUntilAccepted<T>(tally: Tally, ask: () => Promise<Answer>): Promise<T> {
  for (;;) {
    try {
      const { status, body } = await ask();
      if (status < 500 && status !== 429) return JSON.parse(body.toString()) as T; // the contract of these calls
    } catch {
      // just killed
    }
    tally.lost += 1;
    await sleep(50);
  }
}

const onlyResult = ({ Results }: { Results?: UploadResult[] }): UploadResult =>
  Results?.[0] ?? { Problem: { status: 0, title: '', detail: 'an answer without Results', type: '' } };

function wrong(tally: Tally, what: string): null {
  tally.wrong.push(what);
  return null;
}

function withFile(field: string, file: Buffer): FormData {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(file)], 'a.Challenge.Gbx'));
  return form;
}

function settings(form: FormData): FormData {
  form.append('Global.TrackName', 'Kept through it all');
  form.append('Global.Difficulty', '1');
  form.append('Global.Tags', '7');
  return form;
}
