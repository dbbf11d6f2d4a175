import { audienceNames } from '#lib/codes/level.ts';
import type { ActState, ActValue } from './model.ts';

/** A part of what an act changed, for readers. */
export interface ShownChange {
  readonly name: string;
  /** null: not recorded */
  readonly before: string | null;
  readonly after: string | null;
}

const audience = (value: unknown): string => audienceNames[Number(value)] ?? String(value);
const records = (value: unknown): string => (value === 'approved' ? 'approved servers' : 'all servers');
const review = (value: unknown): string => (value === 'newUploaders' ? 'new uploaders' : String(value));

/** Facts that are stored as codes or under another name, each with the label and the values of its form. */
const codedFacts = new Map([
  ['ReadLevel', { name: 'Who reads', value: audience }],
  ['WriteLevel', { name: 'Who starts threads', value: audience }],
  ['ReplyLevel', { name: 'Who replies', value: audience }],
  ['Review', { name: 'Review of new tracks', value: review }],
  ['OnlineRecords', { name: 'Online records shown', value: records }],
  ['Banner', { name: 'Announcement', value: shownValue }],
  ['BadWords', { name: 'Listed words', value: shownValue }],
]);

/** "ThreadTitle" as "Thread title". */
const shownName = (name: string) =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const longest = 500;

/** The beginning of a long text, which is shown until the reader opens the whole text; null for a short one. */
export const openingOf = (text: string): string | null =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : null;

function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ');
  const text = String(value);
  const date = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text);
  return date ? `${date[1]} ${date[2]} UTC` : text;
}

type State = Readonly<Record<string, ActValue | unknown>> | null;

/**
 * What an act changed, for readers of the log. Names that begin with a small letter are for undoing the act and are not shown; what it left
 * as it was is shown once.
 */
export function shownChanges(before: State, after: State): ShownChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => /^[A-Z]/.test(name))
    .map((fact) => {
      const { name, value } = codedFacts.get(fact) ?? { name: shownName(fact), value: shownValue };
      const was = before && fact in before ? value(before[fact]) : null;
      const is = after && fact in after ? value(after[fact]) : null;
      return { name, before: was === is ? null : was, after: is };
    });
}

/** The facts of two states that differ, for the log; null if there are none. */
export function changedFacts(
  before: ActState,
  after: ActState,
): { readonly before: ActState | null; readonly after: ActState | null } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  if (names.length === 0) return { before: null, after: null };
  const only = (state: ActState): ActState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: only(before), after: only(after) };
}
