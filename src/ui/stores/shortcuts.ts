const key = 'letters';

/** Whether shortcuts of a single character are switched off in this browser. */
export const areLettersOff = (): boolean => localStorage.getItem(key) === 'off';

/** Switches shortcuts of a single character. */
export function switchLetters(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}
