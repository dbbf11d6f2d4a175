import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { crewFields as fields } from './crew.ts';

type CrewView = ViewDeclaration<(typeof fields)[number]>;

const people = { fields, cursor: 'UserId', size: 20, empty: 'No results found' } as const;

/** The current crew, sorted by rank. */
export const crew: CrewView = { ...people, type: 'crew', scope: { inmoderators: '1' }, order: 40 };

/** The former crew. */
export const formerCrew: CrewView = {
  ...people,
  type: 'formercrew',
  scope: { informercrew: '1', inmoderators: '0' },
  order: 1,
};
