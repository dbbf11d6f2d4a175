import { createHash, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { SourceFailure } from '#platform/remote/polite-client.ts';
import { routes } from '#routes/routes.ts';

/** The name of a file that is part of a dump. */
const partName = z.string().regex(/^[a-z0-9-]{1,50}\.(?:ndjson\.(?:zst|gz)|json)$/);
export const Manifest = z.object({
  Site: z.string().max(50),
  Dump: z.string().max(50),
  Changes: z.int().nonnegative(),
  Files: z
    .array(
      z.object({
        Name: partName,
        Rows: z.int().nonnegative().optional(),
        Sha256: z.string().regex(/^[0-9a-f]{64}$/),
        Size: z.int().nonnegative(),
      }),
    )
    .max(1000),
});
export type Manifest = z.output<typeof Manifest>;

/** The lists that are read, by their files, with the address by which the API has them. */
const lists = {
  tracks: { path: routes.apiTracks(), id: 'TrackId' },
  replays: { path: routes.apiReplays(), id: 'ReplayId' },
  comments: { path: routes.apiComments(), id: 'CommentId' },
  awards: { path: routes.apiAwards(), id: 'CommentId' },
  trackpacks: { path: routes.apiPacks(), id: 'PackId' },
  users: { path: routes.apiUsers(), id: 'UserId' },
  packentries: { path: null, id: 'TrackId' },
  files: { path: null, id: 'Path' },
} as const;
type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[]; // its own keys

const dumpFileOf = (name: string): string => `${name}.ndjson.zst`;
export const dumpFiles: readonly string[] = ['schema.json', ...listNames.map(dumpFileOf)];

/** The list that the API has at an address. */
export const listAt = (path: string): ListName | undefined =>
  listNames.find((name) => lists[name].path === path);

const failure = (message: string) => new SourceFailure(message, { isTemporary: false });

/** The rows of a dump, in a database of their own: a large site has more than memory takes. */
export class DumpRows {
  readonly manifest: Manifest;
  readonly #folder: string;
  readonly #db: DatabaseSync;

  private constructor(manifest: Manifest, folder: string, db: DatabaseSync) {
    this.manifest = manifest;
    this.#folder = folder;
    this.#db = db;
  }

  /**
   * Reads the dump in a folder into a database in the folder `work`. Rejects with a SourceFailure unless the manifest has a valid
   * signature, and each file is what the manifest says.
   */
  static async read(folder: string, work: string, key: string): Promise<DumpRows> {
    const [bytes, signature] = await Promise.all([
      fileOf(folder, 'manifest.json'),
      fileOf(folder, 'manifest.json.sig'),
    ]);
    if (!verify(null, bytes, key, Buffer.from(signature.toString().trim(), 'base64')))
      throw failure('The manifest of the dump is not signed with this key.');
    const manifest = Manifest.safeParse(JSON.parse(bytes.toString()));
    if (!manifest.success) throw failure('The manifest of the dump is not one.');
    const db = new DatabaseSync(join(work, 'rows.sqlite'));
    // it is made again if this process dies
    db.exec('pragma journal_mode = off; pragma synchronous = off');
    db.exec(`create table entry (list text, n integer, id, parent integer, json text, primary key (list, n)) without rowid;
      create index entry_id on entry (list, id); create index entry_parent on entry (list, parent, n)`);
    const rows = new DumpRows(manifest.data, folder, db);
    try {
      await rows.#check('schema.json');
      for (const name of listNames) await rows.#load(name);
      return rows;
    } catch (error) {
      rows.close();
      throw error;
    }
  }

  async #check(name: string) {
    const said = this.manifest.Files.find(({ Name }) => Name === name);
    if (!said) throw failure(`The dump has no file ${name}.`);
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(join(this.#folder, name)), hash);
    } catch (error) {
      throw failure(`${name} of the dump cannot be read: ${error instanceof Error ? error.message : error}.`);
    }
    if (hash.digest('hex') !== said.Sha256) throw failure(`${name} is not the file that the manifest names.`);
    return said;
  }

  async #load(list: ListName): Promise<void> {
    const name = dumpFileOf(list);
    const { Rows = 0 } = await this.#check(name);
    const insert = this.#db.prepare('insert into entry (list, n, id, parent, json) values (?, ?, ?, ?, ?)');
    const unpacked = createReadStream(join(this.#folder, name)).pipe(createZstdDecompress());
    let n = 0;
    this.#db.exec('begin');
    for await (const line of createInterface({ input: unpacked })) {
      n += 1;
      const row: Row = JSON.parse(line);
      const parent = list === 'packentries' ? row.PackId : row.Track?.TrackId;
      insert.run(list, n, row[lists[list].id] ?? null, parent ?? null, line);
    }
    this.#db.exec('commit');
    if (n !== Rows) throw failure(`${name} has ${n} rows, and its manifest says ${Rows}.`);
  }

  /** How many rows a list has. */
  total(list: ListName): number {
    const name = dumpFileOf(list);
    return this.manifest.Files.find(({ Name }) => Name === name)?.Rows ?? 0;
  }

  /** Rows of a list in the order of the dump; with `newestFirst` the other way round. */
  page(
    list: ListName,
    wanted: {
      readonly count: number;
      readonly after: number | null;
      readonly ids: readonly number[] | null;
      readonly parent: number | null;
      readonly newestFirst: boolean;
      /** rows of this user only */
      readonly userId?: number | null;
    },
  ): { rows: string[]; more: boolean } {
    const { count, after, ids, parent, newestFirst, userId = null } = wanted;
    const ofParent = parent === null ? '' : 'and parent = :parent';
    // named, because SQLite would read the whole list in its order
    const index =
      ids !== null ? 'indexed by entry_id' : parent !== null ? 'indexed by entry_parent' : 'not indexed';
    const found = this.#db
      .prepare(
        `select json from entry ${index} where list = :list ${ofParent}
          ${userId === null ? '' : `and :userId in (json_extract(json, '$.User.UserId'), json_extract(json, '$.Uploader.UserId'))`}
          ${ids === null ? '' : 'and id in (select value from json_each(:ids))'}
          ${after === null ? '' : `and n > (select n from entry indexed by entry_id where list = :list and id = :after ${ofParent})`}
        order by n ${newestFirst ? 'desc' : ''} limit :count`,
      )
      .all({
        list,
        count: count + 1,
        ...(parent !== null && { parent }),
        ...(userId !== null && { userId }),
        ...(ids !== null && { ids: JSON.stringify(ids) }),
        ...(after !== null && { after }),
      });
    const rows = found.map(({ json }) => String(json));
    return { rows: rows.slice(0, count), more: rows.length > count };
  }

  /** The SHA-256 of the file at an address of the site; null: the dump does not name it. */
  hashAt(path: string): string | null {
    const [, track] = /^\/trackgbx\/(\d{1,10})$/.exec(path) ?? [];
    const [row] = track
      ? this.page('tracks', { ...one, ids: [Number(track)] }).rows
      : this.#db
          .prepare(`select json from entry where list = 'files' and id = ?`)
          .all(path)
          .map(({ json }) => String(json));
    if (row === undefined) return null;
    const { Sha256, FileHash }: Row = JSON.parse(row);
    return FileHash ?? Sha256 ?? null;
  }

  /** The description of the rows, as schema.json has it. */
  async schema(): Promise<unknown> {
    return JSON.parse((await fileOf(this.#folder, 'schema.json')).toString());
  }

  close(): void {
    this.#db.close();
  }
}

/** What is read of a row of any list. */
interface Row extends Readonly<Record<string, unknown>> {
  readonly TrackId?: number;
  readonly ReplayId?: number;
  readonly CommentId?: number;
  readonly PackId?: number;
  readonly UserId?: number;
  readonly Path?: string;
  readonly Track?: { readonly TrackId: number };
  readonly FileHash?: string;
  readonly Sha256?: string;
}

const one = { count: 1, after: null, ids: null, parent: null, newestFirst: false } as const;

async function fileOf(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    throw failure(`${name} of the dump cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}
