import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { routes } from '#routes/routes.ts';
import { sendForm, tokenField } from '#ui/api.ts';
import { Icon } from '#ui/Icon.tsx';
import { MessageField } from '#ui/message/MessageField.tsx';
import type { WriteAnswer } from '../forms.ts';
import { type CommentKind, cleanText, textLength, textMistake } from '../model.ts';
import { openComment } from './open-comment.ts';

export interface WriterProps {
  trackId: number;
  kind: CommentKind;
  /** 0: a new text */
  commentId: number;
  replyTo: number | null;
  /** the secret of an unlisted track's link */
  secret: string | null;
  token: string;
  label: string;
  submit: string;
  /** initial text: the user's own text, or what was typed before a refusal */
  start?: string;
  /** why the text was refused */
  refusal?: string | undefined;
  autoFocus?: boolean;
  onCancel?: () => void;
}

/** The editor for comments. A plain form without scripts; with them it formats, previews and sends in place. */
export function Writer(props: WriterProps) {
  const { trackId, kind, commentId, replyTo, secret, token, start = '', onCancel } = props;
  const refused = useRef<HTMLDivElement>(null);
  const id = useId();
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState(props.refusal);
  const [sending, setSending] = useState(false);
  const action = routes.commentUpdate(trackId, kind, commentId);

  useEffect(() => {
    if (problem) refused.current?.focus();
  }, [problem]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    const mistake = textMistake(kind, cleanText(text));
    setProblem(undefined);
    if (mistake) {
      requestAnimationFrame(() => setProblem(mistake)); // so that the same message is announced again
      return;
    }
    setSending(true);
    const fields = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value);
    const answer = await sendForm<WriteAnswer>('POST', action, fields, token);
    if (answer.ok) return openComment(answer.value.Link);
    setSending(false);
    setProblem(answer.problem.detail);
  };

  return (
    <form className="writer f" method="post" action={action} onSubmit={(event) => void send(event)}>
      <input type="hidden" name={tokenField} value={token} />
      {replyTo !== null && <input type="hidden" name="replyTo" value={replyTo} />}
      {secret !== null && <input type="hidden" name="key" value={secret} />}
      <label htmlFor={`${id}-text`}>{props.label}</label>
      {problem && (
        <div className="note note--bad" role="alert" tabIndex={-1} ref={refused} id={`${id}-problem`}>
          <Icon name="warn" />
          <div>{problem}</div>
        </div>
      )}
      <MessageField
        id={`${id}-text`}
        name="Comment"
        start={start}
        most={textLength[kind].most}
        rows={4}
        required
        autoFocus={props.autoFocus}
        isInvalid={Boolean(problem)}
        problemId={problem && `${id}-problem`}
        onText={setText}
        onEscape={() => {
          if (onCancel && text === start) onCancel();
        }}
      />
      <div className="form__end">
        <button type="submit" className="btn btn--main" aria-disabled={sending}>
          {sending ? 'Sending…' : props.submit}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
