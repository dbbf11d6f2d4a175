import { useId, useState, useSyncExternalStore } from 'react';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { valueText, withValueText } from '#lib/query-language/edit.ts';
import { type ParsedQuery, parseQuery } from '#lib/query-language/parse.ts';
import type { SearchKeys } from '#lib/query-language/search.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FilterControl } from './FilterControls.tsx';

interface Props {
  declared: SearchDeclaration;
  text: string;
  signedIn: boolean;
  onSearch: (text: string) => void;
}

/**
 * All filters of a list as controls. They and the text of the query follow each other. A group is rendered while it is open: at first
 * the first one and those with filters that are on, later those that were left open in this browser.
 */
function FilterControls({ declared, text, signedIn, onSearch }: Props) {
  const parsed = parseQuery(text, declared.keys);
  const setIn = (keys: readonly string[]) =>
    keys.filter((name) => valueText(text, declared.keys, name) !== '').length;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const remembered = openedBefore(declared);
    const isOpen = ({ title, keys }: Group, place: number) =>
      setIn(keys) > 0 || (remembered?.includes(title) ?? place === 0);
    return new Set(declared.groups.filter(isOpen).map(({ title }) => title));
  });
  const toggle = (title: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(title);
    else next.delete(title);
    setOpen(next);
    localStorage.setItem(groupsKey(declared), [...next].join('\n'));
  };
  return declared.groups.map(({ title, keys }) => (
    <details
      key={title}
      className="filter__g"
      open={open.has(title)}
      onToggle={({ currentTarget: { open: isOpen } }) => isOpen !== open.has(title) && toggle(title, isOpen)}
    >
      <summary>
        {title}{' '}
        {setIn(keys) > 0 && (
          <span className="cnt">
            {setIn(keys)}
            <span className="sr"> set</span>
          </span>
        )}
        <Icon name="down" small />
      </summary>
      {open.has(title) &&
        keys.map((name) => {
          const key = declared.keys[name];
          return (
            key && (
              <FilterControl
                key={name}
                searchKey={key}
                value={usualSpelling(declared, parsed, text, name)}
                isInvalid={!Object.hasOwn(parsed.values, name) && valueText(text, declared.keys, name) !== ''}
                signedIn={signedIn}
                onChange={(value) => onSearch(withValueText(text, declared.keys, name, value))}
              />
            )
          );
        })}
    </details>
  ));
}

type Group = SearchDeclaration['groups'][number];

const groupsKey = ({ page }: SearchDeclaration) => `filters ${page}`;

/** The groups that were open last; null before the first one was opened or closed. */
const openedBefore = (declared: SearchDeclaration): readonly string[] | null =>
  localStorage.getItem(groupsKey(declared))?.split('\n') ?? null;

/** A valid value in its canonical spelling, so that aliases select their control; otherwise as it was typed. */
function usualSpelling(
  { keys }: SearchDeclaration,
  { values }: ParsedQuery<SearchKeys>,
  text: string,
  name: string,
): string {
  const value = values[name];
  return value === undefined ? valueText(text, keys, name) : (keys[name]?.kind.print(value) ?? '');
}

const wide = '(min-width: 105.01em)'; // as in SearchPage.css

function followWidth(follow: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}

/** The filters next to the list on wide screens. They have no effect without scripts, so that the server does not render them. */
export function FilterColumn(controls: Props) {
  const isWide = useSyncExternalStore(
    followWidth,
    () => matchMedia(wide).matches,
    () => false,
  );
  return (
    <aside className="filter filter--column" aria-label="Filters">
      {isWide && <FilterControls {...controls} />}
    </aside>
  );
}

/** The filters in a window in front of the page, where the screen is too narrow for a column. */
export function FilterDrawer({ onClose, ...controls }: Props & { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog labelledBy={id} className="filter filter--drawer" onClose={onClose}>
      {(close) => (
        <div className="filter__in">
          <div className="filter__top">
            <span id={id}>Filters</span>
            <button type="button" className="act" aria-label="Close filters" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          <div className="filter__scroll">
            <FilterControls {...controls} />
          </div>
          <div className="filter__g filter__end">
            <button type="button" className="btn btn--main" onClick={close}>
              Show results
            </button>
            <button type="button" className="btn" onClick={() => controls.onSearch('')}>
              Clear all
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
