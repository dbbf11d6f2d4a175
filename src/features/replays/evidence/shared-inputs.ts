import type { SharedInputs } from '#lib/gbx/run/shared-inputs.ts';

/** With fewer changes, two runs have some in common by chance. */
export const enoughChanges = 100;
/** A run that shares so many changes is a copy, or edited from one: it says nothing about other drivers. */
const copyShare = 0.5;

export const isCopy = ({ same, of }: Pick<SharedInputs, 'same' | 'of'>): boolean =>
  of >= enoughChanges && same >= copyShare * of;

export const shareText = ({ same, of }: SharedInputs): string =>
  of < enoughChanges ? 'too few' : `${((100 * same) / of).toFixed(1)} %`;

interface Other {
  readonly shared: SharedInputs | null;
}

/** The run that shares most changes, among those with enough of them. */
export function maxShared<Run extends Other>(
  runs: readonly Run[],
): (Run & { readonly shared: SharedInputs }) | null {
  let best: (Run & { readonly shared: SharedInputs }) | null = null;
  for (const run of runs) {
    const { shared } = run;
    if (shared === null || shared.of < enoughChanges) continue;
    if (best === null || shared.same / shared.of > best.shared.same / best.shared.of)
      best = { ...run, shared };
  }
  return best;
}
