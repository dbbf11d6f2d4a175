import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { type Issue, keyFinder } from '#lib/query-language/keys.ts';
import { suggest } from '#lib/query-language/suggest.ts';
import { tokenizeQuery } from '#lib/query-language/tokens.ts';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  id: string;
  declared: SearchDeclaration;
  text: string;
  issues: readonly Issue[];
  onFix: (text: string) => void;
}

/** What is wrong, where, and what was probably meant. */
export function QueryIssues({ id, declared, text, issues, onFix }: Props) {
  return (
    <div id={id} role="status" className="q__issues">
      {issues.map((issue) => {
        const key = keyAt(declared, text, issue.start);
        const typed = text.slice(issue.start, issue.end);
        const meant = key && suggest(typed, declared.keys[key]?.kind.choices ?? []);
        const insert = meant && (/[\s,]/.test(meant) ? `"${meant}"` : meant);
        return (
          <p key={issue.start} className="q__msg">
            <Icon name="warn" />
            <span>
              <b>{key ? `${key}:${typed}` : typed}</b> {issue.message}
              {insert && (
                <>
                  . Did you mean{' '}
                  <button
                    type="button"
                    className="linklike"
                    onClick={() => onFix(text.slice(0, issue.start) + insert + text.slice(issue.end))}
                  >
                    {`${key}:${insert}`}
                  </button>
                  ?
                </>
              )}
            </span>
          </p>
        );
      })}
    </div>
  );
}

function keyAt(declared: SearchDeclaration, text: string, at: number): string | null {
  const findKey = keyFinder(declared.keys);
  const token = tokenizeQuery(text, (name) => findKey(name) !== null).tokens.find(
    ({ start, end }) => start <= at && at <= end,
  );
  return token?.kind === 'term' ? findKey(token.key) : null;
}
