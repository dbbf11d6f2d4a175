import { useId, useSyncExternalStore } from 'react';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { valueText, withValueText } from '#lib/query-language/edit.ts';
import { type ParsedQuery, parseQuery } from '#lib/query-language/parse.ts';
import type { SearchKeys } from '#lib/query-language/search.ts';
import { usePaintedParts } from '#ui/after-paint.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FilterControl } from './FilterControls.tsx';

interface Props {
  declared: SearchDeclaration;
  text: string;
  signedIn: boolean;
  onSearch: (text: string) => void;
}

/** All filters of a list as controls. They and the text of the query follow each other. Groups appear one after the other. */
function FilterControls({ declared, text, signedIn, onSearch }: Props) {
  const parsed = parseQuery(text, declared.keys);
  const parts = usePaintedParts(declared.groups.length);
  return declared.groups.slice(0, parts).map(({ title, keys }) => (
    <div key={title} className="filter__g">
      {keys.map((name) => {
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
    </div>
  ));
}

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
          <FilterControls {...controls} />
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
