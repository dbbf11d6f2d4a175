import { Readable } from 'node:stream';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import type { Ctx } from '#platform/context.ts';
import { fileReply } from '#platform/files/serve.ts';
import { networkOf } from '#platform/http/network.ts';
import type { ReusingStream } from '#platform/http/send.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { zipPlan } from '#platform/zip/plan.ts';
import { zipBlob } from '#platform/zip/zip-blob.ts';
import { withFailures, type ZipContent } from './zip-content.ts';
import { loseReader, occupy, Places } from './zip-places.ts';

/** Downloads counted at once: a zip is sent faster than its tracks are counted. */
const batch = 200;

/**
 * Counts tracks as they are sent, a batch at a time, so that one zip neither fills the queue of downloads nor delays others. `done`
 * counts the rest. Never throws: `onError` gets what failed.
 */
function countSent(
  trackIds: readonly number[],
  count: (trackId: number) => Promise<void>,
  onError: (error: unknown) => void,
): { sent(index: number): void; done(): Promise<void> } {
  let waiting: number[] = [];
  let running = Promise.resolve();
  const flush = () => {
    const ids = waiting;
    waiting = [];
    if (ids.length > 0)
      running = running.then(() => Promise.all(ids.map(count))).then(() => undefined, onError);
  };
  return {
    sent(index) {
      const trackId = trackIds[index]; // undefined for texts at the end of the zip
      if (trackId === undefined) return;
      waiting.push(trackId);
      if (waiting.length === batch) flush();
    },
    done() {
      flush();
      return running;
    },
  };
}

/**
 * Places of this process: each occupies about 3 MB with 5,000 tracks, and at most one open file. The least speed is 4 KiB/s, less than
 * an old modem with two zips at once.
 */
export const zipPlaces = { most: 40, maxEach: 4, leastBytes: 60 * 4 * 1024 } as const;
const places = new Places(zipPlaces);

/** Counts a download of a track, as when it is downloaded by itself. */
export type CountTrack = (ctx: Ctx, request: Pick<HttpRequest, 'address'>, trackId: number) => Promise<void>;

interface Zip extends ZipContent {
  readonly name: string;
  /** Counts a download of the whole, once its first file is sent. */
  count?(): Promise<unknown>;
}

/**
 * Replies with a zip of stored files: whole, in part, or not at all if the client has it. Its bytes depend only on its content, so
 * its tag is strong, and a download that was interrupted can continue as long as nothing in it has changed.
 */
export async function zipReply(
  ctx: Ctx,
  request: HttpRequest,
  countTrack: CountTrack,
  make: () => Promise<Zip>,
): Promise<Reply> {
  const { accountId } = ctx.viewer;
  const sender = accountId === null ? { address: request.address } : { subject: `account ${accountId}` };
  await ctx.limits.consume('zip', sender);
  const client = accountId === null ? networkOf(request.address) : (sender.subject ?? '');
  const nowMs = () => ctx.clock.now().getTime();
  let lose = () => {};
  // a request for the head reads no file and sends nothing
  const place = request.method === 'HEAD' ? null : places.take(client, nowMs(), () => lose());
  try {
    const zip = await make();
    const files = withFailures(zip);
    await ctx.limits.consume('zip-file', sender, files.length);
    const plan = await zipPlan(files);
    const onError = (err: unknown) =>
      ctx.log.error({ err, requestId: ctx.requestId }, 'downloads in a zip were not counted');
    const counted = countSent(zip.trackIds, (trackId) => countTrack(ctx, request, trackId), onError);
    const sent = (index: number) => {
      if (index === 0) zip.count?.().catch(onError);
      counted.sent(index);
    };
    const reply = fileReply(request, {
      blob: zipBlob(ctx.files, plan, sent),
      sha256: plan.sha256,
      modifiedAt: null,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': attachmentHeader(zip.name),
        // what is in it depends on the viewer
        'cache-control': 'private, no-cache',
      },
    });
    const { body } = reply;
    if (!(body instanceof Readable)) place?.leave();
    else {
      lose = () => loseReader(body);
      if (place) occupy(body as ReusingStream, place, nowMs); // made by zipBlob
      body.once('close', () => void counted.done());
    }
    return reply;
  } catch (error) {
    place?.leave();
    throw error;
  }
}
