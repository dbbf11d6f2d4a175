import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { find } from '#ui/dom.ts';
import { Question } from '#ui/Question.tsx';
import { keyOf } from '#ui/upload/file-entries.ts';
import { Uploads } from '#ui/upload/Uploads.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import type { Entry } from './entry-state.ts';
import { GlobalPanel } from './GlobalPanel.tsx';
import { rulesNow, type UploadPageData } from './page-data.ts';
import {
  type EntryErrors,
  entryErrors,
  type GlobalSettings,
  isValid,
  untouched,
  untouchedGlobal,
} from './upload-settings.ts';
import { useUploads } from './use-uploads.ts';

interface Props {
  pageData: UploadPageData;
  /** the page for many tracks: a folder comes first */
  many: boolean;
}

const none: SettingErrors = {};
const texts = {
  label: 'Track files',
  folderLabel: 'Folder of tracks',
  what: '.Challenge.Gbx files',
  one: 'track',
  many: 'tracks',
  done: 'uploaded',
  act: 'Publish',
  doing: 'Publishing…',
  leaving: 'Leave without publishing?',
  lost: 'You’ll lose the files and texts on this page.',
};

/** Choose or drop tracks, see their facts, add settings, publish. */
export function UploadForm({ pageData, many }: Props) {
  const uploads = useUploads(pageData.pack?.packId ?? null);
  const { entries, edit, toggle, tryAgain, remove } = uploads;
  const [global, setGlobal] = useState<GlobalSettings>({
    ...untouchedGlobal,
    TrackStatus: pageData.pack?.isManager ? PackTrackStatus.approved : null,
  });
  const [globalOpen, setGlobalOpen] = useState(true);
  const [attempts, setAttempts] = useState(0);
  const [dropping, setDropping] = useState<Entry | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const errorsOf = useEntryErrors(global, pageData);

  const globalErrors = useMemo(
    () =>
      Object.assign(
        {},
        ...entries
          .filter((entry) => entry.checked && keyOf(entry) !== null)
          .map((entry) => errorsOf(entry).global),
      ) as SettingErrors, // a union of these
    [entries, errorsOf],
  );

  // after React has marked the fields: focuses the first invalid one, or its panel
  useEffect(() => {
    if (attempts === 0) return;
    const panel = find(list.current, '[data-wrong]', Element);
    const field = find(panel, '[aria-invalid="true"]:not(:disabled)', HTMLElement);
    (field ?? find(panel, 'summary', HTMLElement))?.focus();
  }, [attempts]);

  const publish = () => {
    const ready = entries.filter((entry) => keyOf(entry) !== null);
    const wrong = ready.filter((entry) => !isValid(errorsOf(entry)));
    uploads.mark(
      new Set(wrong.filter((entry) => Object.keys(errorsOf(entry).own).length > 0).map(({ id }) => id)),
    );
    if (wrong.length === 0) return void uploads.publish(ready, global);
    if (wrong.some((entry) => Object.keys(errorsOf(entry).global).length > 0)) setGlobalOpen(true);
    setAttempts((times) => times + 1);
  };
  /** Asks before typed settings are discarded. */
  const askRemove = useCallback(
    (entry: Entry) => {
      const { TrackName: _, ...typed } = entry.settings;
      const { TrackName: __, ...plain } = untouched;
      if (keyOf(entry) !== null && JSON.stringify(typed) !== JSON.stringify(plain)) setDropping(entry);
      else remove([entry.id]);
    },
    [remove],
  );

  const isReady = (entry: Entry) => keyOf(entry) !== null;
  return (
    <>
      <Uploads
        uploads={uploads}
        texts={texts}
        many={many}
        listRef={list}
        onPublish={publish}
        note={
          pageData.pack ? (
            <p className="note note--info">
              <span>
                These tracks will be added to the trackpack <b dir="auto">{pageData.pack.name}</b>
                {pageData.pack.isManager ? '.' : ' and are pending until its managers approve them.'}
              </span>
            </p>
          ) : null
        }
      >
        <GlobalPanel
          settings={global}
          errors={globalErrors}
          pageData={pageData}
          tracks={entries.filter(isReady).length}
          open={globalOpen}
          disabled={entries.some(({ stage }) => stage.at === 'sending')}
          onToggle={setGlobalOpen}
          onChange={(changed) => setGlobal({ ...global, ...changed })}
        />
        {entries.map((entry) => (
          <EntryPanel
            key={entry.id}
            entry={entry}
            errors={entry.checked ? errorsOf(entry).own : none}
            pageData={pageData}
            onChange={edit}
            onToggle={toggle}
            onRetry={tryAgain}
            onRemove={askRemove}
          />
        ))}
      </Uploads>
      {dropping !== null && (
        <Question
          title="Remove this track?"
          no="Cancel"
          yes="Remove"
          onClose={() => setDropping(null)}
          onYes={() => {
            remove([dropping.id]);
            setDropping(null);
          }}
        >
          <p>The settings of {dropping.fileName} will be lost.</p>
        </Question>
      )}
    </>
  );
}

/** Errors of entries, computed once per entry and global settings, because a hundred panels need them on every key press. */
function useEntryErrors(global: GlobalSettings, pageData: UploadPageData): (entry: Entry) => EntryErrors {
  return useMemo(() => {
    const found = new WeakMap<Entry['settings'], EntryErrors>();
    return (entry) => {
      const known = found.get(entry.settings);
      if (known) return known;
      const errors = entryErrors(entry, global, rulesNow(pageData));
      found.set(entry.settings, errors);
      return errors;
    };
  }, [global, pageData]);
}
