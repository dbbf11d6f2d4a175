/** Why a form of accounts always works. Nothing else is a reason: what others see, or what only adds a convenience, is refused. */
type Reason = 'signing in and out' | 'the safety of the account' | 'leaving' | 'what only they see';

/** For a write that also works for muted users and on read-only editions, with the reason. */
export const alwaysFor = (_: Reason) => ({ whileMuted: 'allowed', whileReadOnly: 'allowed' }) as const;
