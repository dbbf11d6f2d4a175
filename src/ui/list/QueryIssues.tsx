import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { type Issue, keyFinder } from '#lib/query-language/keys.ts';
import { quotedInList } from '#lib/query-language/quoting.ts';
import { suggest, suggestTerm } from '#lib/query-language/suggest.ts';
import { type Token, tokenizeQuery } from '#lib/query-language/tokens.ts';
import { Icon } from '#ui/Icon.tsx';
import type { InvalidFilter } from './address.ts';

interface Props {
  id: string;
  declared: SearchDeclaration;
  text: string;
  issues: readonly Issue[];
  /** filters of the address that cannot be read */
  invalid: readonly InvalidFilter[];
  onFix: (text: string) => void;
}

/** What is wrong with a query and its address, each with a suggestion if one is near. */
export function QueryIssues({ id, declared, text, issues, invalid, onFix }: Props) {
  return (
    <div id={id} role="status" className="q__issues">
      {issues.map((issue) => {
        const { typed, meant } = readingOf(declared, text, issue);
        return (
          <p key={`${issue.start} ${issue.message}`} className="q__msg">
            <Icon name="warn" />
            <span>
              <b>{shortened(typed)}</b>{' '}
              {issue.message === 'Unknown key' ? 'Unknown key, searched as text' : issue.message}
              {meant && (
                <>
                  . Did you mean{' '}
                  <button
                    type="button"
                    className="linklike"
                    onClick={() => onFix(text.slice(0, meant.start) + meant.insert + text.slice(meant.end))}
                  >
                    {meant.label}
                  </button>
                  ?
                </>
              )}
            </span>
          </p>
        );
      })}
      {invalid.map(({ name, value }) => (
        <p key={name} className="q__msg">
          <Icon name="warn" />
          <span>
            <b>
              {declared.address[name]?.label ?? name}: {value}
            </b>{' '}
            Invalid value
          </span>
        </p>
      ))}
    </div>
  );
}

const longestShown = 40;

const shortened = (typed: string): string =>
  typed.length > longestShown ? `${typed.slice(0, longestShown)}…` : typed;

/** A replacement for a part of the text, and how it is shown. */
interface Meant {
  readonly label: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** The part of the text that an issue is about, and what was probably meant. */
function readingOf(
  declared: SearchDeclaration,
  text: string,
  { message, start, end }: Issue,
): { typed: string; meant: Meant | null } {
  const typed = text.slice(start, end);
  const token = tokenAt(declared, text, start);
  if (message === 'Unknown key') {
    const wordEnd = token?.end ?? end;
    const insert = suggestTerm(declared, typed, text.slice(end + 1, wordEnd));
    return { typed: `${typed}:`, meant: insert ? { label: insert, insert, start, end: wordEnd } : null };
  }
  const key = token?.kind === 'term' ? keyFinder(declared.keys)(token.key) : null;
  if (key === null) return { typed, meant: null };
  const choice = suggest(typed, declared.keys[key]?.kind.choices ?? []);
  const insert = choice && quotedInList(choice);
  return {
    typed: `${key}:${typed}`,
    meant: insert ? { label: `${key}:${insert}`, insert, start, end } : null,
  };
}

function tokenAt(declared: SearchDeclaration, text: string, at: number): Token | undefined {
  const findKey = keyFinder(declared.keys);
  return tokenizeQuery(text, (name) => findKey(name) !== null).tokens.find(
    ({ start, end }) => start <= at && at <= end,
  );
}
