import { badRequest, Problem } from '#platform/http/problem.ts';
import { formBounds } from './bounds.ts';
import type { EntryFile } from './received-file.ts';

/** How the fields of a form's entries are named, such as TrackEntries[3].TrackName. */
export interface EntryNames {
  /** TrackEntries */
  readonly entries: string;
  /** of the field with an entry's file, such as TrackFile */
  readonly file: string;
  /** what they are, for messages, in the plural */
  readonly noun: string;
  /** matches the fields of an entry: its index and the name after it */
  readonly field: RegExp;
  /** matches fields that apply to all entries, and their name */
  readonly shared?: RegExp;
  /** matches names of fields that mean something even when they are empty; otherwise an empty one means the default */
  readonly meantEmpty?: RegExp;
  /** matches names of further files of an entry, in lower case, and their place among them */
  readonly moreFiles?: RegExp;
  /** matches an input for several files without an index, each of which is an entry */
  readonly fileList?: RegExp;
}

/** Values by the name of their field in lower case. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

/** The source of an entry's file. */
type Source =
  | { readonly from: 'file'; readonly file: Extract<EntryFile, { readonly fileName: string }> }
  | { readonly from: 'upload'; readonly key: string }
  | { readonly from: 'refused'; readonly problem: Problem }
  | { readonly from: 'nothing' };

/** What a form contains about one file. */
export interface FormEntry {
  /** as sent: TrackEntries[index] */
  readonly index: number;
  readonly source: Source;
  readonly values: FieldValues;
  /** its fields as sent: values, and fields that are meant empty */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** its further files by their places */
  readonly moreFiles: readonly EntryFile[];
}

interface Parts {
  readonly values: Map<string, string[]>;
  readonly fields: [name: string, text: string][];
  readonly moreFiles: { readonly place: number; readonly file: EntryFile }[];
  file?: EntryFile;
}

/**
 * The entries of a form by index, and the fields that apply to all of them. Every field is read once, however many entries there
 * are. Throws a Problem 413 for too many entries, 400 for an index that is too high.
 */
export function readEntries(
  form: { readonly fields: URLSearchParams; readonly files: readonly EntryFile[] },
  names: EntryNames,
): { readonly entries: readonly FormEntry[]; readonly shared: FieldValues } {
  const shared = new Map<string, string[]>();
  const found = new Map<number, Parts>();
  for (const [name, text] of form.fields) {
    const isEmpty = text.trim() === '';
    const [, index, own] = names.field.exec(name) ?? [];
    const [, sharedName] = names.shared?.exec(name) ?? [];
    if (index !== undefined && own !== undefined && (!isEmpty || names.meantEmpty?.test(own))) {
      const parts = partsAt(found, index, names);
      parts.fields.push([name.slice(name.indexOf('.') + 1), text]);
      if (!isEmpty) add(parts.values, own, text);
    } else if (sharedName !== undefined && !isEmpty) add(shared, sharedName, text);
  }
  for (const [position, file] of form.files.entries()) {
    const field = names.fileList?.test(file.field)
      ? `${names.entries}[${position}].${names.file}`
      : file.field;
    const [, index, own = ''] = names.field.exec(field) ?? [];
    if (index === undefined) continue;
    const [, place] = names.moreFiles?.exec(own.toLowerCase()) ?? [];
    if (own.toLowerCase() === names.file.toLowerCase()) partsAt(found, index, names).file ??= file;
    else if (place) partsAt(found, index, names).moreFiles.push({ place: Number(place), file });
  }
  const entries = [...found]
    .filter(([, { values, file, moreFiles }]) => values.size > 0 || file || moreFiles.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([index, { values, fields, file, moreFiles }]) => ({
      index,
      source: sourceOf(values, file),
      values,
      fields,
      moreFiles: moreFiles.sort((a, b) => a.place - b.place).map((more) => more.file),
    }));
  return { entries, shared };
}

/** The parts of an entry, made if its index is new. */
function partsAt(found: Map<number, Parts>, index: string, { entries, noun }: EntryNames): Parts {
  const { entries: most, largestIndex } = formBounds;
  if (Number(index) > largestIndex)
    throw badRequest(`${entries}[${index.slice(0, 20)}]: an index is at most ${largestIndex}.`, entries);
  const known = found.get(Number(index));
  if (known) return known;
  if (found.size === most)
    throw new Problem(413, `${entries}: at most ${most} ${noun} are accepted in one form.`, {
      field: entries,
    });
  const parts: Parts = { values: new Map(), fields: [], moreFiles: [] };
  found.set(Number(index), parts);
  return parts;
}

function add(values: Map<string, string[]>, name: string, text: string): void {
  const key = name.toLowerCase();
  const known = values.get(key);
  if (known) known.push(text);
  else values.set(key, [text]);
}

/** A key takes precedence: the file was sent before. */
function sourceOf(values: FieldValues, file: EntryFile | undefined): Source {
  const key = values.get('uploadkey')?.[0];
  if (key !== undefined) return { from: 'upload', key: key.trim() };
  if (!file) return { from: 'nothing' };
  return file.blob ? { from: 'file', file } : { from: 'refused', problem: file.problem };
}
