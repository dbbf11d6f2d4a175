import { Icon } from '#ui/Icon.tsx';
import { visibilityLabel } from '../../model.ts';

interface Props {
  track: { readonly IsPublic: boolean; readonly IsListed: boolean; readonly IsBeta: boolean };
  /** shows the badge of public tracks too */
  always?: boolean;
  className?: string;
}

/** Marks a hidden or unlisted track in a list. Only authors and moderators get such rows. */
export function VisibilityBadge({ track, always = false, className = '' }: Props) {
  const { IsPublic, IsListed, IsBeta } = track;
  const isOpen = IsPublic && IsListed;
  if (isOpen && !always) return null;
  const look = isOpen ? 'lab--ok' : 'lab--warn';
  const icon = isOpen ? 'eye' : IsPublic ? 'link' : 'hidden';
  return (
    <span className={`${className} lab lab--icon ${look}`}>
      <Icon name={icon} small />
      {visibilityLabel({ isPublic: IsPublic, isListed: IsListed, isBeta: IsBeta })}
    </span>
  );
}
