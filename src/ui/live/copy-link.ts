import { toast } from '../stores/toast.ts';

/** How long the confirmation stays. */
const confirmedMs = 2000;

let isStarted = false;

/**
 * Buttons that copy a link. Loaded with the page: WebKit forgets that a button was pressed while code is being loaded, and then
 * refuses the clipboard.
 */
export function startCopyLinks(): void {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]');
    if (button) void copyLink(button);
  });
}

/** Copies the address of a button. If the clipboard is refused, tries `execCommand`, then lets the user copy it by hand. */
async function copyLink(button: HTMLElement): Promise<void> {
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
  field.setAttribute('aria-label', 'Link');
  button.after(field);
  field.select();
  toast('The browser refused to copy. The link is selected: copy it by hand.');
}
