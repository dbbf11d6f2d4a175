import { withoutInvisible } from '#lib/game-text/invisible.ts';

/** The last part of a path, without control and invisible characters, shortened for messages. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const safe = withoutInvisible(last.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Array.from(safe).slice(0, 150).join('') || 'The file';
}
