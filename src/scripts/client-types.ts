/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly description?: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses?: {
    readonly 200?: { readonly content?: Readonly<Record<string, { schema?: Schema }>> };
  };
}

/** What is read of an OpenAPI document. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object | undefined>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const simple: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** Which properties of an object may be missing. */
type IsOptional = (object: Schema, name: string) => boolean;

/** Fields of rows with a description are only sent when they are asked for by name. */
const namedOnly: IsOptional = ({ properties }, name) => properties?.[name]?.description !== undefined;

/** The type of a value, whose lines begin with `indent`. */
export function typeOf(schema: Schema, indent: string, isOptional = namedOnly): string {
  const { const: only, enum: values = only === undefined ? undefined : [only] } = schema;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((one) => typeOf(one, indent, isOptional)).join(' | ');
  if (values && isOptional !== namedOnly) return values.map(literal).join(' | ');
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent, isOptional), schema.items?.anyOf);
    if (type === 'object') return objectOf(schema, indent, isOptional);
    return simple[type] ?? 'unknown';
  });
  return types.length === 0 ? 'unknown' : [...new Set(types)].join(' | ');
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

const arrayOf = (item: string, choices: readonly Schema[] = []): string =>
  choices.length > 1 || / \| [^}]*$/.test(item) ? `(${item})[]` : `${item}[]`;

export const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

function objectOf(object: Schema, indent: string, isOptional: IsOptional): string {
  const inner = `${indent}  `;
  const lines = Object.entries(object.properties ?? {}).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${name}${isOptional(object, name) ? '?' : ''}: ${typeOf(schema, inner, isOptional)};\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

/** Parameters accept one value where they accept several. */
function parameterType(schema: Schema = {}): string {
  if (schema.type !== 'array') return typeOf(schema, '');
  const item = typeOf(schema.items ?? {}, '');
  return `${item} | readonly ${arrayOf(item)}`;
}

const queryOf = (parameters: readonly Parameter[], indent: string): string =>
  parameters
    .filter(({ name }) => name !== 'fields')
    .map(
      ({ name, description, schema }) =>
        `${comment(description, indent)}${indent}${name}?: ${parameterType(schema)};\n`,
    )
    .join('');

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The types of rows and parameters of each list that an OpenAPI document describes, as a TypeScript declaration: `Lists` has them by the
 * address of the list.
 */
export function clientTypes({ paths, components }: Described): string {
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const { parameters = [], responses } = (get ?? {}) as Operation; // as openApi makes it
    const results = responses?.[200]?.content?.['application/json']?.schema?.properties?.Results;
    const row = /^#\/components\/schemas\/(\w+)Row$/.exec(results?.items?.$ref ?? '')?.[1];
    return row === undefined ? [] : [{ path, row, parameters }];
  });
  const rows = [...new Set(lists.map(({ row }) => row))].map((row) => {
    const schema = components.schemas[`${row}Row`] as Schema;
    return `export interface ${capital(row)}Row ${objectOf(schema, '', namedOnly)}\n`;
  });
  const entries = lists.map(({ path, row, parameters }) => {
    const query = queryOf(parameters, '      ');
    return `  '${path}': {\n    row: ${capital(row)}Row;\n    query: {\n${query}    };\n  };\n`;
  });
  return `// Generated from the description of the API by src/scripts/check-generated.ts.

${rows.join('\n')}
/** Rows and parameters of each list, by its address. */
export interface Lists {
${entries.join('')}}
`;
}
