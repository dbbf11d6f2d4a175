/** The result of a rule: yes, or no with a reason. The reason is a sentence that is shown to the user. */
export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** refused because of the current state rather than a lack of rights: another user may have been faster */
      readonly isConflict?: true;
    };

export const yes: Verdict = { ok: true };
export const no = (reason: string): Verdict => ({ ok: false, reason });
/** No, because of the subject's current state; answered with 409 instead of 403. */
export const conflict = (reason: string): Verdict => ({ ok: false, reason, isConflict: true });
