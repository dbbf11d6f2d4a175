import type { JsonSchema } from './params.ts';

/** Texts that say more than “text”, by the name of their field. */
const texts: Readonly<Record<string, string>> = {
  Name: 'alice',
  TrackName: 'Morning Run',
  PackName: 'Weekend Cup',
  UId: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N',
  Comment: 'What a start!',
  Title: 'How do you build a smooth loop?',
  Login: 'alice.online',
  Server: 'Nightly Runs',
};
const instant = '2026-03-01T18:30:00.000';

/** A value that fits a schema. `name`: of its field. */
export function exampleOf(
  { type, properties, items, oneOf, pattern, enum: values }: JsonSchema,
  name = '',
): unknown {
  if (oneOf?.[0]) return exampleOf(oneOf[0], name);
  if (values) return values[0];
  switch (typeof type === 'object' ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([member, schema]) => [member, exampleOf(schema, member)]),
      );
    case 'array':
      return items ? [exampleOf(items, name)] : [];
    case 'boolean':
      return false;
    case 'integer':
      return /Id$/.test(name) ? 7 : 1;
    default:
      return pattern === undefined ? (texts[name] ?? 'text') : instant;
  }
}
