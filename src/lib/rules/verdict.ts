/** The result of a rule: yes, or no with a reason that can be shown to the user. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export const yes: Verdict = { ok: true };
export const no = (reason: string): Verdict => ({ ok: false, reason });
