import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { checkOf, type KeyRule, keyOf, newKeyRule, seal, sealedSize, unseal } from './seal.ts';
import type { BackupStore, Bytes } from './store.ts';

/** A backup that cannot be made or used; the message is for the operator. */
export class BackupError extends Error {}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Part = z.object({ rows: z.int(), sha256 });

const Manifest = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  postgres: z.string(),
  /** all that had run, the last of which names the version of the schema */
  migrations: z.array(z.string()),
  sites: z.array(z.string()),
  tables: z.array(Part.extend({ name: z.string(), columns: z.array(z.string()) })),
  /** by name, or by the column that owns it */
  sequences: z.array(
    z.object({
      name: z.string(),
      table: z.string().nullable(),
      column: z.string().nullable(),
      value: z.string(),
    }),
  ),
  /** jobs that had not run */
  jobs: Part,
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** files that rows name and that were missing or damaged */
  lostFiles: z.array(sha256),
  /** the files directly in the data folder that are not hidden, such as the key of second factors */
  dataFiles: z.record(z.string(), z.string()),
});
/** What a backup consists of. Written last: without it, there is no backup. */
export type Manifest = z.output<typeof Manifest>;
export type TablePart = Manifest['tables'][number];

const formatVersion = 1;
const Folder = z.object({
  format: z.literal(formatVersion),
  /** null: not encrypted */
  encryption: z
    .object({
      key: z.object({ salt: z.string(), N: z.int(), r: z.int(), p: z.int() }),
      check: z.string(),
    })
    .nullable(),
});

const folderName = 'paddock-backups.json';
const manifestName = (id: string) => `backups/${id}/manifest`;
const fileName = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`;

/** Backups of one installation in a store. They share the files, by their hashes; everything else is compressed. */
export class Archive {
  readonly #store: BackupStore;
  /** null: not encrypted */
  readonly #key: Buffer | null;

  private constructor(store: BackupStore, key: Buffer | null) {
    this.#store = store;
    this.#key = key;
  }

  /** Opens the backups of a store; with `create`, makes a store for them of an empty one. */
  static async open(
    store: BackupStore,
    passphrase: string | null,
    { create = false, rule = newKeyRule() }: { create?: boolean; rule?: KeyRule } = {},
  ): Promise<Archive> {
    if ((await store.size(folderName)) === null) {
      if (!create) throw new BackupError('There are no backups.');
      const made = passphrase === null ? null : await keyOf(passphrase, rule);
      const encryption = made && { key: rule, check: checkOf(made) };
      await store.put(folderName, once(JSON.stringify({ format: formatVersion, encryption })));
    }
    const text = (await buffer(store.get(folderName))).toString();
    const parsed = Folder.safeParse(JSON.parse(text));
    if (!parsed.success) throw new BackupError('The backups are from a newer version of Paddock.');
    const { encryption } = parsed.data;
    if (encryption === null) {
      if (passphrase !== null)
        throw new BackupError('The backups there are not encrypted. Use another folder for encrypted ones.');
      return new Archive(store, null);
    }
    if (passphrase === null)
      throw new BackupError('The backups there are encrypted: name the file with the passphrase.');
    const key = await keyOf(passphrase, encryption.key);
    if (checkOf(key) !== encryption.check)
      throw new BackupError('The passphrase is not that of the backups.');
    return new Archive(store, key);
  }

  /** The complete backups, the oldest first. */
  async backups(): Promise<readonly string[]> {
    const names = await this.#store.list('backups');
    return names.flatMap((name) => /^backups\/([^/]+)\/manifest$/.exec(name)?.[1] ?? []).sort();
  }

  /** Removes what is left of backups that were interrupted. */
  async removeIncomplete(): Promise<void> {
    const complete = new Set(await this.backups());
    for (const name of await this.#store.list('backups'))
      if (!complete.has(name.split('/')[1] ?? '')) await this.#store.remove(name);
    for (const name of await this.#store.list('temp')) await this.#store.remove(name);
  }

  async manifest(id: string): Promise<Manifest> {
    const name = manifestName(id);
    if ((await this.#store.size(name)) === null) throw new BackupError(`There is no backup ${id}.`);
    try {
      return Manifest.parse(JSON.parse((await buffer(this.read(name))).toString()));
    } catch (cause) {
      throw new BackupError(`The list of contents of the backup ${id} is damaged.`, { cause });
    }
  }

  writeManifest(manifest: Manifest): Promise<void> {
    return this.write(manifestName(manifest.id), once(JSON.stringify(manifest)));
  }

  write(name: string, content: Bytes): Promise<void> {
    return this.#put(name, through(content, createZstdCompress({ params: compression })));
  }

  read(name: string): Bytes {
    return through(this.#get(name), createZstdDecompress());
  }

  /** Whether all of a file is there, as far as its size shows. */
  async hasFile(hash: string, bytes: number): Promise<boolean> {
    const size = this.#key ? sealedSize(bytes) : bytes;
    return (await this.#store.size(fileName(hash))) === size;
  }

  writeFile(hash: string, content: Bytes): Promise<void> {
    return this.#put(fileName(hash), content);
  }

  /** Rejects with an ENOENT if it is missing. */
  readFile(hash: string): Bytes {
    return this.#get(fileName(hash));
  }

  /** Removes a backup; files that no other one names stay until `removeFilesExcept`. */
  async remove(id: string): Promise<void> {
    await this.#store.remove(manifestName(id)); // first: from now on it is none
    for (const name of await this.#store.list(`backups/${id}`)) await this.#store.remove(name);
  }

  /** Returns how many were removed. */
  async removeFilesExcept(needed: ReadonlySet<string>): Promise<number> {
    let removed = 0;
    for (const name of await this.#store.list('files')) {
      if (needed.has(name.split('/').at(-1) ?? '')) continue;
      await this.#store.remove(name);
      removed += 1;
    }
    return removed;
  }

  #put(name: string, content: Bytes): Promise<void> {
    return this.#store.put(name, this.#key ? seal(content, this.#key, name) : content);
  }

  #get(name: string): Bytes {
    const content = this.#store.get(name);
    return this.#key ? unseal(content, this.#key, name) : content;
  }
}

const compression = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };

async function* through(content: Bytes, change: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>) {
  pipeline(content, change).catch(() => {}); // the error also ends the stream that is read here
  yield* change;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Passes bytes on, and measures them. */
export function measured(content: Bytes) {
  const hash = createHash('sha256');
  const found = { bytes: 0, lines: 0, sha256: '' };
  async function* passed(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      hash.update(part);
      found.bytes += part.length;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) found.lines += 1;
      yield part;
    }
    found.sha256 = hash.digest('hex');
  }
  return { found, content: passed() };
}

/** The lines of a text. */
export async function* linesOf(content: Bytes): AsyncGenerator<string> {
  let rest = '';
  for await (const part of Readable.from(content).setEncoding('utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
