/** Names of the Unlimiter versions, starting at number 1 in the API. */
export const unlimiterVersions = ['0.4', '0.6', '0.7', '1.1', '1.2', '1.3', '2.0', '2.1'];

/** Stored for tracks that no editor of the games makes, whose files do not say with which version they were made. */
export const unknownUnlimiter = 0;

export const unlimiterName = (version: number): string =>
  version === unknownUnlimiter ? 'version unknown' : (unlimiterVersions[version - 1] ?? `version ${version}`);
