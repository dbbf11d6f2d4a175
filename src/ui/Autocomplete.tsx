import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Choice, chosenIn, closed, moved, type Offer, offerOf } from './autocomplete-state.ts';

interface Props {
  id: string;
  /** its field in a form that is also sent without scripts */
  name?: string | undefined;
  value: string;
  onType: (text: string) => void;
  /** a choice was selected with the pointer or Enter */
  onChoose: (choice: Choice) => void;
  /** Enter while no choice is selected */
  onEnter: () => void;
  /** loads suggestions for the text; a failure shows none */
  load: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** name of the list for screen readers */
  listLabel: string;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  maxLength?: number | undefined;
}

const waitMs = 50; // collects keystrokes into one request

/** A text box with suggestions: the combobox pattern, with the focus staying in the box. */
export function Autocomplete(props: Props) {
  const { id, value, onType, onChoose, onEnter, load, listLabel, disabled, invalid, describedBy } = props;
  const [offer, setOffer] = useState<Offer>(closed);
  const listId = useId();
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), []);

  const close = () => {
    asking.current.abort();
    setOffer(closed);
  };
  const ask = async (text: string) => {
    asking.current.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (text.trim() === '') return setOffer(closed);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) return;
    setOffer((shown) => (shown.is === 'open' ? shown : { is: 'loading' })); // keeps the old suggestions until the new ones arrive
    const choices = await load(text.trim(), signal).catch(() => []);
    if (!signal.aborted) setOffer((shown) => offerOf(choices, shown));
  };
  const take = (choice: Choice) => {
    close();
    onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (offer.is === 'closed') void ask(value);
      else setOffer(moved(offer, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault(); // the surrounding form must not be sent yet
      const choice = chosenIn(offer);
      if (choice) take(choice);
      else {
        close();
        onEnter();
      }
    } else if (event.key === 'Escape' && offer.is !== 'closed') {
      event.stopPropagation(); // keeps a surrounding window open
      close();
    }
  };

  const marked = offer.is === 'open' && offer.at >= 0 ? `${listId}-${offer.at}` : undefined;
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  return (
    <div className="ac">
      <input
        id={id}
        name={props.name}
        className="in"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={offer.is === 'open'}
        aria-controls={listId}
        aria-activedescendant={marked}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        maxLength={props.maxLength}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          void ask(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        className="ac__list"
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={offer.is !== 'open'}
        // a press in the list must not take the focus from the box, which would close the list
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {offer.is === 'open' &&
          offer.choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={choice.id}
              id={`${listId}-${index}`}
              className="ac__option"
              role="option"
              tabIndex={-1}
              aria-selected={index === offer.at}
              onClick={() => take(choice)}
            >
              {choice.label}
            </div>
          ))}
      </div>
      <div role="status" className={offer.is === 'loading' || offer.is === 'none' ? 'ac__list' : 'sr'}>
        {offer.is === 'loading' && <span className="ac__said">Loading...</span>}
        {offer.is === 'none' && <span className="ac__said">No results.</span>}
        {offer.is === 'open' && `${offer.choices.length} found`}
      </div>
    </div>
  );
}
