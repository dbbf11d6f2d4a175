/** A key or a combination, and what it does. `isLetter`: a single character, which users can switch off. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  readonly isLetter?: true;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** All keyboard shortcuts of the site, by place. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['S', '/'], does: 'Open the quick search', isLetter: true },
      { keys: ['?'], does: 'Show this list', isLetter: true },
      { keys: ['Esc'], does: 'Close the window or menu on top' },
      { keys: ['↑', '↓'], does: 'Move through menus and suggestions' },
      { keys: ['Enter'], does: 'Choose the marked suggestion' },
    ],
  },
  {
    title: 'Replay viewer',
    shortcuts: [
      { keys: ['Space'], does: 'Play or pause' },
      { keys: ['←', '→'], does: 'Move by a second, with Shift by a tenth' },
      { keys: ['+', '−'], does: 'Play faster or slower', isLetter: true },
      { keys: ['0', '…', '9'], does: 'Jump to a tenth of the run', isLetter: true },
      { keys: ['Z', 'X'], does: 'Zoom into the map or out', isLetter: true },
      { keys: ['I', 'J', 'K', 'L'], does: 'Move the enlarged map up, left, down or right', isLetter: true },
      { keys: ['Ctrl + wheel'], does: 'Zoom at the pointer; on the focused map without Ctrl' },
      { keys: ['C'], does: 'Follow the next car on the map', isLetter: true },
      { keys: ['M'], does: 'Show the run in three dimensions, or on the map again', isLetter: true },
      { keys: ['V'], does: 'Next camera in three dimensions', isLetter: true },
      { keys: ['F'], does: 'Full screen', isLetter: true },
    ],
  },
  {
    title: 'Track manager of a trackpack',
    shortcuts: [
      { keys: ['Space'], does: 'Pick up or drop the track' },
      { keys: ['↑', '↓'], does: 'Move the row; Page Up, Page Down, Home and End move it further' },
      { keys: ['Ctrl + Z'], does: 'Undo the last step' },
    ],
  },
  {
    title: 'Moderation',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next or previous case', isLetter: true },
      { keys: ['↑', '↓'], does: 'The same' },
      { keys: ['Enter'], does: 'Open the selected case' },
      { keys: ['T'], does: 'Take the case', isLetter: true },
      { keys: ['X'], does: 'Close the case without action', isLetter: true },
      { keys: ['U'], does: 'Go back to the queue', isLetter: true },
      { keys: ['Ctrl + Enter'], does: 'Submit' },
    ],
  },
  {
    title: 'Pictures',
    shortcuts: [
      { keys: ['←', '→'], does: 'Show the previous or next picture' },
      { keys: ['Home', 'End'], does: 'Show the first or last picture' },
    ],
  },
];
