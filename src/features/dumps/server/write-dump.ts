import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGzip, createZstdCompress } from 'node:zlib';
import { numberChanges } from '#features/changes/server/repo.ts';
import type { Ctx } from '#platform/context.ts';
import type { List } from '#platform/lists/list.ts';
import { type Part, partsOf } from './contents.ts';
import { signatureOf } from './signature.ts';

/** A file as it was stored. */
interface Written {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Stores a file of a dump. */
type Put = (name: string, content: Readable) => Promise<Written>;

/** Writes everything that a visitor may see, and last of all the signed manifest. Resolves to the signature. */
export async function writeDump(
  ctx: Ctx,
  { lists, dumpId, put }: { readonly lists: readonly List[]; readonly dumpId: string; readonly put: Put },
): Promise<string> {
  // before the first row, so that a reader that follows the changes from here misses none
  const changes = await numberChanges(ctx);
  const parts = partsOf(lists);
  const files: object[] = [];
  for (const part of parts) files.push(...(await writePart(ctx, part, put)));
  const schema = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(parts.map((part) => [part.name, part.schema])),
  });
  files.push({ Name: 'schema.json', ...wire(await put('schema.json', whole(schema))) });
  const manifest = `${JSON.stringify({ Site: ctx.site.code, Dump: dumpId, Changes: changes, Files: files }, null, 1)}\n`;
  const signature = signatureOf(ctx.secrets, manifest);
  await put('manifest.json.sig', whole(`${signature}\n`));
  await put('manifest.json', whole(manifest));
  return signature;
}

const whole = (text: string) => Readable.from([Buffer.from(text)]);

const wire = ({ sha256, sizeBytes }: Written) => ({ Sha256: sha256, Size: sizeBytes });

/** Reads the rows once, and writes them in both forms. */
async function writePart(ctx: Ctx, part: Part, put: Put): Promise<object[]> {
  let rows = 0;
  const forms = { zst: createZstdCompress(), gz: createGzip() };
  const streams = Object.values(forms);
  for (const stream of streams) stream.on('error', () => undefined); // those that read and write the stream get it too
  const write = async () => {
    for await (const lines of part.rows(ctx)) {
      if (lines.length === 0) continue;
      rows += lines.length;
      const text = `${lines.join('\n')}\n`;
      await Promise.all(streams.map((stream) => (stream.write(text) ? null : once(stream, 'drain'))));
    }
    for (const stream of streams) stream.end();
  };
  const store = async (ending: keyof typeof forms) => {
    const name = `${part.name}.ndjson.${ending}`;
    const written = await put(name, forms[ending]);
    return { Name: name, Rows: rows, ...wire(written) };
  };
  try {
    const [, ...stored] = await Promise.all([write(), store('zst'), store('gz')]);
    return stored;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    for (const stream of streams) stream.destroy(failure);
    throw error;
  }
}
