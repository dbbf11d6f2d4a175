import { randomInt, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { environmentById } from '#lib/codes/environment.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { mainSite, pick } from '../world.ts';
import type { Attack } from './attacker.ts';

const files = 20;
const blockCount = 99_000;
const atOnce = 4;
/** busy threads for each processor: what is measured gets a fraction of one */
const threadsEach = 8;

/** A busy machine: threads that only compute, until the returned function is called. */
function keepBusy(): () => Promise<unknown> {
  const count = threadsEach * availableParallelism();
  const threads = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
  return () => Promise.all(threads.map((thread) => thread.terminate()));
}

/** A valid track with nearly as many blocks as the reader accepts, in random places. */
function largeTrack(site: Site, seed: number): Uint8Array {
  const environment = environmentById(site.environments[0] ?? 0)?.name ?? 'Stadium';
  const road = sampleBlocks({ environment, seed });
  const names = road.map(({ name }) => name);
  const more = Array.from({ length: blockCount - road.length }, () => ({
    name: pick(names),
    x: randomInt(32),
    y: randomInt(1, 31),
    z: randomInt(32),
    direction: randomInt(4),
  }));
  return writeChallenge({
    game: site.formats[0] ?? 'TMF',
    environment,
    name: `Large ${seed}`,
    authorLogin: 'soaker',
    uid: randomUUID().replaceAll('-', '').slice(0, 27),
    authorTimeMs: 41_280,
    gold: 44_000,
    silver: 50_000,
    bronze: 62_000,
    blocks: [...road, ...more],
  });
}

/** Valid tracks, nearly as large as they may be, analysed while the machine is busy: each must be accepted. Lasts until all have an answer. */
export const largeTracks: Attack = async (attacker) => {
  const site = (await allSites()).find(({ host }) => host === attacker.stage.host) ?? mainSite;
  const { browser } = await attacker.register();
  const tracks = Array.from({ length: files }, (_, n) => largeTrack(site, n));
  attacker.forget();
  return async () => {
    const rest = keepBusy();
    const reasons: string[] = [];
    const one = async () => {
      for (let track = tracks.pop(); track; track = tracks.pop()) {
        const form = new FormData();
        form.append('TrackFile', new File([new Uint8Array(track)], 'large.Challenge.Gbx'));
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
