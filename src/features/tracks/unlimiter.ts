/** Names of the Unlimiter versions by their number on the wire (tmx-api §2.6). */
const names = [undefined, '0.4', '0.6', '0.7', '1.1', '1.2', '1.3', '2.0', '2.1'];

export const unlimiterName = (version: number): string => names[version] ?? `version ${version}`;
