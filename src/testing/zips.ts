import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Kysely } from 'kysely';
import { app } from '#app.ts';
import type { Database } from '#db/database.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { makeRouter } from '#platform/http/router.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { type TestCtx, testCtx } from './ctx.ts';

/** An installation whose files are on disk, and clients that get replies without a server in between. */
export async function zipWorld(db: Kysely<Database>) {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-zips-'));
  const files = await DiskBlobStore.open(folder, new Date());
  const world: TestCtx = { ...(await testCtx({ db, site: 'tmnf' })), files };
  const route = makeRouter(app.routes);
  let clients = 0;
  return {
    world,
    files,
    folder,
    end: () => rm(folder, { recursive: true }),
    /** The reply to a new client, unless `own` names its address. A refusal rejects with its Problem. */
    async requested(ctx: TestCtx, target: string, own: Partial<HttpRequest> = {}): Promise<Reply> {
      const { pathname, searchParams } = new URL(target, 'http://any');
      const match = route('GET', pathname);
      if (match.found !== 'endpoint') throw new Error(`${target} is not in the table.`);
      const request: HttpRequest = {
        method: 'GET',
        path: pathname,
        query: searchParams,
        headers: {},
        cookies: {},
        address: `198.51.100.${++clients}`,
        secure: false,
        origin: `http://${ctx.site.host}`,
        body: Readable.from([]),
        signal: new AbortController().signal,
        ...own,
      };
      return match.endpoint.handle(ctx, request, match.params);
    },
    /** Stores a file; returns its columns in `track_version`. */
    async stored(content: string | Buffer) {
      const blob = await files.putBytes(Buffer.from(content));
      await files.makePermanent(blob);
      return { sha256: blob.sha256, file_size: blob.sizeBytes };
    },
  };
}

export async function bytesOf({ body }: Reply): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new Error('The reply has no stream.');
  return Buffer.concat(await body.toArray());
}

/** The files of a zip without compression, in the order of its directory. Throws if a header or CRC is wrong. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', zip.length, 'latin1');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameBytes, extraBytes] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    for (const header of [local + 14, at + 16])
      if (zip.readUInt32LE(header) !== crc32(bytes)) throw new Error(`The CRC of ${name} is wrong.`);
    files.set(name, bytes);
    at += 46 + nameBytes + extraBytes;
  }
  if (at !== end) throw new Error('The directory has another length than its end says.');
  return files;
}
