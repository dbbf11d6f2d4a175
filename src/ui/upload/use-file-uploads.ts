import { type Dispatch, useEffect, useMemo, useReducer, useRef } from 'react';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { sendForm } from '../api.ts';
import type { Analysed, FileEntry, FileEvent } from './file-entries.ts';
import { canBeTriedAgain, hasUnsavedWork } from './file-entries.ts';
import { concernsAll, type FormResults, responseTimeoutMs, resultAt, sendFile } from './send-file.ts';

/** Concurrent analyses: enough to use the connection, few enough for early results. */
const atOnce = 3;

/** Where the files of a page go. */
export interface UploadTarget {
  readonly analysePath: string;
  /** of the file in the form to analyse */
  readonly fileField: string;
  readonly publishPath: string;
  /** Entries per form: few, so that progress is visible and little is repeated after a lost connection. */
  readonly perForm: number;
}

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

type Makes<Entry> = (some: readonly Entry[]) => FormData;

/** Runs the uploads of a page: analyses files as they are added, then publishes all that are ready. */
export function useFileUploads<
  Analysis extends Analysed,
  Done extends object,
  Entry extends FileEntry<Analysis, Done>,
  Event extends { type: string },
>(
  { analysePath, fileField, publishPath, perForm }: UploadTarget,
  next: (entries: readonly Entry[], event: Event | FileEvent<Analysis, Done>) => readonly Entry[],
) {
  const [entries, send] = useReducer(next, []);
  const dispatch: Dispatch<Event | FileEvent<Analysis, Done>> = send;
  const latest = useRef(entries);
  latest.current = entries;

  const commands = useMemo(() => {
    const files = new Map<number, File>();
    const waiting: number[] = [];
    let running = 0;
    let lastId = 0;
    let lastMade: Makes<Entry> | undefined;

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
      const answer = await sendFile<Analysis>(analysePath, file, fileField, (sentBytes) =>
        dispatch({ type: 'progressed', id, sentBytes }),
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
    const publishSome = async (some: readonly Entry[], make: Makes<Entry>) => {
      const signal = AbortSignal.timeout(responseTimeoutMs);
      const answer = await sendForm<FormResults<Done>>('POST', publishPath, make(some), signal);
      some.forEach(({ id }, index) => {
        const result = resultAt(answer, index);
        if (!('Problem' in result)) {
          dispatch({ type: 'published', id, done: result as Done }); // what is no Problem is done
          return;
        }
        const problem = result.Problem as ProblemBody; // see FormResults
        dispatch({ type: 'failed', id, problem });
        // an analysed upload is stored for a day only; the file is still available here
        if (problem.status === 404 && /UploadKey$/.test(problem.field ?? '')) readAgain([id]);
      });
      return answer;
    };
    const publish = async (all: readonly Entry[], make: Makes<Entry>) => {
      lastMade = make;
      dispatch({ type: 'sent', ids: all.map(({ id }) => id) });
      for (let first = 0; first < all.length; first += perForm) {
        const answer = await publishSome(all.slice(first, first + perForm), make);
        if (answer.ok || !concernsAll(answer)) continue;
        for (const { id } of all.slice(first + perForm))
          dispatch({ type: 'failed', id, problem: answer.problem });
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
      toggle: (id: number, open: boolean) => dispatch({ type: 'toggled', id, open }),
      remove(ids: readonly number[]) {
        for (const id of ids) files.delete(id);
        dispatch({ type: 'removed', ids: new Set(ids) });
      },
      publish,
      /** Retries what failed because of the connection or the server. Keys prevent duplicates. */
      tryAgain(ids?: readonly number[]) {
        const again = latest.current.filter(
          (entry) => canBeTriedAgain(entry) && (!ids || ids.includes(entry.id)),
        );
        readAgain(again.filter(({ stage }) => stage.at === 'refused').map(({ id }) => id));
        const unsent = again.filter(({ stage }) => stage.at === 'ready');
        if (unsent.length > 0 && lastMade) void publish(unsent, lastMade);
      },
    };
  }, [analysePath, fileField, publishPath, perForm]);

  useEffect(() => {
    const resume = () => commands.tryAgain();
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [commands]);

  return { entries, dispatch, unsaved: hasUnsavedWork(entries), ...commands };
}
