/** The part of JSON Schema that the description of the API uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
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
interface Described {
  readonly paths: Readonly<Record<string, { readonly get?: object }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const simple: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** The type of a value, whose lines begin with `indent`. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, indent)).join(' | ');
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent));
    if (type === 'object') return objectOf(schema, indent);
    return simple[type] ?? 'unknown';
  });
  return types.length === 0 ? 'unknown' : [...new Set(types)].join(' | ');
}

const arrayOf = (item: string): string => (/ \| [^}]*$/.test(item) ? `(${item})[]` : `${item}[]`);

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

/** Fields with a description are only sent when they are asked for by name. */
function objectOf({ properties = {} }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${name}${schema.description ? '?' : ''}: ${typeOf(schema, inner)};\n`,
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
    return `export interface ${capital(row)}Row ${objectOf(schema, '')}\n`;
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
