import { type TokenScope, tokenScopeNames } from '#lib/codes/token-scopes.ts';

/** Errors that RFC 6749, section 4.1.2.1, defines. */
type ErrorCode = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied';

/** Why an application cannot ask for what it asks for. Of interest to its programmers, not to the user. */
export interface AskedMistake {
  readonly error: ErrorCode;
  readonly description: string;
}

/** What an application asks for, apart from itself and the address. */
export interface AskedAccess {
  readonly scopes: readonly TokenScope[];
  /** of the verifier that it sends with the code (RFC 7636) */
  readonly challenge: string;
}

/** Parameters of a request, each of which may be there once. */
type Parameters = Pick<URLSearchParams, 'getAll'>;

/** The value of a parameter; null: it is missing or empty, or there are several. */
export function single(parameters: Parameters, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

const known: ReadonlySet<string> = new Set(tokenScopeNames);

/** The scopes of a list with spaces; null if one is unknown or there is none. In our own order. */
function scopesIn(text: string | null): TokenScope[] | null {
  const names = new Set(text?.split(' ').filter((name) => name !== ''));
  if (names.size === 0 || [...names].some((name) => !known.has(name))) return null;
  return tokenScopeNames.filter((name) => names.has(name));
}

/** The longest request: with its address, the page of it is still one to which a sign-in can lead back. */
export const maxAskedLength = 1800;

const repeatable = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'];

/** Reads what an application asks for. Its client and its address have been checked. */
export function accessAsked(parameters: URLSearchParams): AskedAccess | AskedMistake {
  const mistake = (error: ErrorCode, description: string) => ({ error, description });
  const twice = repeatable.find((name) => parameters.getAll(name).length > 1);
  if (twice) return mistake('invalid_request', `${twice} is sent more than once`);
  const type = single(parameters, 'response_type');
  if (type === null) return mistake('invalid_request', 'response_type is missing');
  if (type !== 'code') return mistake('unsupported_response_type', 'response_type must be code');
  const challenge = single(parameters, 'code_challenge');
  if (challenge === null) return mistake('invalid_request', 'code_challenge is missing');
  if (single(parameters, 'code_challenge_method') !== 'S256')
    return mistake('invalid_request', 'code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(challenge))
    return mistake('invalid_request', 'code_challenge must be a SHA-256 as base64url');
  const scopes = scopesIn(single(parameters, 'scope'));
  if (scopes === null)
    return mistake('invalid_scope', `scope must name some of: ${tokenScopeNames.join(' ')}`);
  return { scopes, challenge };
}
