import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Date fields of a component whose label does not name their time zone: forms read all of them in UTC. */
function withoutZone(component: string): readonly string[] {
  return [...component.matchAll(/<input\b[^>]*?\btype="(?:date|datetime-local|time)"/gs)].flatMap(
    ({ index, 0: input }) => {
      const before = component.slice(0, index);
      const label = before.slice(Math.max(before.lastIndexOf('<label'), before.lastIndexOf('<Field')));
      return label.includes('(UTC)') ? [] : [input.replace(/\s+/g, ' ')];
    },
  );
}

test.each([
  ['<label for="a">Date</label> (UTC) <input class="in"\n type="date" name="a" />', 0],
  ['<label for="a">Date</label><input class="in"\n type="date" name="a" />', 1],
  ['<Field label="Until (UTC)"><input type="datetime-local" /></Field>', 0],
  ['<label>A (UTC)</label><input type="date" /><label>B</label><input type="date" />', 1],
  ['<label>Name</label><input type="text" />', 0],
])('%j has date fields without a zone: %i', (component, count) => {
  expect(withoutZone(component)).toHaveLength(count);
});

test('each date field names its time zone', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.(?:astro|tsx)$/.test(file),
  );
  const components = files.map((file) => [file, readFileSync(`src/${file}`, 'utf8')] as const);
  expect(components.filter(([, text]) => /type="(?:date|datetime-local)"/.test(text)).length).toBeGreaterThan(
    5,
  );
  expect(components.flatMap(([file, text]) => withoutZone(text).map((field) => `${file}: ${field}`))).toEqual(
    [],
  );
});
