import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';

interface Props {
  what: string;
  why?: string;
  icon?: IconName;
  /** address of a picture that is shown instead of the icon, such as that of the track whose list is empty */
  picture?: string;
  /** one line, for lists that do not invite anyone to fill them */
  isLine?: boolean;
  children?: ReactNode;
}

/** An empty list: what is missing, why, and a link or button. */
export function EmptyState({ what, why, icon = 'search', picture, isLine = false, children }: Props) {
  return (
    <div className={isLine ? 'empty empty--line' : 'empty'}>
      {picture ? (
        <img className="empty__pic" src={picture} alt="" width="256" height="160" />
      ) : (
        !isLine && <Icon name={icon} />
      )}
      <b>{what}</b>
      {why && <span>{why}</span>}
      {children}
    </div>
  );
}
