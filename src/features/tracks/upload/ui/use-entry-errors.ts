import { useMemo } from 'react';
import type { Entry } from './entry-state.ts';
import { rulesNow, type UploadPageData } from './page-data.ts';
import { type EntryErrors, entryErrors, type GlobalSettings } from './upload-settings.ts';

/** Errors of entries, computed once per entry and global settings, because a hundred panels need them on every key press. */
export function useEntryErrors(
  global: GlobalSettings,
  pageData: UploadPageData,
): (entry: Entry) => EntryErrors {
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
