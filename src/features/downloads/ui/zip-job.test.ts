import JSZip from 'jszip';
import { afterEach, expect, test, vi } from 'vitest';
import { failedName, manifestName } from '../file-names.ts';
import type { WantedFile } from './fetch-files.ts';
import { runZipJob } from './zip-job.ts';

afterEach(() => vi.unstubAllGlobals());

const wanted = (index: number): WantedFile => ({
  path: `/trackgbx/${index}`,
  name: `t_(${index}).Challenge.Gbx`,
  modifiedAt: new Date('2010-01-02T03:04:05Z'),
  entry: JSON.stringify({ TrackId: index }),
});

/** The zips that are saved, by their names. */
async function zipsOf(
  count: number,
  options: { cancelAt?: number; missing?: number; breaks?: boolean } = {},
) {
  const cancel = new AbortController();
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    const index = Number(path.split('/').at(-1));
    if (index === options.cancelAt) cancel.abort();
    signal?.throwIfAborted();
    if (index === options.missing) return Response.json({ detail: 'Gone.' }, { status: 404 });
    return new Response(`bytes of ${index}`);
  });
  const zips = new Map<string, Uint8Array[]>();
  const closed: string[] = [];
  const progress: number[] = [];
  const result = runZipJob({
    listing: { source: 'http://x/', zipName: (part) => `zip ${part}` },
    files: Array.from({ length: count }, (_, index) => wanted(index)),
    signal: cancel.signal,
    onProgress: ({ done }) => progress.push(done),
    openSink: async (name) => {
      const chunks: Uint8Array[] = [];
      zips.set(name, chunks);
      return {
        write(chunk) {
          if (options.breaks) throw new Error('The disk is full.');
          chunks.push(chunk);
          return Promise.resolve();
        },
        close: async () => void closed.push(name),
        abort: async () => void zips.delete(name),
      };
    },
  });
  const read = async (name: string) =>
    JSZip.loadAsync(Buffer.concat(zips.get(name) ?? []), { checkCRC32: true });
  return { result: await result.catch((error: Error) => error.message), read, closed, zips, progress };
}

test.each([
  [1, ['zip null'], [1]],
  [1000, ['zip null'], [1000]],
  [1001, ['zip 1', 'zip 2'], [1000, 1]],
])('%i tracks are saved as %j', async (count, names, sizes) => {
  const { result, read, closed, progress } = await zipsOf(count);
  expect(closed).toEqual(names);
  expect(result).toMatchObject({ files: count, zips: names.length, failed: [], isCancelled: false });
  expect(progress).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  for (const [index, name] of names.entries()) {
    const zip = await read(name);
    expect(Object.keys(zip.files)).toHaveLength((sizes[index] ?? 0) + 1);
    const { Tracks } = JSON.parse((await zip.file(manifestName)?.async('text')) ?? '{}');
    expect(Tracks).toHaveLength(sizes[index] ?? 0);
  }
});

test('a file that fails is listed in its zip and not in tracks.json', async () => {
  const { read, result } = await zipsOf(3, { missing: 1 });
  expect(result).toMatchObject({ files: 2, failed: [{ fileName: 't_(1).Challenge.Gbx', reason: 'Gone.' }] });
  const zip = await read('zip null');
  expect(Object.keys(zip.files)).toEqual([
    't_(0).Challenge.Gbx',
    't_(2).Challenge.Gbx',
    manifestName,
    failedName,
  ]);
  expect(await zip.file('t_(2).Challenge.Gbx')?.async('text')).toBe('bytes of 2');
  expect(JSON.parse((await zip.file(manifestName)?.async('text')) ?? '{}').Tracks).toEqual([
    { TrackId: 0 },
    { TrackId: 2 },
  ]);
});

test('a cancelled download saves the zip it was at; one cancelled at once saves nothing', async () => {
  const late = await zipsOf(2500, { cancelAt: 1500 });
  expect(late.closed).toEqual(['zip 1', 'zip 2']);
  expect(late.result).toMatchObject({ isCancelled: true, zips: 2 });
  const atOnce = await zipsOf(5, { cancelAt: 0 });
  expect([atOnce.closed, atOnce.result]).toEqual([
    [],
    expect.objectContaining({ isCancelled: true, zips: 0, files: 0 }),
  ]);
});

test('a zip that cannot be written is removed', async () => {
  const { result, zips, closed } = await zipsOf(2, { breaks: true });
  expect([result, zips.size, closed]).toEqual(['The disk is full.', 0, []]);
});
