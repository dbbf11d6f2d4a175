import type { InvalidFilter } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { Issue } from '#lib/query-language/keys.ts';
import { filterLabel, issuePart, shortened } from '#lib/query-language/mistakes.ts';
import { quotedInList } from '#lib/query-language/quoting.ts';
import { suggest, suggestTerm } from '#lib/query-language/suggest.ts';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  id: string;
  declared: SearchDeclaration;
  text: string;
  issues: readonly Issue[];
  /** invalid filters of the address */
  invalid: readonly InvalidFilter[];
  onFix: (text: string) => void;
}

/** The errors in a query and its address, each with a suggestion if there is a similar value. */
export function QueryIssues({ id, declared, text, issues, invalid, onFix }: Props) {
  return (
    <div id={id} role="status" className="q__issues">
      {issues.map((issue) => {
        const { typed, key, meant } = suggestionOf(declared, text, issue);
        return (
          <p key={`${issue.start} ${issue.message}`} className="q__msg">
            <Icon name="warn" />
            <span>
              <b>{shortened(typed)}</b>{' '}
              {issue.message === 'Unknown key' ? 'Unknown key, searched as text' : issue.message}
              {issue.message === 'Invalid value' && validValues(declared, key)}
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
            <b>{filterLabel(declared, name, value)}</b> Invalid value
            {validValues(declared, declared.address[name]?.key ?? null)}
          </span>
        </p>
      ))}
    </div>
  );
}

/** More would hide the message among them; the completion of the search box shows the others. */
const mostNamed = 12;

/** The values of a key that has fixed ones. */
function validValues(declared: SearchDeclaration, key: string | null): string {
  const choices = (key !== null && declared.keys[key]?.kind.choices) || [];
  if (choices.length === 0) return '';
  const rest = choices.length - mostNamed;
  return `. Valid: ${choices.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A replacement for a part of the text, and how it is shown. */
interface Suggestion {
  readonly label: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** The part of the text that an issue is about, and what was probably meant. */
function suggestionOf(
  declared: SearchDeclaration,
  text: string,
  issue: Issue,
): { typed: string; key: string | null; meant: Suggestion | null } {
  const { message, start, end } = issue;
  const { typed, key, token } = issuePart(declared, text, issue);
  const asTyped = text.slice(start, end);
  if (message === 'Unknown key') {
    const wordEnd = token?.end ?? end;
    const insert = suggestTerm(declared, asTyped, text.slice(end + 1, wordEnd));
    return { typed, key, meant: insert ? { label: insert, insert, start, end: wordEnd } : null };
  }
  if (key === null) return { typed, key, meant: null };
  const choice = suggest(asTyped, declared.keys[key]?.kind.choices ?? []);
  const insert = choice && quotedInList(choice);
  return { typed, key, meant: insert ? { label: `${key}:${insert}`, insert, start, end } : null };
}
