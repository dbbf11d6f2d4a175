/** The most applications that one account can register. */
export const maxApplications = 10;
export const maxApplicationNameLength = 60;
export const maxWebsiteLength = 200;
/** Addresses to which an application may have users sent back. */
export const maxRedirectAddresses = 10;

/** How long an application may use what a user allowed; afterwards it asks again. */
export const accessDays = 30;
/** How long a code can be exchanged for a token. */
export const codeSeconds = 60;
/** A code is remembered for this long after it expired, so that using it twice withdraws its token. */
export const usedCodeDays = 1;
/** The most tokens of one user that an application has, such as one for each device: another one replaces the oldest. */
export const maxTokensOfApplication = 5;
/** The most tokens of one account that applications have, expired ones included. */
export const maxApplicationTokens = 50;

/** The parameters with which an application asks for access, in the order in which our own links have them. */
export const askedNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
