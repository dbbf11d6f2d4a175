import { type RefObject, useEffect, useId, useState } from 'react';
import { routes } from '#routes/routes.ts';
import { type Choice, chosenIn, closed, type Offer, offerOf } from '../autocomplete-state.ts';

interface Props {
  /** the field, which keeps the focus */
  field: RefObject<HTMLTextAreaElement | null>;
  /** the beginning of the name */
  part: string;
  onChoose(name: string): void;
  onClose(): void;
}

const maxShown = 5;
const waitMs = 150; // collects keystrokes into one request

/** Users whose name begins with, or contains, what is typed after an `@`: chosen with the arrow keys and Enter or Tab, or the pointer. */
export default function MentionList({ field, part, onChoose, onClose }: Props) {
  const [offer, setOffer] = useState<Offer>(closed);
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;

  useEffect(() => {
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      const choices = await findUsers(part, aborter.signal).catch(() => []);
      if (aborter.signal.aborted) return;
      const found = offerOf(choices);
      // the first is marked: a mention is finished with one key
      setOffer(found.is === 'open' ? { ...found, at: 0 } : found);
    }, waitMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [part]);

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    // before React's own handlers, so that Enter and Escape do not reach the form around the field
    const keys = (event: KeyboardEvent) => {
      if (event.isComposing || offer.is !== 'open') return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const choice = chosenIn(offer);
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const { choices, at } = offer;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setOffer({ ...offer, at: (at + step + choices.length) % choices.length });
      } else if ((event.key === 'Enter' || event.key === 'Tab') && choice && !event.shiftKey) {
        onChoose(choice.label);
      } else if (event.key === 'Escape') {
        onClose();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', keys);
    area.addEventListener('blur', onClose);
    return () => {
      area.removeEventListener('keydown', keys);
      area.removeEventListener('blur', onClose);
    };
  }, [field, offer, onChoose, onClose]);

  useEffect(() => {
    const area = field.current;
    if (!area || offer.is !== 'open') return;
    area.setAttribute('aria-controls', listId);
    if (offer.at >= 0) area.setAttribute('aria-activedescendant', `${listId}-${offer.at}`);
    return () => {
      area.removeAttribute('aria-controls');
      area.removeAttribute('aria-activedescendant');
    };
  }, [field, offer, listId]);

  return (
    <>
      {offer.is === 'open' && (
        <div
          className="ac__list"
          id={listId}
          role="listbox"
          aria-label="Users"
          // a press in the list must not take the focus from the field, which would close the list
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {offer.choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            <div
              key={choice.id}
              id={optionId(index)}
              className="ac__option"
              role="option"
              tabIndex={-1}
              aria-selected={index === offer.at}
              onClick={() => onChoose(choice.label)}
            >
              {choice.label}
            </div>
          ))}
        </div>
      )}
      <div role="status" className="sr">
        {offer.is === 'open' && `${offer.choices.length} players found; Enter inserts the marked one`}
        {offer.is === 'none' && 'No players found'}
      </div>
    </>
  );
}

async function findUsers(name: string, signal: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({ name, count: String(maxShown), fields: 'UserId,Name' });
  const response = await fetch(`${routes.apiUsers()}?${query}`, { signal });
  if (!response.ok) return [];
  const { Results }: { Results: { UserId: number; Name: string }[] } = await response.json();
  return Results.map(({ UserId, Name }) => ({ id: UserId, label: Name }));
}
