/**
 * The parameters that the pages below an address read, by its first segment. Pages that are not listed may read any. Those of views
 * (`replays.from`) are read by every page.
 */
const parameters: Readonly<Record<string, readonly string[]>> = {
  '': [],
  about: [],
  achievements: ['done'],
  api: [],
  contact: [],
  crew: [],
  editions: [],
  forumsshow: ['after', 'before', 'board', 'query'],
  newsshow: ['p'],
  privacy: [],
  rules: [],
  shortcuts: [],
  threadshow: ['on', 'p', 'page'],
  trackpackshow: ['done', 'p'],
  trackshow: ['comment', 'done', 'key', 'p', 'packid', 'posted'],
  usershow: ['p', 'show'],
  videoshow: ['t'],
};

const ofView = /^[a-z]+\.(?:from|dm|order|show)$/;

/**
 * The address of a page with only the parameters that it reads, sorted by name, so that each page is cached under one address.
 * Parameters with the same name stay in their order.
 */
export function pageAddress(target: string): string {
  const question = target.indexOf('?');
  if (question < 0) return target;
  const path = target.slice(0, question);
  const query = new URLSearchParams(target.slice(question));
  const [, segment = ''] = path.split('/', 2);
  const read = Object.hasOwn(parameters, segment) ? parameters[segment] : undefined;
  for (const name of new Set(query.keys()))
    if (read && !read.includes(name) && !ofView.test(name)) query.delete(name);
  query.sort();
  return query.size === 0 ? path : `${path}?${query}`;
}
