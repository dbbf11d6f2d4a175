import type { LoggedAct } from './acts.ts';

type Act = Pick<LoggedAct, 'subjectKind' | 'subjectId' | 'before' | 'after' | 'person'>;

/** Kinds of subjects that no page of moderators loads, each with its word and the fact that names it. */
const kinds: ReadonlyMap<string, { readonly word: string; readonly fact: string }> = new Map([
  ['board', { word: 'Board', fact: 'Title' }],
  ['thread', { word: 'Thread', fact: 'ThreadTitle' }],
  ['loginclaim', { word: 'Claim to the login', fact: 'Login' }],
  ['record', { word: 'Online record', fact: '' }],
]);

/** How the log calls the subject of an act that no page of moderators loads or that no longer exists. */
export function titleOf({ subjectKind, subjectId, before, after }: Act, edition: string): string {
  if (subjectKind === 'edition') return `Edition ${edition}`;
  const kind = kinds.get(subjectKind);
  if (!kind) return `${subjectKind} ${subjectId}`;
  const named = after?.[kind.fact] ?? before?.[kind.fact];
  return typeof named === 'string' && named !== '' ? `${kind.word} “${named}”` : `${kind.word} ${subjectId}`;
}

/** Whether the title of a loaded subject already names the person concerned, such as “The picture of ann”. */
export const namesPerson = ({ subjectKind, subjectId, person }: Act): boolean =>
  subjectKind === 'message' ||
  ((subjectKind === 'user' || subjectKind === 'face') && subjectId === person?.UserId);
