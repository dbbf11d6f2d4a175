import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { InvalidFilter } from '#lib/query-language/address.ts';
import { type Completion, completionsAt, takeCompletion } from '#lib/query-language/complete.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { paintQuery } from '#lib/query-language/paint.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { IslandForm } from '#ui/form/IslandForm.tsx';
import { Icon } from '#ui/Icon.tsx';
import { QueryIssues } from './QueryIssues.tsx';

interface Props {
  declared: SearchDeclaration;
  /** where the form leads without JavaScript */
  action: string;
  /** the form's id, for controls outside it */
  form: string;
  text: string;
  /** invalid filters of the address */
  invalid: readonly InvalidFilter[];
  onType: (text: string) => void;
  onSearch: (text?: string) => void;
}

/** The search box: a transparent input over a highlighted copy of its text, with completion of keys and values. */
export function QueryBar({ declared, action, form, text, invalid, onType, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const twin = useRef<HTMLSpanElement>(null);
  const [isLive, setLive] = useState(false);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const [caretAfter, setCaretAfter] = useState<number | null>(null);
  const listId = useId();
  const parsed = parseQuery(text, declared.keys);
  const offered = caret === null ? null : completionsAt(text, caret, declared.keys);
  const options = offered?.options ?? [];
  const isOpen = options.length > 0;

  // until then the input shows its own text: without JavaScript, the highlighted copy does not follow it
  useLayoutEffect(() => setLive(true), []);
  useLayoutEffect(() => {
    if (caretAfter === null) return;
    input.current?.setSelectionRange(caretAfter, caretAfter);
    setCaretAfter(null);
  }, [caretAfter]);
  useLayoutEffect(() => follow());

  const follow = () => {
    if (twin.current && input.current) twin.current.scrollLeft = input.current.scrollLeft;
  };
  const close = () => {
    setCaret(null);
    setActive(-1);
  };
  const look = () => {
    setCaret(input.current?.selectionStart ?? null);
    setActive(-1);
  };
  const take = (option: Completion | undefined) => {
    if (!option || !offered) return;
    const taken = takeCompletion(text, offered, option);
    onType(taken.text);
    setCaretAfter(taken.caret);
    setCaret(taken.caret);
    setActive(-1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) look();
      else setActive(stepped(active, event.key === 'ArrowDown' ? 1 : -1, options.length));
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault();
      take(options[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };

  return (
    <search className="query">
      <IslandForm
        method="get"
        className={isLive ? 'q q--live' : 'q'}
        id={form}
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onSearch();
        }}
      >
        <div className="q__in">
          <Icon name="search" />
          <span className="q__paint" ref={twin} aria-hidden="true">
            {paintQuery(text, parsed, declared.keys).map(({ text: piece, hue }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
              <span key={index} className={`q-${hue}`}>
                {piece}
              </span>
            ))}
          </span>
          <input
            ref={input}
            name="query"
            value={text}
            placeholder={`Search ${declared.title.toLowerCase()} by name, or key:value`}
            aria-label={`Search ${declared.title.toLowerCase()}`}
            aria-describedby={`${listId}-issues`}
            aria-invalid={parsed.issues.length > 0 || undefined}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${listId}-options`}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            onChange={(event) => {
              onType(event.target.value);
              setCaret(event.target.selectionStart);
              setActive(-1);
            }}
            onKeyDown={press}
            onScroll={follow}
            onClick={() => isOpen && look()}
            onBlur={close}
          />
        </div>
        <button type="submit" className="btn btn--main" aria-label="Search">
          <Icon name="search" />
          <span>Search</span>
        </button>
      </IslandForm>
      <div
        role="listbox"
        id={`${listId}-options`}
        className="menu q__options"
        aria-label="Suggestions"
        hidden={!isOpen}
      >
        {options.map((option, index) => (
          <div
            key={option.label}
            role="option"
            id={`${listId}-${index}`}
            tabIndex={-1}
            aria-selected={index === active}
            className="q__option"
            // before the input loses focus and with it the list
            onMouseDown={(event) => {
              event.preventDefault();
              take(option);
            }}
          >
            {option.label}
            {option.isKey && <span className="end">{declared.keys[option.label.slice(0, -1)]?.label}</span>}
          </div>
        ))}
      </div>
      <QueryIssues
        id={`${listId}-issues`}
        declared={declared}
        text={text}
        issues={parsed.issues}
        invalid={invalid}
        onFix={onSearch}
      />
    </search>
  );
}

/** Moves the selection cyclically; from none to the first or last. */
const stepped = (active: number, step: 1 | -1, count: number) =>
  active < 0 ? (step === 1 ? 0 : count - 1) : (active + step + count) % count;
