import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { allSites } from '#sites/all.ts';
import { newTrack } from '../tracks.ts';
import type { Attack } from './attacker.ts';

const files = 20;
const blocks = 95_000;
const atOnce = 4;
/** busy threads for each processor: what is measured gets a fraction of one */
const threadsEach = 4;

/** A busy machine: threads that only compute, until the returned function is called. */
function keepBusy(): () => Promise<unknown> {
  const count = threadsEach * availableParallelism();
  const threads = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
  return () => Promise.all(threads.map((thread) => thread.terminate()));
}

/** Valid tracks, nearly as large as they may be, analysed while the machine is busy: each must be accepted. Lasts until all have an answer. */
export const largeTracks: Attack = async (attacker) => {
  const site = (await allSites()).find(({ host }) => host === attacker.stage.host);
  const { browser } = await attacker.register();
  const tracks: { bytes: Buffer }[] = [];
  for (let n = 0; n < files; n++) tracks.push(await newTrack('large', { ...(site && { site }), blocks }));
  attacker.forget();
  return async () => {
    const rest = keepBusy();
    const reasons: string[] = [];
    const one = async () => {
      for (let track = tracks.pop(); track; track = tracks.pop()) {
        const form = new FormData();
        form.append('TrackFile', new File([new Uint8Array(track.bytes)], 'large.Challenge.Gbx'));
        const answer = await browser.postFiles(
          'upload',
          '/trackupload/analyse',
          form,
          [200, 409, 422, 429, 503],
        );
        if (answer?.status !== 200)
          reasons.push(answer ? `${answer.status} ${answer.body.toString().slice(0, 120)}` : 'no answer');
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    await rest();
    if (reasons.length > 0)
      attacker.missed.push(`${reasons.length} of ${files} large tracks were refused, such as: ${reasons[0]}`);
  };
};
