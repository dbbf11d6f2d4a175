import type { UploadResult, UploadResults } from '#features/tracks/analysis.ts';
import { authorFieldNames } from '#features/tracks/authors.ts';
import { appendPictures } from '#features/tracks/pictures.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Answer } from '#ui/api.ts';
import { type EntrySettings, type GlobalSettings, given } from './upload-settings.ts';

/** An entry whose file was analysed and whose settings are valid. */
export interface Publishable {
  readonly id: number;
  readonly uploadKey: string;
  readonly settings: EntrySettings;
}

/** The fields TrackEntries[i].X: each entry with its effective settings. */
export function publishForm(entries: readonly Publishable[], global: GlobalSettings): FormData {
  const form = new FormData();
  entries.forEach(({ uploadKey, settings }, index) => {
    const prefix = `TrackEntries[${index}].`;
    const { Tags = [], Authors = [], ScreenshotFiles: _, ...single } = given(settings, global);
    form.append(`${prefix}UploadKey`, uploadKey);
    form.append(`${prefix}CustomVisibility`, 'true');
    for (const [name, value] of Object.entries(single)) {
      if (value !== undefined && value !== null) form.append(prefix + name, String(value));
    }
    for (const tag of Tags) form.append(`${prefix}Tags`, String(tag));
    Authors.forEach(({ UserId, Role }, place) => {
      const names = authorFieldNames(prefix, place);
      form.append(names.userId, String(UserId));
      form.append(names.role, Role);
    });
    appendPictures(form, prefix, settings.ScreenshotFiles);
  });
  return form;
}

/** The result of one entry. If all entries were refused, the response still contains a result for each; other failures concern all. */
export function resultAt(answer: Answer<UploadResults>, index: number): UploadResult {
  const problem = answer.ok ? undefined : (answer.problem as ProblemBody & Partial<UploadResults>); // as the endpoint says
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

/** Whether the failure concerns the whole form or the connection, so that further forms would fail too. */
export const concernsAll = (answer: Answer<UploadResults>): boolean =>
  !answer.ok && !('Results' in answer.problem);
