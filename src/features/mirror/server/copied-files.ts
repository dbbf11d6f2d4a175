import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import type { MissingFile, Source } from './source.ts';
import type { Pass } from './state.ts';

/** A kind of file of the source. */
interface FileKind {
  readonly maxBytes: number;
  readonly accept: string;
  readonly isFile: (bytes: Buffer) => boolean;
}

export const gbxFile: FileKind = {
  // more than uploads may have: what we refuse is stored as well
  maxBytes: 16 * 1024 * 1024,
  accept: 'application/gbx, application/octet-stream, */*',
  isFile: (bytes) => bytes.subarray(0, 3).toString('latin1') === 'GBX',
};
export const pictureFile: FileKind = {
  maxBytes: 32 * 1024 * 1024,
  // not image/webp: the file is then the one that dumps name
  accept: 'image/jpeg, image/png',
  isFile: (bytes) =>
    bytes[0] === 0xff ||
    bytes[0] === 0x89 ||
    bytes.subarray(0, 2).toString('latin1') === 'RI' ||
    bytes.subarray(0, 2).toString('latin1') === 'BM',
};

export type CopiedFile =
  | { readonly bytes: Buffer; readonly sha256: string; readonly isNew: boolean }
  | MissingFile;

/**
 * The files of the source. Each is stored as soon as it has arrived, so that it is requested once, however often the mirror is stopped
 * before it is part of something here.
 */
export class CopiedFiles {
  readonly #ctx: Ctx;
  readonly #pass: Pass;
  readonly #source: Source;
  /** files that were received in this run */
  receivedFiles = 0;

  constructor(ctx: Ctx, pass: Pass, source: Source) {
    this.#ctx = ctx;
    this.#pass = pass;
    this.#source = source;
  }

  /** `version` changes with the file; `sha256`: its hash, if the source says so. */
  async get(
    path: string,
    kind: FileKind,
    version: string,
    sha256: string | null = null,
  ): Promise<CopiedFile> {
    const known = await forSite(this.#ctx, 'mirror_file')
      .where('mirror_id', '=', this.#pass.mirrorId)
      .where('path', '=', path)
      .select(['version', 'sha256', 'etag'])
      .executeTakeFirst();
    const stored = known && (await this.#stored(known.sha256));
    if (stored && known.version === version) return { ...stored, isNew: false };
    const file = await this.#source.file(path, { ...kind, etag: stored ? known.etag : null });
    if (file === 'unchanged' && stored) {
      await this.#own(this.#ctx, path, { version });
      return { ...stored, isNew: false };
    }
    if (file === 'unchanged') throw new Error(`${path}: an answer 304 to a request without a condition.`);
    if (file.bytes === null) return file;
    const hash = createHash('sha256').update(file.bytes).digest('hex');
    if (sha256 !== null && sha256 !== hash)
      return {
        bytes: null,
        reason: `The file is not the one that the list names (SHA-256 ${hash}).`,
        again: 'in this run',
      };
    await this.#store(path, version, file.bytes, file.etag);
    this.receivedFiles += 1;
    return { bytes: file.bytes, sha256: hash, isNew: true };
  }

  async #store(path: string, version: string, bytes: Buffer, etag: string | null): Promise<void> {
    const blob = await this.#ctx.files.putBytes(bytes);
    await inTransaction(this.#ctx, async (tx) => {
      await storeBlobs(tx, [blob]);
      const row = {
        version,
        sha256: blob.sha256,
        stored_sha256: blob.sha256,
        etag,
        fetched_at: tx.clock.now(),
      };
      await tx.db
        .insertInto('mirror_file')
        .values({ site: tx.site.code, mirror_id: this.#pass.mirrorId, path, ...row })
        .onConflict((conflict) => conflict.columns(['site', 'mirror_id', 'path']).doUpdateSet(row))
        .execute();
    });
  }

  async #stored(sha256: string): Promise<{ bytes: Buffer; sha256: string } | null> {
    const blob = await this.#ctx.files.open(sha256);
    return blob && { bytes: Buffer.concat(await blob.stream().toArray()), sha256 };
  }

  async #own(db: Ctx, path: string, set: { version: string } | { stored_sha256: null }): Promise<void> {
    await db.db
      .updateTable('mirror_file')
      .set(set)
      .where('site', '=', db.site.code)
      .where('mirror_id', '=', this.#pass.mirrorId)
      .where('path', '=', path)
      .execute();
  }

  /** The file is part of something here now, so this table no longer holds it. In the transaction that makes it so. */
  release(tx: Ctx, path: string): Promise<void> {
    return this.#own(tx, path, { stored_sha256: null });
  }

  /** Whether all of these files were received in this version and are part of something here. */
  async areUsed(paths: readonly string[], version: string): Promise<boolean> {
    if (paths.length === 0) return true;
    const used = await forSite(this.#ctx, 'mirror_file')
      .where('mirror_id', '=', this.#pass.mirrorId)
      .where('path', 'in', [...paths])
      .where('version', '=', version)
      .where('stored_sha256', 'is', null)
      .select('path')
      .execute();
    return used.length === paths.length;
  }

  /** Runs `use` with bytes as a received file. */
  async asReceived<T>(fileName: string, bytes: Buffer, use: (file: ReceivedFile) => Promise<T>): Promise<T> {
    const blob = await this.#ctx.files.putBytes(bytes);
    try {
      return await use({ fileName, blob });
    } finally {
      await this.#ctx.files.discard(blob);
    }
  }
}
