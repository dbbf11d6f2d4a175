import type { JsonSchema } from './schema.ts';

/** The names below a field: null for a plain value, the members for a relation. */
export interface FieldNode {
  readonly members: Readonly<Record<string, FieldNode>> | null;
  /** a related row that may be missing, any number of them, or null in place of none */
  readonly relation?: 'one' | 'many' | 'some';
  /** of a plain value */
  readonly schema?: JsonSchema;
}
