/** 0 follows the system, 1 night, 2 day. */
export const uiModes = ['auto', 'night', 'day'] as const;
export type UiMode = 0 | 1 | 2;
