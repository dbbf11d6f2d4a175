import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageToHtml } from './render.ts';

const folder = new URL('./cases/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bb'))
  .map((file) => file.slice(0, -'.bb'.length));

const references = {
  track: new Map([[1, 'A01 & <Race>']]),
  user: new Map([[7, 'alice']]),
  pack: new Map([[9, 'Best of 2008']]),
};

/** `cases/x.bb` must render as `cases/x.html`. A name that ends in `-in-comment` is rendered without images. */
test.each(names)('%s', async (name) => {
  const source = readFileSync(new URL(`${name}.bb`, folder), 'utf8').replace(/\n$/, '');
  const html = messageToHtml(source, { images: !name.endsWith('-in-comment'), references });
  await expect(`${html}\n`).toMatchFileSnapshot(`./cases/${name}.html`);
});
