import { difficulties, routeKinds } from '#lib/codes/track.ts';
import type { Problem } from '#platform/http/problem.ts';
import type { ArrivedFile } from './analyse.ts';
import type { GivenSettings } from './publish.ts';
import type { ReceivedFile, ReceivedUpload } from './receive.ts';

/** Where the bytes of an entry are. */
export type EntrySource =
  | { from: 'file'; file: ArrivedFile }
  | { from: 'upload'; key: string }
  | { from: 'refused'; problem: Problem }
  | { from: 'nothing' };

export interface SentEntry {
  /** as sent: TrackEntries[index] */
  readonly index: number;
  readonly source: EntrySource;
  readonly settings: GivenSettings;
}

const entryField = /^TrackEntries\[(\d{1,4})\]\.(\w{1,40})(?:\[\d{0,3}\])?$/i;
const globalField = /^Global\.(\w{1,40})(?:\[\d{0,3}\])?$/i;

type Fields = Map<string, string[]>;

/** The entries of a form by index, each with its own settings or, where it says nothing, those of `Global` (spec §4). */
export function readEntries({ fields, files }: ReceivedUpload): SentEntry[] {
  const global: Fields = new Map();
  const byIndex = new Map<number, { fields: Fields; file?: ReceivedFile }>();
  const entry = (index: string) => {
    const found: { fields: Fields; file?: ReceivedFile } = byIndex.get(Number(index)) ?? {
      fields: new Map(),
    };
    byIndex.set(Number(index), found);
    return found;
  };
  for (const [name, text] of fields) {
    const [, index, own] = entryField.exec(name) ?? [];
    const [, shared] = globalField.exec(name) ?? [];
    if (index !== undefined && own) add(entry(index).fields, own, text);
    else if (shared) add(global, shared, text);
  }
  for (const file of files) {
    const [, index, own] = entryField.exec(file.field) ?? [];
    if (index !== undefined && own?.toLowerCase() === 'trackfile') entry(index).file ??= file;
  }
  return [...byIndex]
    .sort(([a], [b]) => a - b)
    .map(([index, { fields: own, file }]) => ({
      index,
      source: sourceOf(own, file),
      settings: settingsOf(own, global),
    }));
}

function add(fields: Fields, name: string, text: string): void {
  if (text.trim() === '') return; // an empty control says nothing: the default counts
  const key = name.toLowerCase();
  fields.set(key, [...(fields.get(key) ?? []), text]);
}

function sourceOf(fields: Fields, file: ReceivedFile | undefined): EntrySource {
  const key = fields.get('uploadkey')?.[0];
  if (key !== undefined) return { from: 'upload', key: key.trim() };
  if (!file) return { from: 'nothing' };
  return file.ok ? { from: 'file', file: file.file } : { from: 'refused', problem: file.problem };
}

/** Without CustomVisibility, what `Global` says of visibility counts for all (spec §4). */
function settingsOf(own: Fields, global: Fields): GivenSettings {
  const values = (name: string) => own.get(name) ?? global.get(name);
  const last = (name: string) => values(name)?.at(-1);
  const custom = own.has('customvisibility') && truth(own.get('customvisibility')?.at(-1));
  const visible = custom || !global.has('visible') ? last('visible') : global.get('visible')?.at(-1);
  return {
    TrackName: last('trackname'),
    Difficulty: code(last('difficulty'), difficulties),
    Routes: code(last('routes'), routeKinds),
    Tags: values('tags')
      ?.flatMap((text) => text.split(','))
      .map((text) => code(text, []) ?? -1),
    AuthorComments: last('authorcomments'),
    Visible: visible === undefined ? undefined : truth(visible),
  };
}

/** A number, or the name of one. What is neither becomes -1, which no rule accepts. */
function code(text: string | undefined, names: readonly string[]): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim().toLowerCase();
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed);
  return names.findIndex((name) => name.toLowerCase() === trimmed);
}

const truth = (text: string | undefined) => /^(true|1|on|yes)$/i.test(text?.trim() ?? '');
