import type { ProblemBody } from '#lib/wire/problem.ts';
import { sendForm } from '#ui/api.ts';
import { find } from '#ui/dom.ts';
import { showRefusal } from '#ui/form/show-refusal.ts';
import type { WriteAnswer } from '../forms.ts';
import { type CommentKind, cleanText, textMistake } from '../model.ts';

/** Goes to the text that was just written. Reloads the page even if only the fragment of the address changes. */
function openComment(link: string): void {
  const goal = new URL(link, location.href);
  const isHere = goal.pathname === location.pathname && goal.search === location.search;
  if (!isHere) {
    location.assign(goal);
    return;
  }
  history.replaceState(null, '', goal);
  location.reload();
}

/** Sends the page's form for a comment or an award without leaving the page, so that nothing typed is lost if it is refused. */
export function startCommentForm(): void {
  const form = find(document, 'form[data-comment]', HTMLFormElement);
  if (!form) return;
  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const problem = await sendComment(form, form.dataset.comment === 'award' ? 'award' : 'comment');
    isSending = false;
    if (problem) showRefusal(form, problem);
  });
}

/** Sends a text and opens it. Resolves with the reason if it is refused. */
export async function sendComment(
  form: HTMLFormElement,
  kind: CommentKind,
): Promise<Pick<ProblemBody, 'detail' | 'field'> | null> {
  const fields = new FormData(form);
  const mistake = textMistake(kind, cleanText(String(fields.get('Comment') ?? '')));
  if (mistake) return { field: 'Comment', detail: mistake };
  const typed = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const answer = await sendForm<WriteAnswer>('POST', new URL(form.action).pathname, typed);
  if (!answer.ok) return answer.problem;
  openComment(answer.value.Link);
  return null;
}
