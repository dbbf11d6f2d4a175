import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';

interface Props {
  what: string;
  why?: string;
  icon?: IconName;
  children?: ReactNode;
}

/** One sentence of what, one of why, and one way out below. */
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
