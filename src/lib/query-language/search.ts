import type { Kind, QueryKey, QueryValues } from './keys.ts';
import { bool, type Choice, enumeration, flags, list, text, wholeNumber, wholeNumbers } from './kinds.ts';
import type { ParsedQuery } from './parse.ts';
import type { Range } from './ranges.ts';

/** Parameters of an API call by name. */
export type ApiParams = Readonly<Record<string, string>>;

/**
 * How a key is shown in the filter window. Every control is a view on the text of its key, so that window and text can
 * never disagree: text and number are a field, range two, choice a select, tri rows of include and exclude, yes a tick.
 */
export type Control = 'text' | 'number' | 'range' | 'choice' | 'tri' | 'yes';

/** One key of a search box: how it is read and written, what it asks of the API, how it is shown. */
export interface SearchKey<Value> extends QueryKey<Value> {
  readonly label: string;
  /** null: by text alone */
  readonly control: Control | null;
  /** what may stand in the two fields of a range, or in the one field */
  readonly examples?: readonly string[];
  /** how entries are called in the filter window, where that is not how they are typed */
  readonly labels?: Readonly<Record<string, string>>;
  /** entries only for people who are signed in */
  readonly personal?: readonly string[];
  /** a value as parameters of the API */
  params(value: Value): ApiParams;
}

export type SearchKeys = Readonly<Record<string, SearchKey<unknown>>>;

type More = Partial<Pick<SearchKey<unknown>, 'aliases' | 'examples' | 'labels' | 'personal'>> & {
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

/** Several whole numbers. */
export const numbersKey = (label: string, param: string, more?: More) =>
  key(wholeNumbers, 'text', label, (values) => ({ [param]: values.join(',') }), more);

/** `true` or `false`. */
export const yesKey = (label: string, param: string, more?: More) =>
  key(bool, 'yes', label, (value) => ({ [param]: String(value) }), more);

/** One of a fixed set. */
export const choiceKey = (label: string, param: string, choices: readonly Choice<number>[], more?: More) =>
  key(enumeration(choices), 'choice', label, (value) => ({ [param]: String(value) }), more);

/** Some of a fixed set. The API knows only what to include, so leaving some out asks for all the others. */
export function choicesKey(label: string, param: string, choices: readonly Choice<number>[], more?: More) {
  const whole = list(choices);
  const wanted = ({ include, exclude }: { include: readonly number[]; exclude: readonly number[] }) =>
    (include.length > 0 ? include : choices.map(([value]) => value)).filter((v) => !exclude.includes(v));
  const kind: typeof whole = {
    ...whole,
    read(parts) {
      const reading = whole.read(parts);
      // nothing could match: better said than answered with an empty page
      return reading.ok && wanted(reading.value).length === 0 ? { ok: false, faults: parts } : reading;
    },
  };
  return key(kind, 'tri', label, (value) => ({ [param]: wanted(value).join(',') }), more);
}

/** Switches, each a parameter `in<name>`: 1 for only, 0 for except. `labels` says what each is called. */
export function flagsKey<const Name extends string>(
  label: string,
  labels: Readonly<Record<Name, string>>,
  more?: More,
) {
  const names = Object.keys(labels) as Name[]; // an object literal has no other keys
  return key(
    flags(names),
    'tri',
    label,
    (set) => Object.fromEntries(Object.entries(set).map(([name, on]) => [`in${name}`, on ? '1' : '0'])),
    { ...more, labels },
  );
}

/** Two ends, both inside. `write` says how an end is spelled for the API. */
export const rangeKey = <Bound>(
  label: string,
  kind: Kind<Range<Bound>>,
  [min, max]: readonly [min: string, max: string],
  more: More & { write?: (bound: Bound, end: 'min' | 'max') => string } = {},
) => {
  const { write = String, ...rest } = more;
  return key(
    kind,
    'range',
    label,
    (value) => ({
      ...(value.min !== null && { [min]: write(value.min, 'min') }),
      ...(value.max !== null && { [max]: write(value.max, 'max') }),
    }),
    rest,
  );
};

/** A day from its first to its last moment. */
export const wholeDay = (day: string, end: 'min' | 'max') =>
  `${day}T${end === 'min' ? '00:00:00' : '23:59:59.999'}`;

/** What a query asks of the API; `words` names the parameter for free text. */
export function apiParams<Keys extends SearchKeys>(
  query: Pick<ParsedQuery<Keys>, 'words' | 'values'>,
  keys: Keys,
  words: string,
): ApiParams {
  const name = query.words.join(' ').trim();
  const given = Object.entries(query.values as QueryValues<SearchKeys>).map(
    ([key, value]) => keys[key]?.params(value) ?? {},
  );
  return Object.assign(name === '' ? {} : { [words]: name }, ...given);
}
