/** The encodings files are kept in, best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding the client takes; null: plain. A weight of 0 is a refusal (RFC 9110 §12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  const weights = weightsOf(header);
  for (const encoding of encodings) {
    if ((weights.get(encoding) ?? weights.get('*') ?? 0) > 0) return encoding;
  }
  return null;
}

/** True for a person's browser: it names text/html before JSON. Scripts that accept anything get JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (!accept) return false;
  const weights = weightsOf(accept);
  const json = Math.max(weights.get('application/json') ?? 0, weights.get('application/problem+json') ?? 0);
  return (weights.get('text/html') ?? 0) > json;
}

/** Whether a client names this very type among those it takes; anything it takes by a wildcard it need not understand. */
export const namesType = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && (weightsOf(accept).get(type) ?? 0) > 0;

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name, ...params] = entry.split(';');
    const q = params.find((param) => param.trim().startsWith('q='));
    weights.set(name?.trim().toLowerCase() ?? '', q ? Number(q.trim().slice(2)) || 0 : 1);
  }
  return weights;
}
