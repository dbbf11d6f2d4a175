import { loader } from '#ui/loader.ts';
import { failedName, manifestName } from '../file-names.ts';
import type { FailedFile } from '../manifest.ts';
import { failedText, manifestText } from '../manifest.ts';
import type { FetchedFiles } from './fetch-files.ts';
import type { Sink } from './sinks.ts';

const loadJszip = loader(() => import('jszip'));

/** The library is loaded when a download starts; a script that does not arrive within this time counts as lost. */
const scriptTimeoutMs = 120_000;

export async function loadZipLibrary() {
  const timer = AbortSignal.timeout(scriptTimeoutMs);
  const late = new Promise<never>((_, reject) =>
    timer.addEventListener('abort', () => reject(new Error('Couldn’t load the zip library.'))),
  );
  return (await Promise.race([loadJszip(), late])).default;
}

/** Writes files without compression, because Gbx files are compressed already. `source`: for tracks.json. */
export async function writeZip(
  Zip: Awaited<ReturnType<typeof loadZipLibrary>>,
  { files, failed }: FetchedFiles,
  { source, sink }: { source: string; sink: Sink },
): Promise<void> {
  const zip = new Zip();
  const newest = new Date(Math.max(0, ...files.map(({ modifiedAt }) => modifiedAt.getTime())));
  for (const { name, bytes, modifiedAt } of files)
    zip.file(name, bytes, { binary: true, date: modifiedAt, createFolders: false });
  const entries = files.flatMap(({ entry }) => entry ?? []);
  if (entries.length > 0) zip.file(manifestName, manifestText(source, entries), { date: newest });
  if (failed.length > 0)
    zip.file(failedName, failedText(failed satisfies readonly FailedFile[]), { date: newest });
  const stream = zip.generateInternalStream({ type: 'uint8array', compression: 'STORE', streamFiles: false });
  await new Promise<void>((resolve, reject) => {
    stream.on('data', (chunk) => {
      const writing = sink.write(chunk);
      if (!writing) return;
      stream.pause();
      writing.then(() => stream.resume(), reject);
    });
    stream.on('error', reject);
    stream.on('end', () => resolve());
    stream.resume();
  });
  await sink.close();
}
