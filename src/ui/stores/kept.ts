import { routes } from '#routes/routes.ts';
import { findAll, on } from '../dom.ts';
import { type FormField, fieldsIn } from '../form-data.ts';

/**
 * What was typed into the other forms of a page when one of them was sent. It waits in this tab until a page with these forms is
 * loaded.
 */
const key = 'typed';
/** Older text would surprise. */
const maxAgeMs = 10 * 60_000;

interface Kept {
  readonly at: number;
  readonly forms: Readonly<Record<string, readonly KeptField[]>>;
}

interface KeptField {
  readonly name: string;
  /** among the fields of its form with this name; null: the state of an island, see `KeptState.tsx` */
  readonly place: number | null;
  /** of a checkbox or radio button: whether it is checked */
  readonly value: string | boolean;
}

/** All forms that write. Those with the same address are told apart by their order. */
function writingForms(): Map<string, HTMLFormElement> {
  const forms = new Map<string, HTMLFormElement>();
  for (const form of findAll(document, 'form[method="post" i]', HTMLFormElement)) {
    const path = form.getAttribute('action') ?? location.pathname;
    let number = 0;
    while (forms.has(`${path} ${number}`)) number += 1;
    forms.set(`${path} ${number}`, form);
  }
  return forms;
}

/** Files cannot be set by a script, and secrets are not stored. */
const isKept = (field: FormField): boolean =>
  field.name !== '' &&
  !['file', 'hidden', 'password'].includes(field.type) &&
  field.autocomplete !== 'one-time-code';

const fieldsOf = (form: HTMLFormElement) => fieldsIn(form).filter(isKept);

const isTick = (field: FormField): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

/** Whether the content of this field has changed since the page was loaded. */
function isChanged(field: FormField): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const before = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return before !== undefined && field.value !== before.value;
}

/** What islands of a form contain that is no field. */
const islandsOf = (form: HTMLFormElement) => findAll(form, 'input[data-kept]', HTMLInputElement);

function typedInto(form: HTMLFormElement): KeptField[] {
  const places = new Map<string, number>();
  const islands = islandsOf(form)
    .filter(({ value }) => value !== '')
    .map(({ dataset, value }) => ({ name: dataset.kept ?? '', place: null, value }));
  const fields = fieldsOf(form).flatMap((field) => {
    const place = places.get(field.name) ?? 0;
    places.set(field.name, place + 1);
    return isChanged(field)
      ? [{ name: field.name, place, value: isTick(field) ? field.checked : field.value }]
      : [];
  });
  return [...islands, ...fields];
}

/** Stores what was typed into the other forms of this page, before the page is left because `sent` was sent. */
export function keepOtherForms(sent: HTMLFormElement): void {
  if (sent.getAttribute('action') === routes.logout()) {
    sessionStorage.removeItem(key);
    return;
  }
  const forms: Record<string, readonly KeptField[]> = {};
  for (const [name, form] of writingForms()) {
    const fields = form === sent ? [] : typedInto(form);
    if (fields.length > 0) forms[name] = fields;
  }
  if (Object.keys(forms).length === 0) return;
  const kept: Kept = { at: Date.now(), forms };
  sessionStorage.setItem(key, JSON.stringify(kept));
}

/** Does so for forms that the browser itself sends. */
export function keepWhenSent(): void {
  // on the window: scripts that send a form themselves have prevented it by then
  on(window, 'submit', 'form', HTMLFormElement, (form, { defaultPrevented }) => {
    if (!defaultPrevented && form.method === 'post') keepOtherForms(form);
  });
}

/** Fills the forms of this page with what was typed into them before; text for others keeps waiting. */
export function restoreTyped(): void {
  const text = sessionStorage.getItem(key);
  if (text === null) return;
  const { at, forms } = JSON.parse(text) as Kept; // as written above
  const here = writingForms();
  const found = Object.entries(forms).filter(([name]) => here.has(name));
  if (found.length === 0 && Date.now() - at < maxAgeMs) return;
  sessionStorage.removeItem(key);
  if (Date.now() - at >= maxAgeMs) return;
  for (const [name, fields] of found) {
    const form = here.get(name);
    if (form) fill(form, fields);
  }
}

/** An island that is not hydrated yet finds the value when it is. */
function fillIsland(form: HTMLFormElement, name: string, value: string): void {
  const island = islandsOf(form).find(({ dataset }) => dataset.kept === name);
  if (!island) return;
  island.dataset.restored = value;
  island.dispatchEvent(new Event('restored'));
}

function fill(form: HTMLFormElement, kept: readonly KeptField[]): void {
  const fields = fieldsOf(form);
  for (const { name, place, value } of kept) {
    if (place === null) {
      fillIsland(form, name, String(value));
      continue;
    }
    const field = fields.filter((each) => each.name === name)[place];
    if (!field) continue;
    if (typeof value === 'string') field.value = value;
    else if (isTick(field)) field.checked = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (let box = form.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
    box.open = true;
}
