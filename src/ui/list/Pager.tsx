import type { ListAddress } from '#lib/query-language/address.ts';
import { Icon } from '#ui/Icon.tsx';
import type { IconName } from '#ui/icon-name.ts';
import { PlainLink } from '#ui/PlainLink.tsx';
import type { ListState, ListStore } from './list-store.ts';

interface Props<Row extends object> {
  store: ListStore<Row>;
  state: ListState<Row>;
  href: (change: Partial<ListAddress>) => string;
}

/** First, previous, next: real addresses, so that they work in a new tab and without JavaScript. */
export function Pager<Row extends object>({ store, state: { page }, href }: Props<Row>) {
  const first = page.firstId ?? page.from;
  const canGoBack = page.hasPrevious && first !== null;
  if (!canGoBack && page.nextFrom === null) return null;
  return (
    <nav className="pager" id="pages" tabIndex={-1} aria-label="Pages">
      <Step
        label="First page"
        icon="first"
        href={canGoBack ? href({}) : null}
        onPress={() => store.first()}
      />
      <Step
        label="Previous page"
        icon="left"
        rel="prev"
        href={canGoBack ? href({ from: first, back: true }) : null}
        onPress={() => store.previous()}
        isNamed
      />
      <Step
        label="Next page"
        icon="right"
        rel="next"
        href={page.nextFrom === null ? null : href({ from: page.nextFrom })}
        onPress={() => store.next()}
        isNamed
      />
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: IconName;
  /** null: there is no such page */
  href: string | null;
  rel?: string;
  isNamed?: boolean;
  onPress: () => void;
}

function Step({ label, icon, href, rel, isNamed = false, onPress }: StepProps) {
  const inside = (
    <>
      <Icon name={icon} small />
      {isNamed && <span>{label}</span>}
    </>
  );
  const look = isNamed ? 'btn' : 'btn btn--icon';
  if (href === null) {
    return (
      <button type="button" className={look} disabled aria-label={label}>
        {inside}
      </button>
    );
  }
  return (
    <PlainLink className={look} href={href} rel={rel} aria-label={label} onPress={onPress}>
      {inside}
    </PlainLink>
  );
}
