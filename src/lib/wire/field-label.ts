import type { ProblemBody } from './problem.ts';

/** The last part of a field's name that is no number: `Name` of `Authors[2].Name`. */
const lastPart = (name: string): string =>
  name
    .split(/[.[\]]+/)
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .at(-1) ?? name;

/** The name of a field as people read it. @example `TrackEntries[0].AuthorComments` → `Author comments` */
export function fieldLabel(name: string): string {
  const words = lastPart(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The sentence of a failure as a page shows it. Programs read the exact name of the field at its beginning; people, who never see the
 * names of fields, read its label.
 */
export function shownDetail({ detail, field }: Pick<ProblemBody, 'detail' | 'field'>): string {
  if (field === undefined) return detail;
  for (const name of [field, lastPart(field)]) {
    if (detail.startsWith(`${name}:`)) return fieldLabel(name) + detail.slice(name.length);
    if (detail.startsWith(`The field ${name} `)) return detail.replace(name, `“${fieldLabel(name)}”`);
  }
  return detail;
}
