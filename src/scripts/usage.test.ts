import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** The commands whose options are ours, by name: those of `npm test` and the like belong to the tools that they start. */
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (src\/\S+)/.exec(command)?.[1]?.replace(/\.mjs$/, '.ts');
  const source = file === undefined ? '' : readFileSync(file, 'utf8');
  return source.includes('runCommand(usage') ? [{ name, source }] : [];
});

test('there are commands to look at', () => {
  expect(commands.length).toBeGreaterThan(12);
});

test.each(commands)('the usage of $name names the command and all its options', ({ name, source }) => {
  const usage = /const usage = `([^`]+)`/.exec(source)?.[1];
  if (usage === undefined) return expect(source).toMatch(/import \{[^}]*\busage\b/);
  expect(usage).toContain(name === 'start' ? 'Usage: npm start' : `Usage: npm run ${name}`);
  const options = /parseArgs\(\{\s*options: \{([\s\S]*?)\n? *\},?\s*\}\)/.exec(source)?.[1] ?? '';
  const names = [...options.matchAll(/'?([a-z-]+)'?: \{ type/g)].map((match) => `--${match[1]}`);
  expect(names.filter((option) => !usage.includes(option))).toEqual([]);
});

// a constant further down has no value yet while the command runs
test.each(commands)('below the start of $name there are only functions and types', ({ source }) => {
  const [, below = ''] = source.split('\nawait runCommand(');
  expect(below.match(/^(?:export )?(?:const|let|class|enum) .*/gm) ?? []).toEqual([]);
});
