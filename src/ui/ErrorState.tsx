import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  detail: string;
  why?: string;
  children?: ReactNode;
}

/** A failure: the crash icon and 'Error: {detail}'. */
export function ErrorState({ detail, why, children }: Props) {
  return (
    <div className="empty empty--bad" role="alert">
      <Icon name="crash" />
      <b>Error: {detail}</b>
      {why && <span>{why}</span>}
      {children}
    </div>
  );
}
