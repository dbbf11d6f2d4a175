import { daysBefore } from '#lib/codes/durations.ts';
import type { TextHint } from './floods.ts';

/** This many accounts on the network of a new one are a hint; fewer are a family. */
const manyAccounts = 3;
/** Accounts of this age are no longer new. */
const newDays = 30;

/** The facts about an account that writes, and those that share its network. */
export interface NetworkFacts {
  readonly registeredAt: Date;
  readonly others: readonly { readonly name: string; readonly isSanctioned: boolean }[];
}

/** The hint that one person may use many accounts; null for old accounts and small networks. */
export function accountsHint({ registeredAt, others }: NetworkFacts, now: Date): TextHint | null {
  if (registeredAt <= daysBefore(now, newDays)) return null;
  const sanctioned = others.filter(({ isSanctioned }) => isSanctioned);
  if (sanctioned.length > 0)
    return {
      key: 'accounts',
      score: 60,
      text: `New account on the same network as ${listed(sanctioned)}, muted or suspended. Not proof on its own.`,
    };
  if (others.length + 1 < manyAccounts) return null;
  return {
    key: 'accounts',
    score: Math.min(50, 20 + 5 * (others.length + 1 - manyAccounts)),
    text: `New account on the same network as ${listed(others)}. Not proof on its own: families and schools share networks.`,
  };
}

const shown = 5;

function listed(others: NetworkFacts['others']): string {
  const names = others.slice(0, shown).map(({ name }) => name);
  const rest = others.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}
