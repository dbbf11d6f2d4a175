import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/**
 * Parses a page as a browser does. `runsScripts: false` also finds the elements inside `noscript`, which a browser that
 * runs scripts takes for text.
 */
export const parseHtml = (html: string, { runsScripts = true } = {}): HtmlNode =>
  parse(html, { scriptingEnabled: runsScripts });

/** The elements below a node in the order of the document, those inside templates included. */
export function elementsOf(node: HtmlNode): HtmlElement[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  const inside = 'content' in node ? elementsOf(node.content) : [];
  return [
    ...children.flatMap((child) =>
      defaultTreeAdapter.isElementNode(child) ? [child, ...elementsOf(child)] : [],
    ),
    ...inside,
  ];
}

/** The name of an attribute as it is written, `xlink:href` for example. */
const attributeName = ({ prefix, name }: HtmlElement['attrs'][number]): string =>
  prefix ? `${prefix}:${name}` : name;

/** The names, as they are written, and values of all attributes. */
export const attributesOf = (element: HtmlElement): (readonly [name: string, value: string])[] =>
  element.attrs.map((attribute) => [attributeName(attribute), attribute.value]);

/** The value of an attribute, or undefined. */
export const attributeOf = (element: HtmlElement, name: string): string | undefined =>
  attributesOf(element).find(([found]) => found === name)?.[1];

/** For choosing elements by one of their classes. */
export const hasClass = (name: string) => (element: HtmlElement) =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).includes(name);

/** The text of a node and of everything inside it. */
export function textOf(node: HtmlNode): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
