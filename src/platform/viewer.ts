import { Level, type UiMode } from '#lib/codes/level.ts';

/** Who is asking, on this edition. Never taken from the request itself: made from the session alone. */
export interface Viewer {
  /** null for a visitor */
  readonly accountId: number | null;
  /** the profile on this edition; 0 for a visitor */
  readonly userId: number;
  readonly name: string;
  readonly level: Level;
  readonly isSupporter: boolean;
  readonly uiMode: UiMode;
}

export const visitor: Viewer = {
  accountId: null,
  userId: 0,
  name: '',
  level: Level.visitor,
  isSupporter: false,
  uiMode: 0,
};
