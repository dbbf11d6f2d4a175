import { useEffect, useReducer, useRef } from 'react';
import type { UploadAnalysis, UploadResult, UploadResults } from '#features/tracks/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { routes } from '#routes.ts';
import { sendForm } from '#ui/api.ts';
import { type Entry, hasUnsavedWork, nextEntries } from './entry-state.ts';

/** Files read at once: enough to keep the line busy, few enough that the first answers come early. */
const atOnce = 3;

/** Runs the uploads of one page: analysis as files arrive, then publishing of all that are ready. */
export function useUploads(token: string, isComplete: (entry: Entry) => boolean) {
  const [entries, dispatch] = useReducer(nextEntries, []);
  const files = useRef(new Map<number, File>());
  const waiting = useRef<number[]>([]);
  const running = useRef(0);
  const lastId = useRef(0);

  useEffect(() => {
    if (!hasUnsavedWork(entries)) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [entries]);

  const work = () => {
    while (running.current < atOnce) {
      const id = waiting.current.shift();
      const file = id === undefined ? undefined : files.current.get(id);
      if (id === undefined) return;
      if (!file) continue; // removed while it waited
      running.current += 1;
      void analyse(id, file).finally(() => {
        running.current -= 1;
        work();
      });
    }
  };

  const analyse = async (id: number, file: File) => {
    const form = new FormData();
    form.append('TrackFile', file, file.name);
    const answer = await sendForm<UploadAnalysis>('POST', routes.trackUploadAnalyse(), form, token);
    if (answer.ok) dispatch({ type: 'analysed', id, analysis: answer.value });
    else dispatch({ type: 'refused', id, problem: answer.problem });
  };

  return {
    entries,
    edit: (id: number, settings: Partial<Entry['settings']>) => dispatch({ type: 'edited', id, settings }),
    add(picked: Iterable<File>) {
      const added = [...picked].map((file) => ({
        id: ++lastId.current,
        name: file.name,
        size: file.size,
        file,
      }));
      for (const { id, file } of added) files.current.set(id, file);
      waiting.current.push(...added.map((entry) => entry.id));
      dispatch({ type: 'picked', files: added });
      work();
    },
    retry(id: number) {
      dispatch({ type: 'retried', id });
      waiting.current.push(id);
      work();
    },
    remove(id: number) {
      files.current.delete(id);
      dispatch({ type: 'removed', id });
    },
    /** Publishes every entry that is complete; answers with the first that is not, so that it can take focus. */
    async publish(): Promise<Entry | undefined> {
      dispatch({ type: 'asked-to-publish' });
      const ready = entries.flatMap((entry) =>
        keyOf(entry) === null ? [] : [{ entry, uploadKey: keyOf(entry) ?? '' }],
      );
      const complete = ready.filter(({ entry }) => isComplete(entry));
      if (complete.length > 0) {
        dispatch({ type: 'sent', ids: complete.map(({ entry }) => entry.id) });
        const form = new FormData(); // long comments of many entries pass the limit of plain forms
        complete.forEach(({ entry, uploadKey }, index) => {
          appendEntry(form, index, uploadKey, entry.settings);
        });
        const answer = await sendForm<UploadResults>('POST', routes.trackUpload(), form, token);
        complete.forEach(({ entry: { id } }, index) => {
          const result = resultAt(answer, index);
          if ('Problem' in result) dispatch({ type: 'failed', id, problem: result.Problem });
          else dispatch({ type: 'published', id, trackId: result.TrackId, trackName: result.TrackName });
        });
      }
      return ready.find(({ entry }) => !isComplete(entry))?.entry;
    },
  };
}

/** The key of an entry that can be published. */
const keyOf = ({ stage }: Entry) => (stage.at === 'ready' ? stage.analysis.UploadKey : null);

function appendEntry(form: FormData, index: number, uploadKey: string, settings: Entry['settings']) {
  const name = (field: string) => `TrackEntries[${index}].${field}`;
  form.append(name('UploadKey'), uploadKey);
  form.append(name('TrackName'), settings.TrackName);
  if (settings.Difficulty !== null) form.append(name('Difficulty'), String(settings.Difficulty));
  form.append(name('Routes'), String(settings.Routes));
  for (const tag of settings.Tags) form.append(name('Tags'), String(tag));
  form.append(name('AuthorComments'), settings.AuthorComments);
}

function resultAt(answer: Awaited<ReturnType<typeof sendForm<UploadResults>>>, index: number): UploadResult {
  // a refusal of every entry still answers per entry; anything else concerns them all
  const problem = answer.ok ? undefined : (answer.problem as ProblemBody & Partial<UploadResults>);
  const results = answer.ok ? answer.value.Results : problem?.Results;
  return (
    results?.[index] ?? {
      Problem: problem ?? {
        status: 500,
        title: 'Internal Error',
        detail: 'Error while parsing response',
        type: 'about:blank',
      },
    }
  );
}
