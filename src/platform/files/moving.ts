import { Readable } from 'node:stream';
import type { BlobStore, ServerBlobStore, StoredBlob, TempBlob } from './blob-store.ts';
import type { SizeLimit } from './limits.ts';

/** Two stores while files move: new files go to the new one, and what it does not have yet is read from the former. */
export class MovingBlobStore implements ServerBlobStore {
  readonly #store: ServerBlobStore;
  readonly #former: ServerBlobStore;

  constructor(store: ServerBlobStore, former: ServerBlobStore) {
    this.#store = store;
    this.#former = former;
  }

  get stored() {
    return this.#store.stored;
  }

  get tempFolder(): string {
    return this.#store.tempFolder;
  }

  async close(): Promise<void> {
    await Promise.all([this.#store.close(), this.#former.close()]);
  }

  async reach(): Promise<void> {
    await Promise.all([this.#store.reach(), this.#former.reach()]);
  }

  async removeAbandoned(now: Date): Promise<number> {
    return (await this.#store.removeAbandoned(now)) + (await this.#former.removeAbandoned(now));
  }

  putTemp(source: Readable, limit: SizeLimit): Promise<TempBlob> {
    return this.#store.putTemp(source, limit);
  }

  putBytes(bytes: Uint8Array): Promise<TempBlob> {
    return this.#store.putBytes(bytes);
  }

  makePermanent(blob: TempBlob): Promise<void> {
    return this.#store.makePermanent(blob);
  }

  discard(blob: TempBlob): Promise<void> {
    return this.#store.discard(blob);
  }

  async open(sha256: string): Promise<StoredBlob | null> {
    return (await this.#store.open(sha256)) ?? this.#former.open(sha256);
  }

  async read(sha256: string, target: Uint8Array): Promise<void> {
    const isMoved = (await this.#store.open(sha256)) !== null;
    await (isMoved ? this.#store : this.#former).read(sha256, target);
  }

  /** The former one first: otherwise it could be copied to the new one in between. */
  async remove(sha256: string): Promise<void> {
    await this.#former.remove(sha256);
    await this.#store.remove(sha256);
  }

  async *list(): AsyncIterable<{ sha256: string; storedAt: Date }> {
    yield* this.#store.list();
    for await (const file of this.#former.list()) if (!(await this.#store.open(file.sha256))) yield file;
  }
}

interface Copying {
  readonly from: BlobStore;
  readonly to: BlobStore;
  /** the number of files so far */
  readonly onFile?: (copied: number) => void;
}

const filesAtOnce = 8;

/**
 * Copies each file that the other store does not have, and checks its hash. Returns how many were copied, how many were there
 * already, and those that are damaged. It can be stopped and repeated at any time.
 */
export async function copyMissing({ from, to, onFile = () => {} }: Copying) {
  const files = from.list()[Symbol.asyncIterator]();
  const damaged: string[] = [];
  let [copied, there] = [0, 0];
  const one = async (sha256: string) => {
    const source = (await to.open(sha256)) ? null : await from.open(sha256);
    if (!source) {
      there += 1; // or it was removed in the meantime
      return;
    }
    const temp = await to.putTemp(Readable.from(source.stream()), { bytes: source.sizeBytes, what: sha256 });
    if (temp.sha256 !== sha256) {
      damaged.push(sha256);
      return to.discard(temp);
    }
    await to.makePermanent(temp);
    copied += 1;
    onFile(copied);
  };
  const worker = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) await one(next.value.sha256);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, worker));
  return { copied, there, damaged };
}
