import { type IconName, iconHref } from './icon-name.ts';

interface Props {
  name: IconName;
  small?: boolean;
}

/** A drawing of the sprite; the twin of Icon.astro for components that both sides render. */
export function Icon({ name, small = false }: Props) {
  return (
    <svg className={small ? 'i i--s' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  );
}
