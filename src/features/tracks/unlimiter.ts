/** Names of the Unlimiter versions, from number 1 on the wire. */
export const unlimiterVersions = ['0.4', '0.6', '0.7', '1.1', '1.2', '1.3', '2.0', '2.1'];

export const unlimiterName = (version: number): string =>
  unlimiterVersions[version - 1] ?? `version ${version}`;
