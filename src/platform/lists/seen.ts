import type { List } from './list.ts';

/**
 * A list without its rule about who may see which rows: for the page of one thing whose own rule was already checked,
 * such as a track opened by its secret link. Use it only with the filter that selects that one thing.
 */
export const withoutVisibilityRule = <Row>(list: List<Row>): List<Row> => ({
  ...list,
  name: `seen${list.name}`,
  visible: () => null,
  ...(list.cursors && { cursors: { from: list.cursors.from, visible: () => null } }),
});
