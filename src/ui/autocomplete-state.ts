/** One suggestion. */
export interface Choice {
  id: number;
  label: string;
}

/** The suggestions below the box. `at` is the choice that Enter selects; -1: none, Enter belongs to the box. */
export type Offer =
  | { is: 'closed' }
  | { is: 'loading' }
  | { is: 'none' }
  | { is: 'open'; choices: readonly Choice[]; at: number };

export const closed: Offer = { is: 'closed' };

/** New suggestions; a selected choice stays selected if it is still included. */
export function offerOf(choices: readonly Choice[], before: Offer = closed): Offer {
  if (choices.length === 0) return { is: 'none' };
  const marked = chosenIn(before);
  return { is: 'open', choices, at: marked ? choices.findIndex(({ id }) => id === marked.id) : -1 };
}

/** Moves the selection: through the choices and, between last and first, back to the typed text. */
export function moved(offer: Offer, step: 1 | -1): Offer {
  if (offer.is !== 'open') return offer;
  const stops = offer.choices.length + 1;
  return { ...offer, at: ((offer.at + 1 + step + stops) % stops) - 1 };
}

export function chosenIn(offer: Offer): Choice | undefined {
  return offer.is === 'open' ? offer.choices[offer.at] : undefined;
}
