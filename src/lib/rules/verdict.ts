/** The result of a rule: yes, or no with a reason. The reason is a sentence that is shown to the user. */
export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** refused because of the current state rather than a lack of rights: another user may have been faster */
      readonly isConflict?: true;
      /**
       * Answered in this way, also to visitors, who are otherwise asked to sign in. `link`: the page where the viewer can change
       * what the refusal is about; browsers are sent there.
       */
      readonly answer?: { readonly status: 401 | 403; readonly link?: string };
    };

export const yes: Verdict = { ok: true };
export const no = (reason: string): Verdict => ({ ok: false, reason });
/** No, and visitors read the same reason: signing in would not help. */
export const noToAnyone = (reason: string): Verdict => ({ ok: false, reason, answer: { status: 403 } });
/** No, because of the subject's current state; answered with 409 instead of 403. */
export const conflict = (reason: string): Verdict => ({ ok: false, reason, isConflict: true });
