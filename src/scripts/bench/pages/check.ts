import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readOf, type Sender } from './people.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** The body of a response as text. */
export function textOf({ head, body }: WireAnswer): string {
  if (/\r\ncontent-encoding: br\b/.test(head)) return brotliDecompressSync(body).toString();
  return (/\r\ncontent-encoding: gzip\b/.test(head) ? gunzipSync(body) : body).toString();
}

/** The server refused for lack of time, or because of a limit. */
export const isRefusal = ({ status }: Pick<WireAnswer, 'status'>): boolean =>
  status === 503 || status === 429;

/** What is wrong with the response to a read, or null. `whole`: its text is checked too, which costs the client time. */
export function mistakeIn(path: string, answer: WireAnswer, whole: boolean): string | null {
  if (answer.status !== 200) return `${path} answered ${answer.status}`;
  if (!whole) return null;
  const text = textOf(answer);
  if (path.startsWith('/api/')) {
    const isList = /^\{"More":(true|false),"Results":\[.*\]\}$/s.test(text);
    return isList ? null : `${path} is not a list: ${text.slice(0, 80)}`;
  }
  if (!text.trimEnd().endsWith('</html>')) return `${path} is not a complete page`;
  const canonical = /<link rel="canonical" href="[^"]*?\/\/[^"/]+([^"?]*)/.exec(text)?.[1];
  const isOther = canonical !== undefined && canonical !== path.split('?')[0];
  return isOther ? `${path} shows the page ${canonical}` : null;
}

/** Reads a page, or throws if the response is not as expected. */
export async function readWell(
  wire: Wire,
  host: string,
  sender: Sender,
  path: string,
  encoding?: string,
): Promise<WireAnswer> {
  const answer = await wire.ask(readOf(host, sender, path, encoding));
  const mistake = mistakeIn(path, answer, true);
  if (mistake !== null) throw new Error(mistake);
  return answer;
}
