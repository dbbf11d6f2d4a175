import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { UploadAnalysis, UploadResults } from '#features/tracks/analysis.ts';
import { routes } from '#routes.ts';
import { sendForm } from '#ui/api.ts';
import { canBeTriedAgain, hasUnsavedWork, keyOf } from './entry-counts.ts';
import { type Entry, nextEntries } from './entry-state.ts';
import { concernsAll, type Publishable, publishForm, resultAt } from './publish-form.ts';
import { patienceMs, sendFile } from './send-file.ts';
import type { EntrySettings, GlobalSettings } from './upload-settings.ts';

/** Concurrent analyses: enough to use the connection, few enough for early results. */
const atOnce = 3;
/** Tracks per form: few, so that progress is visible and little is repeated after a lost connection. */
const perForm = 4;

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Runs the uploads of a page: analyses files as they are added, then publishes all that are ready. */
export function useUploads(token: string, packId: number | null) {
  const [entries, dispatch] = useReducer(nextEntries, []);
  const latest = useRef(entries);
  latest.current = entries;

  const commands = useMemo(() => {
    const files = new Map<number, File>();
    const waiting: number[] = [];
    let running = 0;
    let lastId = 0;
    let lastGlobal: GlobalSettings | undefined;

    const work = () => {
      while (running < atOnce && waiting.length > 0) {
        const id = waiting.shift();
        const file = id === undefined ? undefined : files.get(id);
        if (id === undefined || !file) continue; // removed in the meantime
        running += 1;
        void analyse(id, file).finally(() => {
          running -= 1;
          work();
        });
      }
    };
    const analyse = async (id: number, file: File) => {
      dispatch({ type: 'started', id });
      const answer = await sendFile<UploadAnalysis>(
        routes.trackUploadAnalyse(),
        file,
        'TrackFile',
        token,
        (sentBytes) => dispatch({ type: 'progressed', id, sentBytes }),
      );
      if (answer.ok) dispatch({ type: 'analysed', id, analysis: answer.value });
      else dispatch({ type: 'refused', id, problem: answer.problem });
    };
    const readAgain = (ids: readonly number[]) => {
      if (ids.length === 0) return;
      dispatch({ type: 'again', ids });
      waiting.push(...ids);
      work();
    };
    const send = async (some: readonly Publishable[], global: GlobalSettings) => {
      const answer = await sendForm<UploadResults>(
        'POST',
        routes.trackUpload(packId ?? undefined),
        publishForm(some, global),
        token,
        AbortSignal.timeout(patienceMs),
      );
      some.forEach(({ id }, index) => {
        const result = resultAt(answer, index);
        if (!('Problem' in result))
          dispatch({ type: 'published', id, trackId: result.TrackId, trackName: result.TrackName });
        else dispatch({ type: 'failed', id, problem: result.Problem });
        // an analysed upload is stored for a day only; the file is still available here
        if (
          'Problem' in result &&
          result.Problem.status === 404 &&
          /UploadKey$/.test(result.Problem.field ?? '')
        )
          readAgain([id]);
      });
      return answer;
    };
    const publish = async (all: readonly Entry[], global: GlobalSettings) => {
      lastGlobal = global;
      const complete = all.flatMap((entry): Publishable[] => {
        const uploadKey = keyOf(entry);
        return uploadKey === null ? [] : [{ id: entry.id, uploadKey, settings: entry.settings }];
      });
      dispatch({ type: 'sent', ids: complete.map(({ id }) => id) });
      for (let first = 0; first < complete.length; first += perForm) {
        const answer = await send(complete.slice(first, first + perForm), global);
        if (answer.ok || !concernsAll(answer)) continue;
        for (const { id } of complete.slice(first + perForm)) {
          dispatch({ type: 'failed', id, problem: answer.problem });
        }
        return;
      }
    };
    return {
      /** Returns how many were already listed. */
      add(picked: readonly File[]): number {
        const known = latest.current.flatMap(({ id, stage }) => {
          const file = stage.at === 'published' ? undefined : files.get(id);
          return file ? [file] : [];
        });
        const fresh = picked.filter((file) => !known.some((other) => isSame(file, other)));
        const added = fresh.map((file) => ({ id: ++lastId, name: file.name, size: file.size, file }));
        for (const { id, file } of added) files.set(id, file);
        waiting.push(...added.map(({ id }) => id));
        dispatch({ type: 'picked', files: added });
        work();
        return picked.length - fresh.length;
      },
      edit: (id: number, settings: Partial<EntrySettings>) => dispatch({ type: 'edited', id, settings }),
      toggle: (id: number, open: boolean) => dispatch({ type: 'toggled', id, open }),
      remove(ids: readonly number[]) {
        for (const id of ids) files.delete(id);
        dispatch({ type: 'removed', ids: new Set(ids) });
      },
      mark: (wrong: ReadonlySet<number>) => dispatch({ type: 'asked-to-publish', wrong }),
      publish,
      /** Retries what failed because of the connection or the server. Keys prevent duplicates. */
      tryAgain(ids?: readonly number[]) {
        const again = latest.current.filter(
          (entry) => canBeTriedAgain(entry) && (!ids || ids.includes(entry.id)),
        );
        readAgain(again.filter(({ stage }) => stage.at === 'refused').map(({ id }) => id));
        const unsent = again.filter(({ stage }) => stage.at === 'ready');
        if (unsent.length > 0 && lastGlobal) void publish(unsent, lastGlobal);
      },
    };
  }, [token, packId]);

  useEffect(() => {
    const resume = () => commands.tryAgain();
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [commands]);

  return { entries, unsaved: hasUnsavedWork(entries), ...commands };
}
