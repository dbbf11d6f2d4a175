import type { Kind, QueryKey, QueryValues } from './keys.ts';
import { bool, type Choice, enumeration, flags, list, text, wholeNumber, wholeNumbers } from './kinds.ts';
import { isSearchable } from './limits.ts';
import type { ParsedQuery } from './parse.ts';
import type { Range } from './ranges.ts';

/** Parameters of an API call by name. */
export type ApiParams = Readonly<Record<string, string>>;

/**
 * How a key is shown in the filter window. Every control shows the text of its key, so that window and text can
 * never disagree: text and number are a field, range two, choice a select, tri rows of include and exclude, yes a tick.
 */
type Control = 'text' | 'number' | 'range' | 'choice' | 'tri' | 'yes';

/** One key of a search box: how it is read and written, what it requests from the API, how it is shown. */
export interface SearchKey<Value> extends QueryKey<Value> {
  readonly label: string;
  /** null: only as text */
  readonly control: Control | null;
  /** the placeholders of the two fields of a range, or of the one field */
  readonly examples?: readonly string[];
  /** labels of entries in the filter window, where they differ from what is typed */
  readonly labels?: Readonly<Record<string, string>>;
  /** the choice that applies when nothing is typed; without it, any */
  readonly usual?: string;
  /** entries only for signed-in users */
  readonly personal?: readonly string[];
  /** names by which the API or other sites know parts of this key, each with the same value written for this key */
  readonly instead?: Readonly<Record<string, (typed: string) => string>>;
  /** a value as parameters of the API */
  params(value: Value): ApiParams;
}

export type SearchKeys = Readonly<Record<string, SearchKey<unknown>>>;

type More = Partial<
  Pick<SearchKey<unknown>, 'aliases' | 'examples' | 'labels' | 'usual' | 'personal' | 'instead'>
> & {
  readonly control?: Control | null;
};

const key = <Value>(
  kind: Kind<Value>,
  control: Control,
  label: string,
  params: (value: Value) => ApiParams,
  more: More = {},
): SearchKey<Value> => ({ kind, control, label, params, ...more });

/** A name or other free text. */
export const textKey = (label: string, param: string, more?: More) =>
  key(text, 'text', label, (value) => ({ [param]: value }), more);

/** One whole number. */
export const numberKey = (label: string, param: string, more?: More) =>
  key(wholeNumber, 'number', label, (value) => ({ [param]: String(value) }), more);

/** Ids separated by commas, as many as the lists accept. */
export const numbersKey = (
  label: string,
  param: string,
  { most = 1000, ...more }: More & { most?: number } = {},
) => key(wholeNumbers(most), 'text', label, (values) => ({ [param]: values.join(',') }), more);

/** `true` or `false`. */
export const yesKey = (label: string, param: string, more?: More) =>
  key(bool, 'yes', label, (value) => ({ [param]: String(value) }), more);

/** One of a fixed set. */
export const choiceKey = (label: string, param: string, choices: readonly Choice<number>[], more?: More) =>
  key(enumeration(choices), 'choice', label, (value) => ({ [param]: String(value) }), more);

/** Some of a fixed set. The API knows only what to include, so excluding some requests all the others. */
export function choicesKey(label: string, param: string, choices: readonly Choice<number>[], more?: More) {
  const whole = list(choices);
  const wanted = ({ include, exclude }: { include: readonly number[]; exclude: readonly number[] }) =>
    (include.length > 0 ? include : choices.map(([value]) => value)).filter((v) => !exclude.includes(v));
  const kind: typeof whole = {
    ...whole,
    read(parts) {
      const reading = whole.read(parts);
      // nothing could match: an error is clearer than an empty page
      return reading.ok && wanted(reading.value).length === 0 ? { ok: false, faults: parts } : reading;
    },
  };
  return key(kind, 'tri', label, (value) => ({ [param]: wanted(value).join(',') }), more);
}

/** Switches, each a parameter `in<name>`: 1 for only, 0 for except. `labels` has the label of each. */
export function flagsKey<const Name extends string>(
  label: string,
  labels: Readonly<Record<Name, string>>,
  more?: More,
) {
  const names = Object.keys(labels) as Name[]; // an object literal has no other keys
  const switched = (name: Name) => (typed: string) => (/^(?:0|false)$/i.test(typed) ? `!${name}` : name);
  return key(
    flags(names),
    'tri',
    label,
    (set) => Object.fromEntries(Object.entries(set).map(([name, on]) => [`in${name}`, on ? '1' : '0'])),
    {
      ...more,
      labels,
      instead: Object.fromEntries(
        names.flatMap((name) => [name, `in${name}`].map((typed) => [typed, switched(name)])),
      ),
    },
  );
}

/** Two ends, both included. `write` spells an end for the API, `type` spells the API's value for the search box. */
export const rangeKey = <Bound>(
  label: string,
  kind: Kind<Range<Bound>>,
  [min, max]: readonly [min: string, max: string],
  more: More & {
    write?: (bound: Bound, end: 'min' | 'max') => string;
    type?: (value: string) => string;
  } = {},
) => {
  const { write = String, type = String, ...rest } = more;
  return key(
    kind,
    'range',
    label,
    (value) => ({
      ...(value.min !== null && { [min]: write(value.min, 'min') }),
      ...(value.max !== null && { [max]: write(value.max, 'max') }),
    }),
    {
      ...rest,
      instead: {
        ...rest.instead,
        [min]: (value) => `${type(value)}...`,
        [max]: (value) => `...${type(value)}`,
      },
    },
  );
};

/** Returns what one key requests for a typed value, or null if the key cannot read it. */
export function paramsOf<Value>(key: SearchKey<Value>, typed: string): ApiParams | null {
  const part = { text: typed, isQuoted: true, isNegated: false, start: 0, end: typed.length };
  const reading = key.kind.read([part]);
  return reading.ok ? key.params(reading.value) : null;
}

/** A day from its first to its last moment. */
export const wholeDay = (day: string, end: 'min' | 'max') =>
  `${day}T${end === 'min' ? '00:00:00' : '23:59:59.999'}`;

/** The API parameters of a query; `words` is the parameter for free text. */
export function apiParams<Keys extends SearchKeys>(
  query: Pick<ParsedQuery<Keys>, 'words' | 'values'>,
  keys: Keys,
  words: string,
): ApiParams {
  const free = query.words.join(' ').trim();
  const given = Object.entries(query.values as QueryValues<SearchKeys>).map(
    ([key, value]) => keys[key]?.params(value) ?? {},
  );
  const params: Record<string, string> = Object.assign({}, ...given);
  const typed = params[words];
  if (free === '') return params;
  // `name:` and free words search for the same text; the key alone counts if both are too long for the lists
  const both = typed === undefined ? free : `${typed} ${free}`;
  return { ...params, [words]: typed !== undefined && !isSearchable(both) ? typed : both };
}
