import { routes } from '#routes/routes.ts';

interface Props {
  person: { readonly UserId: number };
  size?: 'mini' | 'large';
  /** of an uploaded picture, if it is known: the address changes with the picture */
  version?: string | null;
}

/** Pixels at which a picture is shown. */
const shownAt = { mini: 26, large: 128 } as const;

/** The picture of a user. It is always next to their name, which is its text alternative. */
export function Avatar({ person: { UserId }, size = 'mini', version = null }: Props) {
  const address = size === 'mini' ? routes.avatarMini : routes.avatar;
  return (
    <img
      className={`avatar avatar--${size}`}
      src={address(UserId, version)}
      width={shownAt[size]}
      height={shownAt[size]}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
