import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { MessagePicture } from './pictures.ts';
import { messageToHtml } from './render.ts';

const folder = new URL('./cases/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bb'))
  .map((file) => file.slice(0, -'.bb'.length));

const references = {
  track: new Map([[1, 'A01 & <Race>']]),
  user: new Map([[7, 'alice']]),
  pack: new Map([[9, 'Best of 2008']]),
  thread: new Map([[3, 'Best tracks & why']]),
  picture: new Map<string, MessagePicture>([
    ['https://a.eu/known.png', { is: 'shown', key: 'abcDEF_-0123456789abcd', width: 640, height: 480 }],
    ['https://a.eu/new.png', { is: 'waiting', key: 'new' }],
    ['https://a.eu/gone.png', { is: 'failed', key: 'gone', failure: 'missing' }],
    ['https://a.eu/bad.png', { is: 'failed', key: 'bad', failure: 'blocked' }],
  ]),
};

/** `cases/x.bb` must render as `cases/x.html`. A name that ends in `-in-comment` is rendered without images. */
test.each(names)('%s', async (name) => {
  const source = readFileSync(new URL(`${name}.bb`, folder), 'utf8').replace(/\n$/, '');
  const html = messageToHtml(source, { images: !name.endsWith('-in-comment'), references });
  await expect(`${html}\n`).toMatchFileSnapshot(`./cases/${name}.html`);
});
