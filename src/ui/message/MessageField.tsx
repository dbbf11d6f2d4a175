import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { latinKey } from '../latin-key.ts';
import { loader } from '../loader.ts';
import { useEarlyText } from './early-text.ts';
import { insertSmiley, type TextEdit } from './edit-text.ts';
import { insertMention, mentionAt, type TypedMention } from './mention.ts';
import { Preview } from './Preview.tsx';
import { SmileyPicker } from './SmileyPicker.tsx';
import { Toolbar, tools } from './Toolbar.tsx';

const loadMentionList = loader(() => import('./MentionList.tsx'));

type List = typeof import('./MentionList.tsx')['default'];

interface Props {
  /** of the text field, for its label */
  id: string;
  name: string;
  start: string;
  /** maximum number of characters */
  most: number;
  rows: number;
  /** whether `[img]` is shown in the preview */
  images?: boolean;
  required?: boolean;
  autoFocus?: boolean | undefined;
  isInvalid?: boolean;
  /** id of the message about the field, if there is one */
  problemId?: string | undefined;
  onText?: (text: string) => void;
  onEscape?: () => void;
}

/** A text field for BB-code: formatting, smileys, a count and a preview. Without scripts it is a plain text field. */
export function MessageField({
  id,
  name,
  start,
  most,
  rows,
  images = false,
  required = false,
  ...props
}: Props) {
  const { autoFocus, onText, onEscape, isInvalid = false, problemId } = props;
  const focused = { autoFocus }; // also without scripts
  const field = useRef<HTMLTextAreaElement>(null);
  const faces = useRef<HTMLButtonElement>(null);
  const picker = useId();
  const [text, setText] = useState(start);
  const [picking, setPicking] = useState(false);
  const [previewing, setPreviewing] = useState(true);
  const [mention, setMention] = useState<TypedMention | null>(null);
  const length = countCharacters(cleanMessage(text));
  const take = (typed: string) => {
    setText(typed);
    onText?.(typed);
    const area = field.current;
    setMention(area && area === document.activeElement ? mentionAt(typed, selectionOf(area)) : null);
  };

  const [MentionList, setMentionList] = useState<List | null>(null);
  const isMentioning = mention !== null;
  // loaded when an `@` is typed; if the server is away, the name is typed to its end, and the next `@` tries again
  useEffect(() => {
    if (!isMentioning || MentionList) return;
    loadMentionList().then(
      ({ default: list }) => setMentionList(() => list),
      () => {},
    );
  }, [isMentioning, MentionList]);

  useEarlyText(id, field);
  // counts and previews the text that was in the field before hydration, and text that the browser restores after Back, which it
  // does at some moment before the page is shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const read = () => take(field.current?.value ?? '');
    read();
    addEventListener('pageshow', read);
    return () => removeEventListener('pageshow', read);
  }, []);

  const apply = (edit: (text: string, selection: readonly [number, number]) => TextEdit) => {
    const area = field.current;
    if (!area) return;
    const { from, to, insert, select } = edit(area.value, selectionOf(area));
    area.focus();
    area.setSelectionRange(from, to);
    // the only way that preserves the browser's undo; if it is missing, the text is changed directly
    if (!document.execCommand('insertText', false, insert)) area.setRangeText(insert, from, to);
    area.setSelectionRange(...select);
    take(area.value);
  };
  const closeMention = useCallback(() => setMention(null), []);
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onEscape?.();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = tools.find(({ key }) => key === latinKey(event));
    if (tool) {
      event.preventDefault();
      apply(tool.edit);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };

  return (
    <div className="message">
      <div className="message__bar needs-script">
        <Toolbar field={id} onTool={apply} />
        <button
          type="button"
          className="btn"
          ref={faces}
          aria-expanded={picking}
          aria-controls={picker}
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
          id={picker}
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
      <div className="message__field">
        <textarea
          className="in"
          id={id}
          name={name}
          ref={field}
          rows={rows}
          required={required}
          defaultValue={start}
          {...focused}
          aria-invalid={isInvalid || undefined}
          aria-describedby={[problemId, `${id}-count`].filter(Boolean).join(' ')}
          aria-autocomplete="list"
          onInput={(event) => take(event.currentTarget.value)}
          onKeyDown={keys}
        />
        {mention && MentionList && (
          <MentionList
            field={field}
            part={mention.part}
            onChoose={(user) => apply((typed) => insertMention(typed, mention, user))}
            onClose={closeMention}
          />
        )}
      </div>
      <span className={length > most ? 'err' : 'hint'} id={`${id}-count`}>
        <span className="n">
          {length} / {most}
        </span>{' '}
        characters. BB-code and smileys work.
      </span>
      <span className="sr" role="status">
        {length > most ? `${length - most} characters too many` : ''}
      </span>
      {previewing && text.trim() !== '' && <Preview text={text} images={images} />}
    </div>
  );
}

const selectionOf = (area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd] as const;
