import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { referredUsers, withNames } from '#lib/bbcode/typed-mentions.ts';
import { routes } from '#routes/routes.ts';
import { tokenField } from '#ui/api.ts';
import { Icon } from '#ui/Icon.tsx';
import { MessageField } from '#ui/message/MessageField.tsx';
import type { MessageNames } from '#ui/reference-names.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';
import { asQuote, cleanTitle, postLength, postMistake, titleLength, titleMistake } from '../model.ts';

export interface PostFormProps {
  action: string;
  token: string;
  /** the edition of the thread, if it is another one */
  on?: string | null;
  label: string;
  submit: string;
  /** a new thread: the title typed so far */
  title?: string | undefined;
  start?: string;
  /** why the form was refused */
  refusal?: string | undefined;
  /** takes the texts of posts whose "Quote" is pressed */
  takesQuotes?: boolean;
}

/** The editor for posts. A plain form without scripts; with them it formats, previews and takes quotes. */
export function PostForm({
  action,
  token,
  on = null,
  label,
  submit,
  title,
  start = '',
  ...props
}: PostFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const refused = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState(props.refusal);

  useEffect(() => {
    if (problem) refused.current?.focus();
  }, [problem]);
  useEffect(() => (props.takesQuotes ? takeQuotes(form) : undefined), [props.takesQuotes]);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const typed = fields.get('Title');
    const mistake =
      (typeof typed === 'string' ? titleMistake(cleanTitle(typed)) : null) ??
      postMistake(cleanMessage(String(fields.get('Text') ?? '')));
    if (!mistake) return;
    event.preventDefault();
    setProblem(undefined);
    requestAnimationFrame(() => setProblem(mistake)); // so that the same message is announced again
  };

  return (
    <form
      className="f postform"
      method="post"
      action={action}
      ref={form}
      id="reply"
      onSubmit={check}
      noValidate
    >
      <input type="hidden" name={tokenField} value={token} />
      {on !== null && <input type="hidden" name="on" value={on} />}
      {problem && (
        <div className="note note--bad" role="alert" tabIndex={-1} ref={refused} id={`${id}-problem`}>
          <Icon name="warn" />
          <div>{problem}</div>
        </div>
      )}
      {title !== undefined && (
        <>
          <label htmlFor={`${id}-title`}>Title</label>
          <input
            className="in"
            id={`${id}-title`}
            name="Title"
            defaultValue={title}
            minLength={titleLength.least}
            maxLength={titleLength.most}
            required
          />
        </>
      )}
      <label htmlFor={`${id}-text`}>{label}</label>
      <MessageField
        id={`${id}-text`}
        name="Text"
        start={start}
        most={postLength.most}
        rows={title === undefined ? 6 : 10}
        images
        required
        isInvalid={Boolean(problem)}
        problemId={problem && `${id}-problem`}
      />
      <div className="form__end">
        <button type="submit" className="btn btn--main">
          {submit}
        </button>
      </div>
    </form>
  );
}

/** A press on "Quote" puts that post into the editor. The link itself leads to a page that does the same. */
function takeQuotes(form: { readonly current: HTMLFormElement | null }): () => void {
  const onClick = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-quote]') : null;
    const field = form.current?.querySelector('textarea');
    if (!link || !field) return;
    event.preventDefault();
    void quoteOf(link.dataset.quote ?? '').then(
      (quote) => insert(field, quote),
      () => orWithoutScript(() => location.assign(link.href)),
    );
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

async function quoteOf(postId: string): Promise<string> {
  const query = new URLSearchParams({ id: postId, fields: 'Text,User.Name' });
  const response = await fetch(`${routes.apiPosts()}?${query}`);
  const { Results } = (await response.json()) as { Results: { Text: string; User: { Name: string } }[] }; // the list's shape
  const [post] = Results;
  if (!post) throw new Error('The post is gone.');
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
