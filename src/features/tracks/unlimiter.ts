/** Names of the Unlimiter versions, starting at number 1 in the API. */
export const unlimiterVersions = ['0.4', '0.6', '0.7', '1.1', '1.2', '1.3', '2.0', '2.1'];

export const unlimiterName = (version: number): string =>
  unlimiterVersions[version - 1] ?? `version ${version}`;
