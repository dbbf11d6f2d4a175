import { useEffect, useState } from 'react';
import { readAddress, writeAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { Icon } from '#ui/Icon.tsx';
import { causesOf, chipsOf } from './chips.ts';
import { readKept, withRecent, withSaved, writeKept } from './kept-searches.ts';

interface Props {
  declared: SearchDeclaration;
  /** the path of the page, variants included */
  path: string;
  /** the query of the address that is shown; '' if nothing is searched for */
  search: string;
}

/** The searches that this browser remembers: those that were saved, and the last ones. */
export function SearchMemory({ declared, path, search }: Props) {
  const key = `searches ${path}`;
  const [kept, setKept] = useState(readKept(null));
  const store = (next: typeof kept) => {
    setKept(next);
    localStorage.setItem(key, writeKept(next));
  };
  useEffect(() => {
    const before = readKept(localStorage.getItem(key));
    const next = search === '' ? before : withRecent(before, search);
    setKept(next);
    localStorage.setItem(key, writeKept(next));
  }, [key, search]);
  const recent = kept.recent.filter((one) => one !== search && !kept.saved.includes(one));
  const isSaved = kept.saved.includes(search);
  if (search === '' && kept.saved.length + recent.length === 0) return null;
  const link = (one: string) => (
    <li key={one}>
      <a href={path + one} dir="auto">
        {titleOf(declared, one)}
      </a>
    </li>
  );
  return (
    <details className="dd memory needs-script">
      <summary className="btn btn--icon" title="Your searches">
        <Icon name="later" small />
        <span className="sr">Your searches</span>
      </summary>
      <div className="menu">
        {search !== '' && (
          <button
            type="button"
            className="menu__b"
            aria-pressed={isSaved}
            onClick={() => store(withSaved(kept, search))}
          >
            <Icon name={isSaved ? 'check' : 'plus'} small />
            {isSaved ? 'Saved' : 'Save this search'}
          </button>
        )}
        {kept.saved.length > 0 && (
          <>
            <p className="h3">Saved</p>
            <ul>{kept.saved.map(link)}</ul>
          </>
        )}
        {recent.length > 0 && (
          <>
            <p className="h3">Recent</p>
            <ul>{recent.map(link)}</ul>
          </>
        )}
      </div>
    </details>
  );
}

/** What a search is for, in a few words. */
function titleOf(declared: SearchDeclaration, search: string): string {
  const address = readAddress(declared, new URLSearchParams(search));
  const causes = causesOf(declared, address, chipsOf(declared, address));
  const words = causes.map(({ label, isExcluded }) => (isExcluded ? `not ${label}` : label));
  return words.join(', ') || declared.title;
}

/** What an address searches for, without the place in its list; '' if it is for everything. */
export function searchOf(declared: SearchDeclaration, address: ReturnType<typeof readAddress>): string {
  const causes = causesOf(declared, address, chipsOf(declared, address));
  return causes.length === 0 ? '' : writeAddress(declared, { ...address, from: null, back: false });
}
