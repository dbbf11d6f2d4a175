import { readableColour } from './colour.ts';

/** The six steps of a colour channel that have a class: what names use most (f00, f90, 06c…) is among them. */
const STEPS = ['0', '3', '6', '9', 'c', 'f'] as const;

/**
 * The class that paints a game colour: three hex digits in, `tint-f90` out, each digit moved to the nearest of six
 * steps. `tints.css` holds one rule for each of the 216, readable by day and by night.
 *
 * Why classes: the pages' strict CSP forbids style attributes, and a name must suit the day and the night ground,
 * so one value (`<font color>`) is not enough; at 4.5:1 no single colour reads on both. Exact colours would take
 * 4096 rules; 216 are about 2 kB on the wire, cached once for all pages.
 */
export function tintClass(colour: string): string {
  return `tint-${Array.from(colour, (digit) => STEPS[Math.round(Number.parseInt(digit, 16) / 3)]).join('')}`;
}

/** The text of `tints.css`; `vitest run src/lib/game-text -u` writes it again after a change here. */
export function tintStylesheet(): string {
  const rules: string[] = [];
  for (const red of STEPS) {
    for (const green of STEPS) {
      for (const blue of STEPS) {
        const hex = `#${red}${red}${green}${green}${blue}${blue}`;
        const pair = `${readableColour(hex, 'day')}, ${readableColour(hex, 'night')}`;
        rules.push(`  .tint-${red}${green}${blue} {\n    color: light-dark(${pair});\n  }`);
      }
    }
  }
  return `/* Made by tintStylesheet() in tints.ts: letters readable on both grounds. */\n@layer component {\n${rules.join('\n')}\n}\n`;
}
