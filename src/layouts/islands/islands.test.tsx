import { parseFragment, serialize } from 'parse5';
import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textsChangeAt } from '#platform/page-cache/relative-times.ts';
import { When } from '#ui/When.tsx';
import renderer from './server.ts';

const Field = () => <input id={useId()} />;

test('components of a page have different ids, with the prefix that its island is hydrated with', async () => {
  const page = { result: {} };
  const render = () => renderer.renderToStaticMarkup.call(page, Field, {}, {});
  const [first, second] = [await render(), await render()];
  expect(first.html).not.toBe(second.html);
  for (const { html, attrs } of [first, second]) expect(html).toContain(`id="P${attrs?.prefix}-0"`);
});

test('the ids of an island do not depend on the components that are only shown before it', async () => {
  const island = (page: object) =>
    renderer.renderToStaticMarkup.call(
      page,
      Field,
      {},
      {},
      { displayName: 'Field', hydrate: 'load', astroStaticSlot: true },
    );
  const page = { result: {} };
  await renderer.renderToStaticMarkup.call(page, Field, {}, {});
  expect((await island(page)).html).toBe((await island({ result: {} })).html);
});

test('what a page places inside a component is its child', async () => {
  const Box = ({ children }: { children?: ReactNode }) => <div>{children}</div>;
  const { html } = await renderer.renderToStaticMarkup.call(
    { result: {} },
    Box,
    {},
    { default: '<b>Bold</b>' },
  );
  expect(html).toBe('<div><astro-static-slot><b>Bold</b></astro-static-slot></div>');
});

test('relative times are found in what is sent, for the moment at which their texts change', async () => {
  const now = new Date('2026-11-29T12:00:00Z');
  const Times = () => (
    <p>
      <When at={new Date('2026-11-29T11:57:30Z')} now={now} />{' '}
      <When at={new Date('2026-11-28T08:00:00Z')} now={now} />
    </p>
  );
  const { html } = await renderer.renderToStaticMarkup.call({ result: {} }, Times, {}, {});
  expect(html).toContain('2 minutes ago');
  expect(new Date(textsChangeAt(html, now))).toEqual(new Date('2026-11-29T12:00:30Z'));
});

test('cells and attributes take no more bytes than HTML requires, and mean the same', async () => {
  const Rows = () => (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {[1, 2].map((id) => (
          <tr key={id}>
            <td title={'class="a" >'}>{'<td class="b"></td></td>'}</td>
            <td>
              <a href={`/usershow/${id}/`}>Ann</a> <a href={`/?id=${id}`}>Bea</a>
              <input name="box" value="c d" placeholder="" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  const { html } = await renderer.renderToStaticMarkup.call({ result: {} }, Rows, {}, {});
  const whole = renderToString(<Rows />);
  expect(html).toContain('<tr><th scope=col>Name<th scope=col>Time</thead>');
  expect(serialize(parseFragment(html))).toBe(serialize(parseFragment(whole)));
  expect(html.length).toBeLessThan(whole.length);
});
