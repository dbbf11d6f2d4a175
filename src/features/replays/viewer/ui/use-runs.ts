import { useCallback, useEffect, useState } from 'react';
import { unreadableReason } from '#lib/wire/unreadable.ts';
import { readAnswer } from '#ui/read-answer.ts';
import { loadedAtOnce } from '../../view-address.ts';
import { frameOfDrawing } from '../map-frame.ts';
import type { Run } from '../run.ts';
import type { MapPicture } from './paint-map.ts';
import { drawingInside, type ReadRun, readRun } from './read-run.ts';

/** A replay to load: from this site or from the disk. */
export interface Source {
  readonly key: string;
  readonly driver: string | null;
  /** null: it may not be viewed, for the reason below */
  readonly file: string | File | null;
  readonly why: string | null;
  /** as in lists; null for files from the disk */
  readonly result: string | null;
  /** of the file; null if unknown */
  readonly sizeBytes: number | null;
  /** as far as the server knows them */
  readonly checkpointsMs: readonly number[] | null;
}

export interface Loaded {
  readonly source: Source;
  readonly run: Run | null;
  readonly problem: string | null;
}

/** Who drove it, or the name of a file that is not read yet. */
export const nameOf = ({ run, source: { driver, file } }: Loaded): string =>
  run?.driver ?? driver ?? (file instanceof File ? file.name : '');

/** Loads and decodes replays, and the picture of their map: the track's own drawing, or one of the track inside a replay. */
export function useRuns(first: readonly Source[], drawing: string | null, trackUid: string, most: number) {
  const [loaded, setLoaded] = useState(() => entriesOf(withoutLater(first)));
  const [waiting, setWaiting] = useState(() => laterOf(first));
  const [map, setMap] = useState<MapPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const add = useCallback(
    async (source: Source) => {
      const read = await readSource(source);
      setLoaded((all) => withRead(all, source, read));
      if (!read.ok) return;
      const picture = await mapOf(read, read.run.uid === trackUid ? drawing : null);
      setMap((known) => known ?? picture);
    },
    [drawing, trackUid],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first ones are loaded once
  useEffect(() => {
    for (const source of withoutLater(first)) if (source.file !== null) void add(source);
  }, []);
  const loadWaiting = useCallback(() => {
    setLoaded((all) => [...all, ...entriesOf(waiting)]);
    setWaiting([]);
    for (const source of waiting) void add(source);
  }, [add, waiting]);

  /** Adds files from the disk, as many as fit. */
  const addFiles = useCallback(
    (files: readonly File[]) => {
      const room = most - waiting.length - loaded.filter(({ problem: why }) => why === null).length;
      setProblem(files.length > room ? `You can watch up to ${most} replays together.` : null);
      for (const file of files.slice(0, Math.max(0, room))) {
        const source = {
          key: `${file.name} ${file.lastModified} ${file.size}`,
          driver: null,
          file,
          why: null,
          result: null,
          sizeBytes: file.size,
          checkpointsMs: null,
        };
        setLoaded((all) => [
          ...all.filter(({ source: { key } }) => key !== source.key),
          { source, run: null, problem: null },
        ]);
        void add(source);
      }
    },
    [add, loaded, waiting, most],
  );
  const remove = useCallback(
    (key: string) => setLoaded((all) => all.filter(({ source }) => source.key !== key)),
    [],
  );
  return { loaded, waiting, loadWaiting, map, problem, addFiles, remove };
}

const entriesOf = (sources: readonly Source[]): readonly Loaded[] =>
  sources.map((source) => ({ source, run: null, problem: source.why }));

/** Those that are loaded when the reader says so, because their bytes add up. */
export const laterOf = (sources: readonly Source[]): readonly Source[] =>
  sources.filter(({ file }) => file !== null).slice(loadedAtOnce);

const withoutLater = (sources: readonly Source[]): readonly Source[] => {
  const later = new Set(laterOf(sources));
  return sources.filter((source) => !later.has(source));
};

function withRead(all: readonly Loaded[], source: Source, read: ReadRun): Loaded[] {
  const uid = all.find(({ run, source: { key } }) => run !== null && key !== source.key)?.run?.uid;
  return all.map((each) => {
    if (each.source.key !== source.key) return each;
    if (!read.ok) return { source, run: null, problem: read.message };
    if (uid !== undefined && uid !== read.run.uid)
      return { source, run: null, problem: 'This replay was driven on another track.' };
    return { source, run: read.run, problem: null };
  });
}

async function readSource({ file, driver }: Source): Promise<ReadRun> {
  try {
    if (file instanceof File) return await readRun(new Uint8Array(await file.arrayBuffer()), driver);
    const response = await fetch(file ?? '', { headers: { accept: 'application/json, */*' } });
    if (!response.ok) {
      const answer = readAnswer(response.status, await response.text());
      return { ok: false, message: answer.ok ? unreadableReason(response.status) : answer.problem.detail };
    }
    return await readRun(new Uint8Array(await response.arrayBuffer()), driver);
  } catch {
    return {
      ok: false,
      message: 'Couldn’t load this replay. Check your connection and reload the page.',
    };
  }
}

/** `address`: the drawing of the page's track, if the replay was driven on it. */
async function mapOf(
  read: Extract<ReadRun, { ok: true }>,
  address: string | null,
): Promise<MapPicture | null> {
  const response = address === null ? null : await fetch(address).catch(() => null);
  const drawn = response?.ok ? await response.text() : null;
  const own = drawn !== null && frameOfDrawing(drawn) !== null ? drawn : drawingInside(read.replay);
  const svg = own ?? emptyDrawing(read.run, read.blockMetres);
  const frame = frameOfDrawing(svg);
  return frame && { svg, frame, blockMetres: read.blockMetres };
}

/** A map without blocks around the line, for a track that cannot be drawn. */
function emptyDrawing({ line }: Run, blockMetres: number): string {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < line.count; i++) {
    const [x, z] = [
      (line.positions[3 * i] ?? 0) / blockMetres,
      (line.positions[3 * i + 2] ?? 0) / blockMetres,
    ];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, z),
      Math.max(right, x),
      Math.max(bottom, z),
    ];
  }
  const box = [left - 1, top - 1, right - left + 2, bottom - top + 2].map((n) => n.toFixed(2));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300" viewBox="${box.join(' ')}"></svg>`;
}
