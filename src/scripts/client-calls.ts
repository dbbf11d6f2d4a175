import { comment, type Described, type Parameter, type Schema, typeOf } from './client-types.ts';

type Content = Readonly<Record<string, { readonly schema?: Schema } | undefined>>;

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: { readonly 200?: { readonly content?: Content } };
}

const notRequired = ({ required = [] }: Schema, name: string) => !required.includes(name);

/** Numbers are accepted where the query has text. */
const namedType = (schema: Schema = {}): string =>
  schema.type === 'string' ? 'string | number' : typeOf(schema, '', notRequired);

/** What is sent with the address: a document, a form with files, or one of both. */
function bodyOf({ requestBody }: Operation, indent: string): string | null {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
  const hasFields = Object.keys(json?.schema?.properties ?? {}).length > 0;
  const isRequired = requestBody?.required === true;
  const body = `{ body${isRequired ? '' : '?'}: ${typeOf(json?.schema ?? {}, indent, notRequired)} }`;
  if (!form) return hasFields ? body : null;
  const files = Object.keys(form.schema?.properties ?? {}).map((name) => `'${name}'`);
  const sentForm = `{ form: Form<${files.join(' | ')}> }`;
  // without a document, the files are needed
  return hasFields && isRequired ? `(${body} | ${sentForm})` : sentForm;
}

function sentOf(operation: Operation, indent: string): string {
  const inner = `${indent}  `;
  const named = (operation.parameters ?? []).map(
    ({ name, description, schema, in: place }) =>
      `${place === 'path' ? '' : comment(description, inner)}${inner}${name}${place === 'path' ? '' : '?'}: ${namedType(schema)};\n`,
  );
  const parts = [
    ...(named.length > 0 ? [`{\n${named.join('')}${indent}}`] : []),
    bodyOf(operation, indent) ?? [],
  ].flat();
  return parts.length === 0 ? 'object' : parts.join(' & ');
}

/**
 * The types of what programs with a token send and get, as a TypeScript declaration: `Calls` has them by method and address, as an
 * OpenAPI document writes it.
 */
export function callTypes({ paths }: Described): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const operation = (described ?? {}) as Operation; // as openApi makes it
      if (!operation.security?.length) return [];
      const answer = operation.responses?.[200]?.content?.['application/json']?.schema ?? {};
      return `${comment(operation.summary, '  ')}  '${method.toUpperCase()} ${path}': {
    sent: ${sentOf(operation, '    ')};
    answer: ${typeOf(answer, '    ', notRequired)};
  };
`;
    }),
  );
  return `// Generated from the description of the API by src/scripts/check-generated.ts.

/** A form with files, which may be a \`File\` with a name, and further fields. A list is a field that is repeated. */
export type Form<Name extends string> = { readonly [File in Name]?: Blob | readonly Blob[] } & {
  readonly [field: string]: Blob | string | number | boolean | readonly (Blob | string)[] | undefined;
};

/** What needs a token: what is sent and answered, by method and address. */
export interface Calls {
${calls.join('')}}
`;
}
