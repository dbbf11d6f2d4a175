import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { environmentById } from '#lib/codes/environment.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import type { Site } from '#sites/schema.ts';
import { mainSite } from './world.ts';

/** So many that a download does not fit into socket buffers. */
const manyBlocks = 20_000;

/** A track that was never uploaded before: of the usual size, with a picture, or large. */
export async function newTrack(
  kind: 'plain' | 'picture' | 'large',
  { site = mainSite, blocks: blockCount = manyBlocks }: { site?: Site; blocks?: number } = {},
): Promise<{ name: string; bytes: Buffer }> {
  const game = site.formats[0] ?? 'TMF';
  const environment = environmentById(site.environments[0] ?? 0)?.name ?? 'Stadium';
  const name = `Soaked ${randomUUID().slice(0, 8)}`;
  const blocks = sampleBlocks({ environment, seed: randomInt(1e9) });
  const [pattern] = blocks;
  const more = Array.from({ length: pattern && kind === 'large' ? blockCount : 0 }, (_, at) => ({
    ...(pattern as (typeof blocks)[number]), // there is one, or no block is added
    x: at % 32,
    y: 1 + (Math.floor(at / 1024) % 30),
    z: Math.floor(at / 32) % 32,
  }));
  const bytes = writeChallenge({
    game,
    environment,
    name,
    authorLogin: 'soaker',
    uid: randomUUID().replaceAll('-', '').slice(0, 27),
    authorTimeMs: 41_280,
    gold: 44_000,
    silver: 50_000,
    bronze: 62_000,
    blocks: [...blocks, ...more],
    thumbnail: kind === 'plain' ? null : await noise(),
  });
  return { name, bytes: Buffer.from(bytes) };
}

/** A picture that hardly compresses: some 60 kB. */
async function noise(): Promise<Uint8Array> {
  const raw = Buffer.alloc(256 * 256 * 3);
  for (let at = 0; at < raw.length; at += 4) raw.writeUInt32LE(randomInt(2 ** 32), at);
  return sharp(raw, { raw: { width: 256, height: 256, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** A file that looks like a track but is not: truncated, with random bytes, or of another kind. */
export async function hostileFile(): Promise<Buffer> {
  const { bytes } = await newTrack('plain');
  const kind = randomInt(4);
  if (kind === 0) return bytes.subarray(0, randomInt(1, bytes.length));
  if (kind === 1) return Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(50_000, 0xff)]);
  if (kind === 2) return Buffer.from('GBX no more');
  for (let n = 0; n < 20; n++) bytes[randomInt(13, bytes.length)] = randomInt(256);
  return bytes;
}
