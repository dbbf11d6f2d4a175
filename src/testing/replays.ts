import { makeTrack } from '#demo/make.ts';
import type { ReplayAnalysis, ReplayResult } from '#features/replays/upload/analysis.ts';
import type { BlockSpec, ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import type { TestCtx } from './ctx.ts';
import { fileSpec } from './tracks.ts';
import type { Uploader } from './uploader.ts';

let made = 0;

/** A finished run on a stadium track of Forever; every call makes other bytes. */
export const replaySpec = (spec: Partial<ReplaySpec> & { uid: string }): ReplaySpec => {
  const { bestTimeMs = 40_000, ghosts } = spec;
  made += 1;
  return {
    game: 'TMF',
    environment: 'Stadium',
    mapAuthor: 'builder',
    nickname: `driver ${made}`,
    login: '',
    ...spec,
    bestTimeMs,
    ghosts: ghosts ?? [{ timeMs: bestTimeMs, inputCount: 5 }],
  };
};

export const replayBytes = (spec: Partial<ReplaySpec> & { uid: string }): Buffer =>
  Buffer.from(writeReplay(replaySpec(spec)));

/** A track and the UId of its file. */
export async function drivableTrack(
  author: TestCtx,
  track: NonNullable<Parameters<typeof makeTrack>[2]>['track'] = {},
): Promise<{ trackId: number; uid: string }> {
  made += 1;
  const uid = `Driven_${made}_${'x'.repeat(12)}`;
  const trackId = await makeTrack(author, author.viewer, { track, version: { uid } });
  return { trackId, uid };
}

const fileForm = (field: string, bytes: Buffer, name: string) => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name));
  return form;
};

/** Analyses one replay, as the page does. */
export async function analyse(who: Uploader, bytes: Buffer, query = '', name = 'a.Replay.Gbx') {
  const answer = await who.ask('POST', `/replayupload/analyse${query}`, {
    form: fileForm('ReplayFile', bytes, name),
  });
  const analysis = answer.status === 200 ? answer.json<ReplayAnalysis>() : null;
  return { ...answer, analysis, refusal: answer.problem?.detail ?? errorOf(analysis) };
}

const errorOf = (analysis: ReplayAnalysis | null) =>
  analysis?.Issues.find(({ Level }) => Level === 'error')?.Message ?? null;

/** Posts replays in one form, files or keys. */
export async function post(who: Uploader, entries: readonly (Buffer | string)[], query = '') {
  const form = new FormData();
  entries.forEach((entry, index) => {
    if (typeof entry === 'string') form.append(`ReplayEntries[${index}].UploadKey`, entry);
    else
      form.append(
        `ReplayEntries[${index}].ReplayFile`,
        new File([new Uint8Array(entry)], `${index}.Replay.Gbx`),
      );
  });
  const answer = await who.ask('POST', `/replayupload${query}`, { form });
  const results = answer.json<{ Results?: ReplayResult[] }>().Results ?? [];
  return { ...answer, results };
}

/** Posts one replay and returns it; throws if it was refused. */
export async function posted(who: Uploader, spec: Partial<ReplaySpec> & { uid: string }) {
  const { results } = await post(who, [replayBytes(spec)]);
  const [result] = results;
  if (!result || 'Problem' in result) throw new Error(`Not uploaded: ${JSON.stringify(result)}`);
  return result;
}

/** A track whose file is in the store, so that replays are compared with it. */
export async function trackWithFile(
  author: TestCtx,
  spec: Partial<ChallengeSpec> = {},
): Promise<{ trackId: number; uid: string; file: Buffer; blocks: readonly BlockSpec[] }> {
  made += 1;
  const uid = `Stored_${made}_${'x'.repeat(12)}`;
  const challenge = fileSpec({ ...spec, uid });
  const file = Buffer.from(writeChallenge(challenge));
  const blob = await author.files.putBytes(file);
  await inTransaction(author, (tx) => storeBlobs(tx, [blob]));
  const trackId = await makeTrack(author, author.viewer, { version: { uid, sha256: blob.sha256 } });
  return { trackId, uid, file, blocks: challenge.blocks };
}
