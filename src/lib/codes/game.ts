/** The games whose files an edition may accept, as told from the file itself. */
export const gameFormats = ['TM 1.0', 'TM Power Up', 'TMO', 'TMS', 'TMN ESWC', 'TMU', 'TMF'] as const;
export type GameFormat = (typeof gameFormats)[number];
