import { toast } from '../stores/toast.ts';

/** How long the confirmation stays. */
const confirmedMs = 2000;

/** Confirms that a link was copied. If the clipboard refused it, tries `execCommand`, then lets the user copy it by hand. */
export function showCopied(button: HTMLElement, text: string, isCopied: boolean): void {
  if (isCopied || copiedByCommand(text)) toast('Link copied to the clipboard.', confirmedMs);
  else selectForCopying(button, text);
}

function copiedByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  const before = document.activeElement;
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

function selectForCopying(button: HTMLElement, text: string): void {
  const field = document.createElement('input');
  field.className = 'in';
  field.readOnly = true;
  field.value = field.defaultValue = text;
  field.setAttribute('aria-label', 'Link');
  button.after(field);
  field.select();
  toast('Your browser didn’t allow copying. The link is selected; copy it yourself.');
}
