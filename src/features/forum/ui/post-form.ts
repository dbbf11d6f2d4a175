import { cleanMessage } from '#lib/bbcode/typed.ts';
import { referredUsers, withNames } from '#lib/bbcode/typed-mentions.ts';
import { routes } from '#routes/routes.ts';
import { find, isPlainClick, mustFind, on } from '#ui/dom.ts';
import { showRefusal } from '#ui/form/show-refusal.ts';
import type { MessageNames } from '#ui/reference-names.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';
import { asQuote, cleanTitle, postMistake, titleMistake } from '../model.ts';

/** Checks the texts of the page's form for a post before it is sent, and lets it take quotes. */
export function startPostForm(): void {
  const form = find(document, 'form[data-post]', HTMLFormElement);
  if (!form) return;
  form.addEventListener('submit', (event) => {
    const mistake = mistakeIn(new FormData(form));
    if (!mistake) return;
    event.preventDefault();
    showRefusal(form, mistake);
  });
  if (form.dataset.takesQuotes !== undefined) takeQuotes(form);
}

function mistakeIn(fields: FormData): { field: string; detail: string } | null {
  const title = fields.get('Title');
  const ofTitle = typeof title === 'string' ? titleMistake(cleanTitle(title)) : null;
  if (ofTitle) return { field: 'Title', detail: ofTitle };
  const ofText = postMistake(cleanMessage(String(fields.get('Text') ?? '')));
  return ofText ? { field: 'Text', detail: ofText } : null;
}

/** A press on "Quote" puts that post into the editor. The link itself leads to a page that does the same. */
function takeQuotes(form: HTMLFormElement): void {
  on(document, 'click', 'a[data-quote]', HTMLAnchorElement, (link, event) => {
    if (!isPlainClick(event)) return;
    const field = mustFind(form, 'textarea', HTMLTextAreaElement);
    event.preventDefault();
    void quoteOf(link.dataset.quote ?? '').then(
      (quote) => insert(field, quote),
      () => orWithoutScript(() => location.assign(link.href)),
    );
  });
}

async function quoteOf(postId: string): Promise<string> {
  const query = new URLSearchParams({ id: postId, fields: 'Text,User.Name' });
  const response = await fetch(`${routes.apiPosts()}?${query}`);
  const { Results } = (await response.json()) as { Results: { Text: string; User: { Name: string } }[] }; // the list's shape
  const [post] = Results;
  if (!post) throw new Error('This post no longer exists.');
  return asQuote(post.User.Name, withNames(post.Text, await userNames(referredUsers(post.Text))));
}

async function userNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const response = await fetch(`${routes.messageNames()}?${new URLSearchParams({ user: ids.join() })}`);
  const { user } = (await response.json()) as MessageNames; // our own server wrote it
  return new Map(user);
}

function insert(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  const isAfterText = field.selectionStart > 0 && field.value[field.selectionStart - 1] !== '\n';
  field.setRangeText(isAfterText ? `\n${text}` : text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.scrollIntoView({ block: 'center' });
}
