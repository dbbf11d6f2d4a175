/** A refusal of the API. */
export class ApiError extends Error {
  /** @param {{ status: number, detail: string, field?: string, retryAfterSeconds?: number }} refusal */
  constructor({ status, detail, field, retryAfterSeconds }) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const textOf = (value) => (typeof value === 'boolean' ? String(Number(value)) : String(value));

function addressOf(site, path, query) {
  const url = new URL(path, site);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      url.searchParams.set(name, Array.isArray(value) ? value.map(textOf).join() : textOf(value));
  return url;
}

async function refusalOf(response) {
  const body = await response.json().catch(() => ({}));
  const seconds = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    detail: body.detail ?? `The answer has status ${response.status}.`,
    field: body.field,
    retryAfterSeconds: seconds > 0 ? seconds : undefined,
  });
}

/** Lines of a stream of bytes, without empty ones. */
async function* linesOf(stream) {
  let rest = '';
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

/** The API of one edition. */
export function paddock(site, { token, fetch = globalThis.fetch } = {}) {
  const ask = async (path, query, { signal } = {}, accept = 'application/json') => {
    const headers = { accept, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const response = await fetch(addressOf(site, path, query), { headers, signal });
    if (response.ok) return response;
    throw await refusalOf(response);
  };
  return {
    list: async (path, query, options) => (await ask(path, query, options)).json(),
    async *rows(path, query, options) {
      const { body } = await ask(path, query, options, 'application/x-ndjson');
      for await (const line of linesOf(body)) yield JSON.parse(line);
    },
  };
}
