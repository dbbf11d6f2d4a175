import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { routes } from '#routes/routes.ts';
import { IslandForm } from '#ui/form/IslandForm.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MessageField } from '#ui/message/MessageField.tsx';
import { type CommentKind, textLength } from '../model.ts';
import { sendComment } from './comment-form.ts';

export interface WriterProps {
  trackId: number;
  kind: CommentKind;
  /** 0: a new text */
  commentId: number;
  replyTo: number | null;
  /** the secret of an unlisted track's link */
  secret: string | null;
  label: string;
  submit: string;
  /** the user's own text */
  start: string;
  onCancel: () => void;
}

/** The editor that is opened in place, to reply, to change a text or to give an award. */
export function Writer({ trackId, kind, commentId, replyTo, secret, start, ...props }: WriterProps) {
  const refused = useRef<HTMLSpanElement>(null);
  const id = useId();
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);

  useEffect(() => document.getElementById(`${id}-text`)?.focus(), [id]);
  useEffect(() => {
    if (problem) refused.current?.focus();
  }, [problem]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    setProblem(undefined); // so that the same message is announced again
    setSending(true);
    const refusal = await sendComment(event.currentTarget, kind);
    setSending(false);
    setProblem(refusal?.detail);
  };

  return (
    <IslandForm
      className="writer f"
      action={routes.commentUpdate(trackId, kind, commentId)}
      fields={{ replyTo, key: secret }}
      onSubmit={(event) => void send(event)}
      noValidate
    >
      <label htmlFor={`${id}-text`}>{props.label}</label>
      <MessageField
        id={`${id}-text`}
        name="Comment"
        start={start}
        most={textLength[kind].most}
        rows={4}
        required
        isInvalid={Boolean(problem)}
        problemId={problem && `${id}-problem`}
        onText={setText}
        onEscape={() => {
          if (text === start) props.onCancel();
        }}
      />
      {problem && (
        <span className="err" role="alert" tabIndex={-1} ref={refused} id={`${id}-problem`}>
          <Icon name="warn" />
          {problem}
        </span>
      )}
      <div className="form__end">
        <button type="submit" className="btn btn--main" aria-disabled={sending}>
          {sending ? 'Sending…' : props.submit}
        </button>
        <button type="button" className="btn" onClick={props.onCancel}>
          Cancel
        </button>
      </div>
    </IslandForm>
  );
}
