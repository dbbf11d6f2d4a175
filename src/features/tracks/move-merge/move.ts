import { environmentById } from '#lib/codes/environment.ts';
import type { Site } from '#sites/schema.ts';

const nameOf = (id: number) => environmentById(id)?.name ?? 'unknown';

/** Why an edition does not take a track; null if it does. Moderators decide about a file of another game. */
export function misfit(
  site: Pick<Site, 'label' | 'environments' | 'cars'>,
  { environment, car }: { readonly environment: number; readonly car: number },
): string | null {
  if (!site.environments.includes(environment))
    return `${site.label} takes no ${nameOf(environment)} tracks.`;
  return site.cars.includes(car) ? null : `${site.label} takes no tracks with the ${nameOf(car)} car.`;
}

/** An edition in the form, with a warning if its games differ from that of the file. */
export const editionOption = ({ label, formats }: Pick<Site, 'label' | 'formats'>, game: string): string =>
  (formats as readonly string[]).includes(game)
    ? label
    : `${label} (its games are ${formats.join(', ')}; the file is of ${game})`;

/** The tags of another edition with the same names; its first tag if none has. */
export function tagsThere(
  from: Pick<Site, 'tags'>,
  to: Pick<Site, 'tags'>,
  tags: readonly number[],
): number[] {
  const names = from.tags.filter(({ id }) => tags.includes(id)).map(({ name }) => name);
  const found = to.tags.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  return found.length > 0 ? found : to.tags.slice(0, 1).map(({ id }) => id);
}
