/** What an API token permits, by the names in forms and in the table. */
export const tokenScopes = {
  records: 'Send online records from game servers',
} as const;

export type TokenScope = keyof typeof tokenScopes;
export const tokenScopeNames = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]]; // its keys, of which there is at least one
