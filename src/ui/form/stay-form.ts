import { sendForm } from '#ui/api.ts';
import { find, findAll } from '#ui/dom.ts';
import { requestRefresh } from '#ui/stores/broadcast.ts';
import { keepOtherForms } from '#ui/stores/kept.ts';
import { showRefusal } from './show-refusal.ts';

/**
 * Sends the forms with `data-stays` without leaving the page, so that nothing typed or uploaded is lost if one is refused. Afterwards
 * the page named by the response or in `data-stays` is opened, with what was typed into its other forms.
 */
export function startStayingForms(): void {
  for (const form of findAll(document, 'form[data-stays]', HTMLFormElement)) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = find(form, 'button[type="submit"]', HTMLButtonElement);
  const waits = find(form, '[data-wait]', Element);
  if (waits) return showRefusal(form, { detail: waits.textContent ?? '' });
  if (button?.disabled) return;
  if (button) button.disabled = true;
  const given = new FormData(form);
  const hasFiles = [...given.values()].some((value) => typeof value !== 'string');
  const fields = hasFiles ? given : textFields(given);
  const answer = await sendForm<{ Next?: string }>('POST', new URL(form.action).pathname, fields);
  if (button) button.disabled = false;
  // the server shows the page with both versions
  if (!answer.ok && answer.problem.field === 'Version') return form.submit();
  if (!answer.ok) return showRefusal(form, answer.problem);
  requestRefresh();
  keepOtherForms(form);
  location.assign(answer.value.Next ?? form.dataset.stays ?? location.pathname);
}

const textFields = (given: FormData) =>
  new URLSearchParams([...given].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
