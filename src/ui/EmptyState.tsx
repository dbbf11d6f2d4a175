import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';

interface Props {
  what: string;
  why?: string;
  icon?: IconName;
  /** one line, for lists that do not invite anyone to fill them */
  isLine?: boolean;
  children?: ReactNode;
}

/** An empty list: what is missing, why, and a link or button. */
export function EmptyState({ what, why, icon = 'search', isLine = false, children }: Props) {
  return (
    <div className={isLine ? 'empty empty--line' : 'empty'}>
      {!isLine && <Icon name={icon} />}
      <b>{what}</b>
      {why && <span>{why}</span>}
      {children}
    </div>
  );
}
