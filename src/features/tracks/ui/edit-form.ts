import { sendForm, tokenField } from '#ui/api.ts';
import { requestRefresh } from '#ui/stores/broadcast.ts';
import { keepOtherForms } from '#ui/stores/kept.ts';

/**
 * Sends a form without leaving the page, so that nothing typed or uploaded is lost if it is refused: the reason is shown above
 * it, and the invalid field is marked and focused. Afterwards the page named by the response or in `data-stays` is opened, with what
 * was typed into its other forms.
 */
export function startEditForm(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-stays]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  const waits = form.querySelector('[data-wait]');
  if (waits) return say(form, waits.textContent ?? '', null);
  if (button?.disabled) return;
  if (button) button.disabled = true;
  const given = new FormData(form);
  const token = String(given.get(tokenField) ?? '');
  given.delete(tokenField);
  const hasFiles = [...given.values()].some((value) => typeof value !== 'string');
  const fields = hasFiles ? given : textFields(given);
  const answer = await sendForm<{ Next?: string }>('POST', new URL(form.action).pathname, fields, token);
  if (button) button.disabled = false;
  // the server shows the page with both versions
  if (!answer.ok && answer.problem.field === 'Version') return form.submit();
  if (!answer.ok) return say(form, answer.problem.detail, answer.problem.field ?? null, answer.problem.link);
  requestRefresh();
  keepOtherForms(form);
  location.assign(answer.value.Next ?? form.dataset.stays ?? location.pathname);
}

const textFields = (given: FormData) =>
  new URLSearchParams([...given].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

function say(form: HTMLFormElement, detail: string, field: string | null, link?: string): void {
  for (const marked of form.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  const note = form.querySelector<HTMLElement>('[data-problem]');
  if (note) {
    note.hidden = false;
    note.textContent = `Error: ${detail} `;
    if (link) {
      const way = document.createElement('a');
      way.href = link;
      way.textContent = 'Show it';
      note.append(way);
    }
  }
  const control = field === null ? null : controlOf(form, field);
  control?.setAttribute('aria-invalid', 'true');
  (control ?? note)?.focus();
}

/** The visible control with this name. */
const controlOf = (form: HTMLFormElement, field: string) =>
  [...form.querySelectorAll<HTMLElement>(`[name="${CSS.escape(field)}"]`)].find(
    (control) => !(control instanceof HTMLInputElement && control.type === 'hidden'),
  ) ?? null;
