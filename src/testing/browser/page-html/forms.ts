import { attributeOf, elementsOf, type HtmlElement, parseHtml, textOf } from '#testing/html.ts';

export interface FoundForm {
  readonly action: string;
  /** what the same form of other pages has in common */
  readonly kind: string;
  /** the form with this text in every field in which one writes */
  filledWith(text: string): URLSearchParams | FormData;
}

/** Longer than any field may be, and no number, date or address. */
export const tooLong = 'x'.repeat(25_000);

/** The forms of a page that have a field in which one writes, and that therefore may be refused. */
export function formsOf(html: string, path: string): FoundForm[] {
  const forms = elementsOf(parseHtml(html, { runsScripts: false })).filter(
    (element) => element.tagName === 'form' && attributeOf(element, 'method')?.toLowerCase() === 'post',
  );
  return forms.flatMap((form) => {
    const fields = elementsOf(form).filter((element) => attributeOf(element, 'name') !== undefined);
    if (!fields.some(isWritten)) return [];
    const action = attributeOf(form, 'action') ?? path;
    const names = fields.map((field) => attributeOf(field, 'name'));
    const isMultipart = attributeOf(form, 'enctype') === 'multipart/form-data';
    return [
      {
        action,
        kind: [patternOf(action), ...new Set(names)].join(' '),
        filledWith: (text: string) => {
          const filled = isMultipart ? new FormData() : new URLSearchParams();
          for (const [name, value] of valuesOf(fields, text)) filled.append(name, value);
          return filled;
        },
      },
    ];
  });
}

/** What the addresses of a kind of page have in common: all but numbers, keys and the query. */
export const patternOf = (address: string): string =>
  new URL(address, 'http://localhost').pathname.replace(/\d+|[\w-]{22}/g, 'N');

const typeOf = (field: HtmlElement) => attributeOf(field, 'type')?.toLowerCase() ?? 'text';

const isWritten = (field: HtmlElement): boolean =>
  field.tagName === 'textarea' ||
  (field.tagName === 'input' && !/^(hidden|checkbox|radio|submit|button|file)$/.test(typeOf(field)));

/** Hidden fields, choices and the first button as they are; no mark is set, and no file chosen. */
function valuesOf(fields: readonly HtmlElement[], text: string): [name: string, value: string][] {
  const firstButton = fields.find(({ tagName }) => tagName === 'button');
  return fields.flatMap((field): [string, string][] => {
    const name = attributeOf(field, 'name') ?? '';
    if (isWritten(field)) return [[name, text]];
    if (field.tagName === 'select') return [[name, chosenIn(field)]];
    const isKept = field === firstButton || (field.tagName === 'input' && typeOf(field) === 'hidden');
    return isKept ? [[name, attributeOf(field, 'value') ?? '']] : [];
  });
}

function chosenIn(select: HtmlElement): string {
  const options = elementsOf(select).filter(({ tagName }) => tagName === 'option');
  const chosen = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
  return chosen ? (attributeOf(chosen, 'value') ?? textOf(chosen)) : '';
}
