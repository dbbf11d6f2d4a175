import { randomUUID } from 'node:crypto';
import { environmentById } from '#lib/codes/environment.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import type { Site } from '#sites/schema.ts';

/** A file for a browser's file input. */
export interface TrackFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A track of the edition's own game and environment that was never uploaded before. */
export function trackFile(
  site: Site,
  trackName: string,
  changes: { environment?: number; spec?: Partial<ChallengeSpec> } = {},
): TrackFile {
  const environment = environmentById(changes.environment ?? site.environments[0] ?? 0)?.name ?? 'Stadium';
  const bytes = writeChallenge({
    game: site.formats[0] ?? 'TMF',
    environment,
    uid: randomUUID().replaceAll('-', '').slice(0, 27),
    name: trackName,
    authorLogin: 'testdriver',
    authorTimeMs: 41_230,
    gold: 44_000,
    silver: 50_000,
    bronze: 62_000,
    blocks: sampleBlocks({ environment, seed: Math.floor(Math.random() * 1e9) }),
    ...changes.spec,
  });
  return {
    name: `${trackName.replaceAll(/[^\w -]/g, '-').slice(0, 60)}.Challenge.Gbx`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  };
}
