import type { ActValue } from './model.ts';

/** A part of what an act changed, for readers. */
export interface ShownChange {
  readonly name: string;
  /** null: not recorded */
  readonly before: string | null;
  readonly after: string | null;
}

/** "ThreadTitle" as "Thread title". */
const shownName = (name: string) =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const longest = 500;

function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ');
  const text = String(value);
  const date = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text);
  if (date) return `${date[1]} ${date[2]} UTC`;
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

type State = Readonly<Record<string, ActValue | unknown>> | null;

/**
 * What an act changed, for readers of the log. Names that begin with a small letter are for undoing the act and are not shown.
 */
export function shownChanges(before: State, after: State): ShownChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => ({
      name: shownName(name),
      before: before && name in before ? shownValue(before[name]) : null,
      after: after && name in after ? shownValue(after[name]) : null,
    }));
}
