import { parseFragment, serialize } from 'parse5';
import { type ReactElement, type ReactNode, useId } from 'react';
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
  for (const { html, attrs } of [first, second]) expect(html).toContain(`<input id=P${attrs?.prefix}-0>`);
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

test('items, cells and attributes take no more bytes than HTML requires, and mean the same', async () => {
  const Items = () => (
    <>
      <dl>
        <dt>Key</dt>
        <dd>{'</dd><dt>'}</dd>
        <dt>Keys</dt>
        <dd>
          <ul>
            <li>One</li>
            <li>
              <img src="/1.png" alt="" />
              <br />
              <input type="checkbox" checked value="a/>b" title="<input c/>" />
              <input type="text" disabled />
            </li>
          </ul>
        </dd>
      </dl>
      <svg viewBox="0 0 1 1" aria-hidden="true">
        <path d="M0 0" />
      </svg>
    </>
  );
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
  const rendered = async (component: () => ReactElement) => {
    const { html } = await renderer.renderToStaticMarkup.call({ result: {} }, component, {}, {});
    const whole = renderToString(component());
    expect(serialize(parseFragment(html))).toBe(serialize(parseFragment(whole)));
    expect(html.length).toBeLessThan(whole.length);
    return html;
  };
  expect(await rendered(Rows)).toContain('<tr><th scope=col>Name<th scope=col>Time</thead>');
  const items = await rendered(Items);
  expect(items).toContain('<ul><li>One<li><img src=/1.png alt><br><input type=checkbox checked value="a/>b"');
  expect(items).toContain('<path d="M0 0"></path></svg>');
});
