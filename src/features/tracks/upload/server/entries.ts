import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import type { Problem } from '#platform/http/problem.ts';
import { FormEntries } from '#platform/uploads/entries.ts';
import type { ArrivedFile } from '../../file/server/analyse.ts';
import { type PictureRef, picturesField, readPictures } from '../../pictures/pictures.ts';
import type { GivenSettings } from '../../settings.ts';
import { authorsIn, type SentAuthor, truth } from './entry-fields.ts';
import type { ReceivedFile, ReceivedUpload } from './receive.ts';

/** The source of an entry's file. */
type EntrySource =
  | { from: 'file'; file: ArrivedFile }
  | { from: 'upload'; key: string }
  | { from: 'refused'; problem: Problem }
  | { from: 'nothing' };

export interface SentEntry {
  /** as sent: TrackEntries[index] */
  readonly index: number;
  readonly source: EntrySource;
  readonly settings: Omit<GivenSettings, 'Authors'> & { readonly Authors?: SentAuthor[] | undefined };
  /** pictures in the form itself, to be placed after those staged before */
  readonly pictures: readonly ReceivedFile[];
}

const entryField = /^TrackEntries\[(\d+)\]\.(\w{1,40}(?:\[\d{1,4}\]\.\w{1,40})?)(?:\[\d{0,3}\])?$/i;
const globalField = /^Global\.(\w{1,40})(?:\[\d{0,3}\])?$/i;
const pictureFile = /^screenshotfiles\[(\d{1,3})\]\.screenshotfile$/;

type Fields = Map<string, string[]>;
interface Parts {
  fields: Fields;
  file?: ReceivedFile;
  pictures: { place: number; file: ReceivedFile }[];
  /** fields about pictures staged before, including empty ones, which mean that there are none */
  pictureFields: [name: string, text: string][];
}

/**
 * The entries of a form by index, each with its own settings or otherwise those of `Global`. Every field is read once, however
 * many entries there are. Throws a Problem 413 for too many entries.
 */
export function readEntries({ fields, files }: ReceivedUpload): SentEntry[] {
  const global: Fields = new Map();
  const entries = new FormEntries<Parts>({
    name: 'TrackEntries',
    noun: 'tracks',
    make: () => ({ fields: new Map(), pictures: [], pictureFields: [] }),
  });
  for (const [name, text] of fields) {
    const [, index, own] = entryField.exec(name) ?? [];
    if (index !== undefined && own?.startsWith(picturesField)) {
      entries.at(index).pictureFields.push([name.slice(name.indexOf('.') + 1), text]);
    }
    if (text.trim() === '') continue; // an empty control means the default
    const [, shared] = globalField.exec(name) ?? [];
    if (index !== undefined && own) add(entries.at(index).fields, own, text);
    else if (shared) add(global, shared, text);
  }
  for (const file of files) {
    const [, index, own = ''] = entryField.exec(file.field) ?? [];
    const picture = pictureFile.exec(own.toLowerCase());
    if (index === undefined) continue;
    if (own.toLowerCase() === 'trackfile') entries.at(index).file ??= file;
    else if (picture) entries.at(index).pictures.push({ place: Number(picture[1]), file });
  }
  return entries
    .sorted()
    .filter(([, { fields: own, file, pictures }]) => own.size > 0 || file || pictures.length > 0)
    .map(([index, { fields: own, file, pictures, pictureFields }]) => ({
      index,
      source: sourceOf(own, file),
      settings: settingsOf(own, global, readPictures(pictureFields)),
      pictures: pictures.sort((a, b) => a.place - b.place).map((picture) => picture.file),
    }));
}

function add(fields: Fields, name: string, text: string): void {
  const key = name.toLowerCase();
  const values = fields.get(key);
  if (values) values.push(text);
  else fields.set(key, [text]);
}

function sourceOf(fields: Fields, file: ReceivedFile | undefined): EntrySource {
  const key = fields.get('uploadkey')?.[0];
  if (key !== undefined) return { from: 'upload', key: key.trim() };
  if (!file) return { from: 'nothing' };
  return file.ok ? { from: 'file', file: file.file } : { from: 'refused', problem: file.problem };
}

/** Settings that together determine visibility and release. */
const visibility = ['visible', 'releasedate', 'listed', 'beta'] as const;

/** Without CustomVisibility, the visibility of `Global` applies. */
function settingsOf(own: Fields, global: Fields, pictures: PictureRef[] | null): SentEntry['settings'] {
  const values = (name: string) => own.get(name) ?? global.get(name);
  const last = (name: string) => values(name)?.at(-1);
  const custom = truth(own.get('customvisibility')?.at(-1)) === true;
  const shared = !custom && visibility.some((name) => global.has(name));
  const visibilityField = (name: (typeof visibility)[number]) =>
    shared ? global.get(name)?.at(-1) : last(name);
  return {
    TrackName: last('trackname'),
    Difficulty: code(last('difficulty'), difficulties),
    Routes: code(last('routes'), routeKinds),
    Tags: values('tags')
      ?.flatMap((text) => text.split(','))
      .map((text) => code(text, []) ?? -1),
    AuthorComments: last('authorcomments'),
    Visible: truth(visibilityField('visible')),
    ReleaseDate: visibilityField('releasedate'),
    Listed: truth(visibilityField('listed')),
    Beta: truth(visibilityField('beta')),
    TrackStatus: code(last('trackstatus'), []) as PackTrackStatus | undefined, // validated by the schema
    Authors: authorsIn(own),
    ScreenshotFiles: pictures ?? undefined,
  };
}

/** A number, or the name of one. Anything else becomes -1, which every rule refuses. */
function code(text: string | undefined, names: readonly string[]): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim().toLowerCase();
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed);
  return names.findIndex((name) => name.toLowerCase() === trimmed);
}
