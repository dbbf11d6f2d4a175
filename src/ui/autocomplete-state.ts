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

export const offerOf = (choices: readonly Choice[]): Offer =>
  choices.length === 0 ? { is: 'none' } : { is: 'open', choices, at: -1 };

/** Where the arrows lead: round through the choices and, between last and first, back to what was typed. */
export function moved(offer: Offer, step: 1 | -1): Offer {
  if (offer.is !== 'open') return offer;
  const stops = offer.choices.length + 1;
  return { ...offer, at: ((offer.at + 1 + step + stops) % stops) - 1 };
}

export const chosenIn = (offer: Offer): Choice | undefined =>
  offer.is === 'open' ? offer.choices[offer.at] : undefined;
