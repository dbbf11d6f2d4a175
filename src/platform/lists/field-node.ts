import type { JsonSchema } from './schema.ts';

/** The names below a field: null for a plain value, the members for a relation. */
export interface FieldNode {
  readonly members: Readonly<Record<string, FieldNode>> | null;
  /** a related row that may be missing, any number of rows, or null instead of an empty array */
  readonly relation?: 'one' | 'many' | 'some';
  /** of a plain value */
  readonly schema?: JsonSchema;
  /** sent only if requested by its own path, not with the relation that contains it */
  readonly byNameOnly?: true;
}
