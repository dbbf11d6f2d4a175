import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { countCharacters } from '#lib/bbcode/typed.ts';
import { routes } from '#routes.ts';
import { sendForm, tokenField } from '#ui/api.ts';
import { Icon } from '#ui/Icon.tsx';
import type { WriteAnswer } from '../forms.ts';
import { type CommentKind, cleanText, textLength, textMistake } from '../model.ts';
import { insertSmiley, type TextEdit } from './edit-text.ts';
import { openComment } from './open-comment.ts';
import { Preview } from './Preview.tsx';
import { SmileyPicker } from './SmileyPicker.tsx';
import { Toolbar, tools } from './Toolbar.tsx';

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
  const field = useRef<HTMLTextAreaElement>(null);
  const faces = useRef<HTMLButtonElement>(null);
  const refused = useRef<HTMLDivElement>(null);
  const id = useId();
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState(props.refusal);
  const [sending, setSending] = useState(false);
  const [picking, setPicking] = useState(false);
  const [previewing, setPreviewing] = useState(true);
  const action = routes.commentUpdate(trackId, kind, commentId);
  const { most } = textLength[kind];
  const length = countCharacters(cleanText(text));

  // keeps what was typed before hydration
  useEffect(() => setText(field.current?.value ?? ''), []);
  useEffect(() => {
    if (props.autoFocus) field.current?.focus();
  }, [props.autoFocus]);
  useEffect(() => {
    if (problem) refused.current?.focus();
  }, [problem]);

  const apply = (edit: (text: string, selection: readonly [number, number]) => TextEdit) => {
    const area = field.current;
    if (!area) return;
    const { from, to, insert, select } = edit(area.value, [area.selectionStart, area.selectionEnd]);
    area.focus();
    area.setSelectionRange(from, to);
    // the only way that preserves the browser's undo; if it is missing, the text is changed directly
    if (!document.execCommand('insertText', false, insert)) area.setRangeText(insert, from, to);
    area.setSelectionRange(...select);
    setText(area.value);
  };

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

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && onCancel && text === start) onCancel();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (tool) {
      event.preventDefault();
      apply(tool.edit);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
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
      <div className="writer__bar needs-script">
        <Toolbar field={`${id}-text`} onTool={apply} />
        <button
          type="button"
          className="btn"
          ref={faces}
          aria-expanded={picking}
          aria-controls={`${id}-smileys`}
          onClick={() => setPicking(!picking)}
        >
          Smileys
        </button>
        <button
          type="button"
          className="btn"
          aria-pressed={previewing}
          onClick={() => setPreviewing(!previewing)}
        >
          Preview
        </button>
      </div>
      {picking && (
        <SmileyPicker
          id={`${id}-smileys`}
          onChoose={(code) => {
            setPicking(false);
            apply((typed, selection) => insertSmiley(typed, selection, code));
          }}
          onClose={() => {
            setPicking(false);
            faces.current?.focus();
          }}
        />
      )}
      <textarea
        className="in"
        id={`${id}-text`}
        name="Comment"
        ref={field}
        rows={4}
        required
        defaultValue={start}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[problem && `${id}-problem`, `${id}-count`].filter(Boolean).join(' ')}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <span className={length > most ? 'err' : 'hint'} id={`${id}-count`}>
        <span className="n">
          {length} / {most}
        </span>{' '}
        characters. BB-code and smileys work.
      </span>
      <span className="sr" role="status">
        {length > most ? `${length - most} characters too many` : ''}
      </span>
      {previewing && text.trim() !== '' && <Preview text={text} />}
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
