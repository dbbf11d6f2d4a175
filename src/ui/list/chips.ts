import type { ListAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { valueText, withEntry, withValueText } from '#lib/query-language/edit.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { tokenizeQuery } from '#lib/query-language/tokens.ts';

/** A filter that is on, and the address without it. */
export interface Chip {
  readonly label: string;
  readonly isExcluded: boolean;
  readonly without: Pick<ListAddress, 'query' | 'filters'>;
}

/** The active filters. Each entry of a list has its own chip, so that it can be removed separately. */
export function chipsOf(
  declared: SearchDeclaration,
  { query, filters }: Pick<ListAddress, 'query' | 'filters'>,
): Chip[] {
  const { values } = parseQuery(query, declared.keys);
  const inText = Object.entries(values).flatMap(([name, value]) => {
    const key = declared.keys[name];
    if (!key || /^order[12]$/.test(name)) return [];
    const written = key.kind.print(value);
    const withText = (next: string) => ({ filters, query: withValueText(query, declared.keys, name, next) });
    if (key.control !== 'tri') {
      const shown = written === 'true' ? key.label : `${key.label}: ${valueText(query, declared.keys, name)}`;
      return [{ label: shown, isExcluded: false, without: withText('') }];
    }
    const token = tokenizeQuery(`x:${written}`, () => true).tokens[0];
    return (token?.kind === 'term' ? token.parts : []).map(({ text, isNegated }) => ({
      label: key.labels?.[text] ?? text,
      isExcluded: isNegated,
      without: withText(withEntry(written, [text], null)),
    }));
  });
  const fromAddress = Object.entries(filters).flatMap(([name, value]) => {
    if (declared.address[name]?.isTab) return [];
    const { [name]: _, ...others } = filters;
    const label = `${declared.address[name]?.label ?? name}: ${value}`;
    return { label, isExcluded: false, without: { query, filters: others } };
  });
  return [...inText, ...fromAddress];
}

/** What an empty result may be due to: free words, and every filter. */
export function causesOf(
  declared: SearchDeclaration,
  address: Pick<ListAddress, 'query' | 'filters'>,
  chips: readonly Chip[],
): Chip[] {
  const { words, tokens } = parseQuery(address.query, declared.keys);
  if (words.length === 0) return [...chips];
  const terms = tokens.filter(({ kind }) => kind === 'term');
  const query = terms.map(({ start, end }) => address.query.slice(start, end)).join(' ');
  const without = { query, filters: address.filters };
  return [{ label: words.join(' '), isExcluded: false, without }, ...chips];
}
