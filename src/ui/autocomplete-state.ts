/** One thing a text box offers. */
export interface Choice {
  id: number;
  label: string;
}

/** What hangs under the box. `at` is the choice that Enter takes; -1: none, Enter is the box's own. */
export type Offer =
  | { is: 'closed' }
  | { is: 'loading' }
  | { is: 'none' }
  | { is: 'open'; choices: readonly Choice[]; at: number };

export const closed: Offer = { is: 'closed' };

/** What is offered from now on; who was walking through the choices before stays at theirs while it is there. */
export function offerOf(choices: readonly Choice[], before: Offer = closed): Offer {
  if (choices.length === 0) return { is: 'none' };
  const marked = chosenIn(before);
  return { is: 'open', choices, at: marked ? choices.findIndex(({ id }) => id === marked.id) : -1 };
}

/** Where the arrows lead: round through the choices and, between last and first, back to what was typed. */
export function moved(offer: Offer, step: 1 | -1): Offer {
  if (offer.is !== 'open') return offer;
  const stops = offer.choices.length + 1;
  return { ...offer, at: ((offer.at + 1 + step + stops) % stops) - 1 };
}

export function chosenIn(offer: Offer): Choice | undefined {
  return offer.is === 'open' ? offer.choices[offer.at] : undefined;
}
