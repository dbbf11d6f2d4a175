import { expect, test } from 'vitest';
import { renderedOnce } from './once.ts';

test('a piece is rendered once for the same facts, and again for others', async () => {
  let renderings = 0;
  const render = async () => `<b>${++renderings}</b>`;
  const piece = (site: string, of: unknown) => renderedOnce([site, 'navigation', of], render);
  expect(await piece('tmnf', ['Paddock', '/news'])).toBe('<b>1</b>');
  expect(await piece('tmnf', ['Paddock', '/news'])).toBe('<b>1</b>');
  expect(await piece('tmnf', ['Paddock', ''])).toBe('<b>2</b>');
  expect(await piece('tmo', ['Paddock', '/news'])).toBe('<b>3</b>');
  expect(renderings).toBe(3);
});

test('a piece that could not be rendered is rendered the next time', async () => {
  const facts = ['tmnf', 'footer', null];
  await expect(renderedOnce(facts, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await renderedOnce(facts, async () => '<p>')).toBe('<p>');
});
