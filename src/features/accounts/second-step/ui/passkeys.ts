// not loaded by the press: WebKit forgets the press meanwhile, and refuses the passkey. A request for data is allowed
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { sendForm } from '#ui/api.ts';

// Replaces the browsers' own messages, which are written for developers.
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey wasn’t confirmed. Try again, and confirm it in your browser’s window.',
  InvalidStateError: 'This device already has a passkey for this account.',
  SecurityError: 'Passkeys don’t work at this address: it needs https.',
  NotSupportedError: 'This device has no passkey for this site.',
};
const unknown = 'Your browser couldn’t complete this. Try again, or use another method.';

/** Activates the buttons of passkey forms. */
export function startPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    const button = form.querySelector<HTMLButtonElement>('[data-start]');
    button?.addEventListener('click', () => void run(form));
    if (button) button.disabled = false; // disabled until the script is ready
  }
}

async function run(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[data-start]');
  if (button) button.disabled = true;
  showProblem(form, null);
  try {
    const answer = await ask(form);
    form.querySelector('[name="Passkey"]')?.setAttribute('value', JSON.stringify(answer));
    form.submit();
  } catch (error) {
    showProblem(form, error instanceof Error ? (reasons[error.name] ?? detailOf(error)) : unknown);
    if (button) button.disabled = false;
  }
}

/** A refusal with the server's message. */
class Refusal extends Error {}
const detailOf = (error: Error) => (error instanceof Refusal ? error.message : unknown);

async function ask(form: HTMLFormElement): Promise<object> {
  if (!window.PublicKeyCredential) {
    throw new Refusal('Passkeys aren’t available here. They need https and a current browser.');
  }
  const optionsJSON = await options(form);
  return form.dataset.passkey === 'create'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON });
}

/** What the server sends depends on the form, which knows what to do with it. */
type AnyOptions = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

async function options(form: HTMLFormElement) {
  const answer = await sendForm<AnyOptions>('POST', form.dataset.options ?? '', new URLSearchParams());
  if (!answer.ok) throw new Refusal(answer.problem.detail);
  return answer.value;
}

function showProblem(form: HTMLFormElement, why: string | null): void {
  const note = form.querySelector<HTMLElement>('[role="alert"]');
  note?.querySelector('[data-why]')?.replaceChildren(why ?? '');
  if (note) note.hidden = why === null;
}
