import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { isPlainClick } from './dom.ts';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  href: string;
  /** called instead of following the link, for a plain click */
  onPress?: (() => void) | undefined;
}

/** A real link: a middle click or a modifier opens it elsewhere, copying works, a plain click is handled by the island. */
export function PlainLink({ href, onPress, ...link }: Props) {
  const press = (event: MouseEvent) => {
    if (!onPress || !isPlainClick(event)) return;
    event.preventDefault();
    onPress();
  };
  return <a href={href} {...link} onClick={press} />;
}
