import { sendForm } from '#ui/api.ts';
import { formDataOf } from '../form-data.ts';
import { requestRefresh } from '../stores/broadcast.ts';
import { keepOtherForms } from '../stores/kept.ts';
import { setPressed } from '../stores/pressed.ts';
import { reloadWithMessage } from '../stores/reload.ts';
import { toast } from '../stores/toast.ts';
import { fillPlaceholders } from './fill-placeholders.ts';

/** One request at a time for each button; further presses meanwhile are ignored. */
const underWay = new Set<string>();

/**
 * Sends the write of a button. A toggle shows its new state at once and reverts it if the server refuses; other writes load the
 * page again.
 */
export async function sendLive(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { live = 'POST', toggle, on, off, done } = button.dataset;
  const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const path = new URL(action, location.href).pathname;
  const key = toggle ?? path;
  if (underWay.has(key)) return;
  underWay.add(key);
  const wasPressed = button.getAttribute('aria-pressed') === 'true';
  const fields = fieldsOf(form, button);
  if (toggle) setPressed(toggle, !wasPressed);
  try {
    const answer = await sendForm<Record<string, unknown>>(methodOf(live), path, fields);
    if (!answer.ok) {
      console.warn(`${live} ${path}: ${answer.problem.detail}`);
      if (toggle) setPressed(toggle, wasPressed);
      toast(answer.problem.detail);
      return;
    }
    const isOn = typeof answer.value.Added === 'boolean' ? answer.value.Added : !wasPressed;
    if (toggle) setPressed(toggle, isOn);
    const words = fillPlaceholders(toggle ? (isOn ? on : off) : done, answer.value);
    if (toggle && button.dataset.reload === undefined) {
      if (words) toast(words);
      return;
    }
    requestRefresh();
    keepOtherForms(form);
    reloadWithMessage(words);
  } finally {
    underWay.delete(key);
  }
}

const methodOf = (text: string) => (text === 'PUT' || text === 'DELETE' ? text : 'POST');

const fieldsOf = (form: HTMLFormElement, button: HTMLButtonElement) =>
  new URLSearchParams([...formDataOf(form, button)].map(([name, value]) => [name, String(value)]));
