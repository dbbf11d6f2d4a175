/** The games whose files an edition may accept, as detected from the file. */
export const gameFormats = ['TM 1.0', 'TM Power Up', 'TMO', 'TMS', 'TMN ESWC', 'TMU', 'TMF'] as const;
export type GameFormat = (typeof gameFormats)[number];
