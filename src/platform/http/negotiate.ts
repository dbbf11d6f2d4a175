import Negotiator from 'negotiator';

/** The encodings in which files are stored, best first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best of our encodings that the client accepts, regardless of its preferences; null: none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...encodings]);
  return encodings.find((encoding) => accepted.includes(encoding)) ?? null;
}

const accepting = (accept: string) => new Negotiator({ headers: { accept: accept.toLowerCase() } });

/** True for browsers: they prefer text/html to JSON. Scripts that accept anything get JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (!accept) return false;
  return (
    accepting(accept).mediaType(['application/json', 'application/problem+json', 'text/html']) === 'text/html'
  );
}

/** Whether a client names this type. A client that accepts it only by a wildcard may not be able to show it. */
export const namesType = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && accepting(accept).mediaTypes().includes(type);
