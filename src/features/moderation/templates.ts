/** Reasons that moderators give often: the value in the form, its label, and the text that is recorded and sent. */
export const reasonTemplates = {
  spam: { label: 'Advertising', text: 'This is advertising or was posted again and again.' },
  offensive: { label: 'Offensive', text: 'This insults others or is not fit for everyone on this site.' },
  stolen: { label: 'Stolen work', text: 'This is the work of another author, who did not agree to it.' },
  cheated: { label: 'Cheated', text: 'This was not driven or validated as the rules require.' },
  wrong: { label: 'Wrong data', text: 'What it says about itself is wrong.' },
  offtopic: { label: 'Off topic', text: 'This does not belong here.' },
  fine: { label: 'Nothing wrong', text: 'A moderator checked it and found nothing against the rules.' },
  mistake: { label: 'A mistake', text: 'The earlier decision was a mistake.' },
} as const satisfies Record<string, { readonly label: string; readonly text: string }>;

type TemplateKey = keyof typeof reasonTemplates;

const isTemplate = (key: string): key is TemplateKey => Object.hasOwn(reasonTemplates, key);

/** The text of a template; empty for none and for one that does not exist. */
const templateText = (key: string): string => (isTemplate(key) ? reasonTemplates[key].text : '');

/** The reason of a form with a template and a text of one's own. */
export const reasonOf = (template: string, typed: string): string =>
  [templateText(template), typed.trim()].filter((part) => part !== '').join(' ');

/** The template that fits what was reported, so that a clear case needs no typing. */
export function usualTemplate(act: string, reasons: readonly string[]): TemplateKey | '' {
  if (/\.(restore|allow|lift|authorize|release)$/.test(act)) return 'fine';
  return reasons.find(isTemplate) ?? '';
}
