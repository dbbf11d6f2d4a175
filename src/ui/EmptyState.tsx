import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';

interface Props {
  what: string;
  why?: string;
  icon?: IconName;
  children?: ReactNode;
}

/** An empty list: what is missing, why, and a link or button. */
export function EmptyState({ what, why, icon = 'search', children }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <b>{what}</b>
      {why && <span>{why}</span>}
      {children}
    </div>
  );
}
