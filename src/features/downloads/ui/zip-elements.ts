import { filesPerZip } from '../choice.ts';
import type { ZipKind } from './zip-source.ts';
import { counted, unitOf } from './zip-texts.ts';

type Content = string | Node;

export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: Content[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

export const focusOn = (within: HTMLElement) => within.querySelector('button')?.focus();

/** A message with its details; a bad one is an alert. */
export function note(kind: 'ok' | 'warn' | 'bad', title: string, ...details: readonly string[]): HTMLElement {
  const text = element('div', {}, element('p', {}, element('b', {}, title)));
  text.append(...details.map((detail) => element('p', {}, detail)));
  return element('div', { class: `note note--${kind}`, role: kind === 'bad' ? 'alert' : 'status' }, text);
}

/** The changing numbers are hidden from screen readers, which read the progress bar. */
export function progressBar(label: string, total: number) {
  const bar = element('progress', { 'aria-label': label, max: `${total}`, value: '0' });
  const words = element('p', { class: 'n', 'aria-hidden': 'true' });
  return {
    elements: [element('p', { role: 'status' }, label), bar, words],
    show(done: number, text: string) {
      bar.setAttribute('value', `${done}`);
      words.textContent = text;
    },
  };
}

/** Which files, in which order, and where to. */
export function choiceForm(kind: ZipKind, total: number, mayPick: boolean) {
  const unit = unitOf(kind);
  const start = numberField('zip-start', 'Start at', '1', total);
  const most = numberField('zip-most', 'At most', 'all', total);
  const random = checkField('zip-random', `Choose these ${unit}s at random`);
  const shuffle = checkField('zip-shuffle', 'Shuffle the order');
  const pick = checkField('zip-pick', 'Choose where to save');
  const error = element('p', { class: 'err', id: 'zip-error', role: 'alert' });
  const zips = Math.ceil(total / filesPerZip);
  const parts = zips > 1 ? `, in ${zips} zips of up to ${filesPerZip.toLocaleString('en')}` : '';
  const form = element(
    'form',
    { id: 'zip-choice', class: 'zip__choice', novalidate: '' },
    element('p', {}, `${counted(total, kind)}${parts}.`),
    element('div', { class: 'zip__numbers' }, start.field, most.field),
    random.field,
    shuffle.field,
    ...(mayPick ? [pick.field] : []),
    error,
  );
  const fields = { start: start.input, most: most.input };
  return {
    element: form,
    typed: () => ({
      start: start.input.value,
      most: most.input.value,
      isRandom: random.input.checked,
      isShuffled: shuffle.input.checked,
    }),
    picksFile: () => pick.input.checked,
    refuse(field: keyof typeof fields | null, reason: string) {
      error.textContent = reason;
      for (const [name, input] of Object.entries(fields)) {
        if (name === field) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
      if (field) fields[field].focus();
    },
  };
}

function numberField(id: string, label: string, placeholder: string, total: number) {
  const input = element('input', {
    id,
    class: 'in n',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: `${Math.max(4, String(total).length)}`,
    placeholder,
    'aria-describedby': 'zip-error',
  }) as HTMLInputElement; // made as one
  return { input, field: element('div', { class: 'f' }, element('label', { for: id }, label), input) };
}

function checkField(id: string, label: string) {
  const input = element('input', { id, type: 'checkbox' }) as HTMLInputElement; // made as one
  return { input, field: element('label', { class: 'check', for: id }, input, label) };
}
