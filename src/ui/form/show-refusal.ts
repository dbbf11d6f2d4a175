import { find, findAll } from '#ui/dom.ts';
import { type FormField, fieldsIn } from '#ui/form-data.ts';
import { iconClass } from '#ui/icon-name.ts';

interface Refusal {
  readonly detail: string;
  readonly field?: string | undefined;
  readonly link?: string | undefined;
}

/** Shows why a form was refused without loading the page again: where `Form.astro` and its fields show it, and with the focus there. */
export function showRefusal(form: HTMLFormElement, { detail, field, link }: Refusal): void {
  hideRefusal(form);
  const control = field === undefined ? null : controlOf(form, field);
  const island = field === undefined ? null : islandOf(form, field);
  if (!control) {
    const shown = island
      ? reason('span', 'err', detail, link)
      : reason('div', 'note note--bad full', detail, link);
    shown.tabIndex = -1;
    (island ?? form).prepend(shown);
    shown.focus();
    return;
  }
  const shown = reason('span', 'err', detail, link);
  shown.id = `${control.id || control.name}-error`;
  (control.closest('.f') ?? control.closest('label') ?? control).append(shown);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute(
    'aria-describedby',
    `${control.getAttribute('aria-describedby') ?? ''} ${shown.id}`.trim(),
  );
  control.focus();
}

/** `Authors` of `Authors[2].Name`. */
const listOf = (field: string) => field.split(/[.[]/)[0] ?? '';

/** Where the reason is shown for fields that an island renders. */
const islandOf = (form: HTMLFormElement, field: string) =>
  find(form, `[data-errors-of="${CSS.escape(listOf(field))}"]`, HTMLElement);

/** The visible control of a field; an item of a list, such as `Tags.0`, belongs to the field of the list. */
function controlOf(form: HTMLFormElement, field: string): FormField | null {
  const controls = fieldsIn(form).filter(({ type }) => type !== 'hidden');
  const named = (name: string) => controls.find((control) => control.name === name);
  return named(field) ?? named(listOf(field)) ?? null;
}

function hideRefusal(form: HTMLFormElement): void {
  for (const shown of findAll(form, '[role="alert"].err, [role="alert"].note--bad', Element)) shown.remove();
  for (const control of findAll(form, '[aria-invalid]', Element)) {
    control.removeAttribute('aria-invalid');
    const described = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => document.getElementById(id));
    control.setAttribute('aria-describedby', described.join(' '));
  }
}

function reason(
  tag: 'div' | 'span',
  className: string,
  detail: string,
  link: string | undefined,
): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.setAttribute('role', 'alert');
  const text = document.createElement(tag);
  text.textContent = `${detail} `;
  if (link) {
    const way = document.createElement('a');
    way.href = link;
    way.textContent = 'What you can do';
    text.append(way);
  }
  made.append(icon(), text);
  return made;
}

function icon(): HTMLElement {
  const made = document.createElement('i');
  made.className = iconClass({ name: 'warn' });
  return made;
}
