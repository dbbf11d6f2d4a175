import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { attributeOf, elementsOf, parseHtml } from '#testing/html.ts';
import { EditAuthors } from './EditAuthors.island.tsx';

const html = renderToString(
  <EditAuthors
    authors={[{ userId: 7, name: 'Ann', role: 'Scenery', isPending: false }]}
    uploaderId={1}
    uploaderName="Bob"
  />,
);
const elements = elementsOf(parseHtml(html));

test('without scripts the role that is typed is the one that is sent', () => {
  const roles = elements.filter((element) => attributeOf(element, 'name') === 'Authors[0].Role');
  expect(
    roles.map((element) => [attributeOf(element, 'type') ?? 'text', attributeOf(element, 'value')]),
  ).toEqual([['text', 'Scenery']]);
});

test('without scripts there are no buttons that do nothing', () => {
  const isHidden = (element: (typeof elements)[number]): boolean =>
    /\bneeds-script\b/.test(attributeOf(element, 'class') ?? '') ||
    (element.parentNode !== null && 'tagName' in element.parentNode && isHidden(element.parentNode));
  const buttons = elements.filter(({ tagName }) => tagName === 'button');
  expect(buttons.length).toBe(3);
  expect(buttons.filter((button) => !isHidden(button))).toEqual([]);
});
