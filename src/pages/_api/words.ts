import type { FieldNode } from '#platform/lists/fields.ts';
import type { JsonSchema } from '#platform/lists/params.ts';

/** A value's type as text: `whole number`, `one of 0, 1`, `several numbers`. */
export function kindOf({ type, enum: choices, items, pattern }: JsonSchema): string {
  if (choices)
    return choices.length > 14 ? `one of ${choices.length} values` : `one of ${choices.join(', ')}`;
  if (type === 'array') return `several, separated by commas: ${kindOf(items ?? {})}`;
  if (type === undefined) return pattern === undefined ? 'anything' : 'text';
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.map((one) => names[String(one)] ?? 'text').join(' or ');
}

const names: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: '0 or 1',
  string: 'text',
};

/** Every field as it is requested: `Uploader.Name`, `Tags[]`. */
export function fieldPaths(nodes: Readonly<Record<string, FieldNode>>): string[] {
  return Object.entries(nodes).flatMap(([name, { members, relation, schema }]) => {
    const isMany = relation === 'many' || relation === 'some' || schema?.type === 'array';
    const path = isMany ? `${name}[]` : name;
    return members ? [path, ...fieldPaths(members).map((below) => `${name}.${below}`)] : [path];
  });
}
