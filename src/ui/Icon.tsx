import { type IconName, iconHref } from './icon-name.ts';

interface Props {
  name: IconName;
  small?: boolean;
}

/** An icon of the sprite; the same as Icon.astro for React components. */
export function Icon({ name, small = false }: Props) {
  return (
    <svg className={small ? 'i i--s' : 'i'} aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  );
}
