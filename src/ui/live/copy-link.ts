import { toast } from '../stores/toast.ts';

/** How long the confirmation stays. */
const confirmedMs = 2000;

/** Copies the address of a button. If the clipboard is refused, tries `execCommand`, then lets the user copy it by hand. */
export async function copyLink(button: HTMLElement): Promise<void> {
  const text = new URL(button.dataset.copy ?? '', location.origin).href;
  if ((await copied(text)) || copiedByCommand(text)) toast('Link copied to the clipboard.', confirmedMs);
  else selectForCopying(button, text);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('The clipboard refused the link:', error);
    return false;
  }
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
  field.ariaLabel = 'Link';
  button.after(field);
  field.select();
  toast('The browser refused to copy. The link is selected: copy it by hand.');
}
