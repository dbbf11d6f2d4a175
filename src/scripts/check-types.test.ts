import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { typeErrors } from './check-types.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A small project with these files. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'paddock-types-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(modules, join(root, 'node_modules'), 'dir');
  const settings = { module: 'NodeNext', strict: true, allowImportingTsExtensions: true, noEmit: true };
  const compilerOptions = { ...settings, target: 'ESNext', jsx: 'react-jsx', types: [], skipLibCheck: true };
  const usual = {
    'package.json': JSON.stringify({ type: 'module', imports: { '#*': './src/*' } }),
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  };
  for (const [path, text] of Object.entries({ ...usual, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('errors in .astro files are found where they are: values, properties, elements, scripts and plain TypeScript', async () => {
  const root = project({
    'src/ui/Head.astro': '---\ninterface Props {\n  title: string;\n}\n---\n<h1>{Astro.props.title}</h1>\n',
    'src/pages/right.astro':
      "---\nimport Head from '#ui/Head.astro';\nif (Astro.url.hash) return Astro.redirect('/');\n---\n<Head title=\"Right\" />\n",
    'src/pages/wrong.astro': [
      '---',
      "import Head from '../ui/Head.astro';",
      "import { one } from '#one.ts';",
      'const text: string = one;',
      '---',
      '<Head tittle={text} />',
      '<p classs="x">{missing}</p>',
      '<script>',
      "  import { one } from '#one.ts';",
      '  one.toUpperCase();',
      '</script>',
    ].join('\n'),
    'src/one.ts': 'export const one = 1;\nexport const two: string = 2;\n',
  });
  const found = await typeErrors(root);
  const places = found.flatMap((line) => /^\S+\(\d+,\d+\): error TS\d+/.exec(line)?.[0] ?? []);
  expect(places.toSorted()).toEqual([
    'src/one.ts(2,14): error TS2322',
    'src/pages/wrong.astro(10,7): error TS2339',
    'src/pages/wrong.astro(4,7): error TS2322',
    'src/pages/wrong.astro(6,7): error TS2322',
    'src/pages/wrong.astro(7,16): error TS2304',
    'src/pages/wrong.astro(7,4): error TS2322',
  ]);
}, 60_000);

test('a file that cannot be parsed is reported', async () => {
  const root = project({ 'src/open.astro': '---\nconst text = 1;\n---\n<p>{text</p>\n' });
  expect((await typeErrors(root)).join('\n')).toMatch(/src.open\.astro\(\d+,\d+\): /);
}, 60_000);
