import { isSubjectKind, type SubjectKind } from '../subjects.ts';

/** Reasons that moderators give often: the value in the form, its label, and the text that is recorded and sent. */
export const reasonTemplates = {
  spam: { label: 'Advertising', text: 'This is advertising or was posted repeatedly.' },
  offensive: { label: 'Offensive', text: 'This insults others or isn’t suitable for everyone here.' },
  stolen: { label: 'Stolen work', text: 'This is another author’s work, used without permission.' },
  duplicate: { label: 'Duplicate', text: 'This is already on the site.' },
  cheated: { label: 'Cheated', text: 'This wasn’t driven or validated by the rules.' },
  wrong: { label: 'Wrong data', text: 'Its details are wrong.' },
  offtopic: { label: 'Off topic', text: 'This doesn’t belong here.' },
  fine: { label: 'Nothing wrong', text: 'A moderator checked it and found nothing wrong.' },
  mistake: { label: 'A mistake', text: 'The earlier decision was a mistake.' },
} as const satisfies Record<string, { readonly label: string; readonly text: string }>;

export type TemplateKey = keyof typeof reasonTemplates;

const ofText = ['offensive', 'spam', 'offtopic'] as const;
const ofPicture = ['offensive', 'stolen', 'spam', 'offtopic'] as const;

/** The reasons for acts against each kind of subject, in the order of the form. A user may have done any of them. */
const against: Readonly<Record<SubjectKind, readonly TemplateKey[]>> = {
  track: ['stolen', 'duplicate', 'cheated', 'wrong', 'offensive', 'spam', 'offtopic'],
  user: ['offensive', 'spam', 'cheated', 'stolen', 'wrong', 'offtopic'],
  post: ofText,
  comment: ofText,
  replay: ['cheated', 'stolen', 'duplicate', 'wrong', 'offensive'],
  pack: ['stolen', 'duplicate', 'wrong', 'offensive', 'spam', 'offtopic'],
  video: ['stolen', 'duplicate', 'wrong', 'offensive', 'spam', 'offtopic'],
  news: ['wrong', 'duplicate', 'offensive', 'offtopic'],
  image: [...ofPicture, 'wrong'],
  remotepicture: ofPicture,
  face: ofPicture,
  message: ['offensive', 'spam'],
  heldtext: ofText,
  loginclaim: [],
  other: ['wrong', ...ofText],
};

/** The reasons for acts that end or undo others, whatever the kind. */
const inFavour: readonly TemplateKey[] = ['fine', 'mistake'];

/** The templates that the form of an act on this kind of subject offers. */
export const templatesFor = (isInFavour: boolean, kind: string): readonly TemplateKey[] =>
  isInFavour ? inFavour : isSubjectKind(kind) ? against[kind] : [];

/** The text of a template; empty for none and for one that does not exist. */
const templateText = (key: string): string =>
  Object.hasOwn(reasonTemplates, key) ? reasonTemplates[key as TemplateKey].text : ''; // as checked

/** The reason of a form: the text of its template, followed by what was typed. */
export const reasonOf = (template: string, typed: string): string =>
  [templateText(template), typed.trim()].filter((part) => part !== '').join(' ');

/** The offered template that fits what was reported, so that a clear case needs no typing. */
export function usualTemplate(
  isInFavour: boolean,
  offered: readonly TemplateKey[],
  reasons: readonly string[],
): TemplateKey | '' {
  if (isInFavour) return 'fine';
  const fits = (reason: string) => offered.find((key) => key === reason);
  return reasons.map(fits).find((key) => key !== undefined) ?? '';
}
