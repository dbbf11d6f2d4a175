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

/** Lines of a stream of bytes, without empty ones. Each ends with a line break, also the last one. */
async function* linesOf(stream) {
  let rest = '';
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') throw new TypeError('The list broke off within a row.');
}

/** The method, path, query and body of a call. Parts of the path are replaced by the parameters of that name. */
function requestOf(name, { body, form, ...named }) {
  const [method, template] = name.split(' ');
  const parts = new Set();
  const path = template.replace(/\{(\w+)\}/g, (_, part) => {
    parts.add(part);
    return encodeURIComponent(String(named[part]));
  });
  const query = Object.fromEntries(Object.entries(named).filter(([key]) => !parts.has(key)));
  return { method, path, query, body: form ? formOf(form) : body };
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) form.append(name, one instanceof Blob ? one : textOf(one));
  return form;
}

/** The API of one edition. */
export function paddock(site, { token, fetch = globalThis.fetch } = {}) {
  const ask = async (path, query, { signal, accept = 'application/json', method = 'GET', body } = {}) => {
    const isForm = body instanceof FormData;
    const headers = {
      accept,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    };
    const sent = body === undefined || isForm ? body : JSON.stringify(body);
    const response = await fetch(addressOf(site, path, query), { method, headers, signal, body: sent });
    if (response.ok) return response;
    throw await refusalOf(response);
  };
  return {
    list: async (path, query, { signal } = {}) => (await ask(path, query, { signal })).json(),
    async call(name, sent = {}, { signal } = {}) {
      const { path, query, method, body } = requestOf(name, sent);
      return (await ask(path, query, { signal, method, body })).json();
    },
    async *rows(path, query, { signal } = {}) {
      const { body } = await ask(path, query, { signal, accept: 'application/x-ndjson' });
      for await (const line of linesOf(body)) yield JSON.parse(line);
    },
  };
}
