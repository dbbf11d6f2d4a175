/** The class of an element, such as HTMLInputElement. What is found is of this class, so scripts need no casts. */
type Kind<T extends Element> = new () => T;

/** A document or element to search; a ref of an island may still be empty. */
type Root = ParentNode | null | undefined;

/** All elements of this class that match the selector. */
export const findAll = <T extends Element>(root: Root, selector: string, kind: Kind<T>): T[] =>
  [...(root?.querySelectorAll(selector) ?? [])].filter((element): element is T => element instanceof kind);

/** The first element that matches, or null: for what a page may not contain. */
export const find = <T extends Element>(root: Root, selector: string, kind: Kind<T>): T | null =>
  findAll(root, selector, kind)[0] ?? null;

/** The first element that matches, for what must be there: throws if it is not. */
export function mustFind<T extends Element>(root: Root, selector: string, kind: Kind<T>): T {
  const found = find(root, selector, kind);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

/** The nearest match among an element and what contains it, or null. */
export function closest<T extends Element>(
  from: EventTarget | null,
  selector: string,
  kind: Kind<T>,
): T | null {
  const found = (from as Element | null)?.closest?.(selector); // windows, documents and texts do not have the method
  return found instanceof kind ? found : null;
}

/**
 * Reacts to events at elements that match, and inside them. One listener on `root` serves all, also elements that are added later.
 */
export function on<Name extends keyof GlobalEventHandlersEventMap, T extends Element>(
  root: EventTarget,
  name: Name,
  selector: string,
  kind: Kind<T>,
  react: (element: T, event: GlobalEventHandlersEventMap[Name]) => void,
  options?: AddEventListenerOptions,
): void {
  root.addEventListener(
    name,
    (event) => {
      const element = closest(event.target, selector, kind);
      if (element) react(element, event as GlobalEventHandlersEventMap[Name]); // the name decides which event it is
    },
    options,
  );
}

/** Whether a click follows a link here. With other buttons or keys it opens a tab or window, or downloads. */
export const isPlainClick = (
  press: Pick<MouseEvent, 'button' | 'shiftKey' | 'metaKey' | 'ctrlKey' | 'altKey'>,
): boolean => !(press.button || press.shiftKey || press.metaKey || press.ctrlKey || press.altKey);
