import { describe, expect, test } from 'vitest';
import { parseQuery } from '#lib/query-language/parse.ts';
import { apiParams } from '#lib/query-language/search.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { openApi } from '#platform/lists/openapi.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { trackRanges } from './ranges.ts';
import { trackSearch } from './search.ts';
import { trackList } from './server/list.ts';

const search = trackSearch(siteByCode(await allSites(), 'tmnf'));
const paramsOf = (query: string) =>
  Object.keys(apiParams(parseQuery(query, search.keys), search.keys, search.words));
const document = JSON.stringify(openApi({ 'GET /api/tracks': listEndpoint(trackList) }));

describe.each(Object.entries(trackRanges))('the range %s', (name, range) => {
  const { params, examples, label } = range;

  test('is a key of the search box', () => {
    const bounds = `${examples[0]}...${examples[1]}`;
    expect(paramsOf(`${name}:${bounds}`)).toEqual(params);
    for (const alias of 'aliases' in range ? range.aliases : [])
      expect(paramsOf(`${alias}:${bounds}`)).toEqual(params);
    expect(paramsOf(`${name}:${examples[0]}...`)).toEqual([params[0]]);
    expect(paramsOf(`${name}:...${examples[1]}`)).toEqual([params[1]]);
  });

  test('has a row in the filter window', () => {
    expect(search.groups.flatMap(({ keys }) => keys)).toContain(name);
    expect(new Map<string, object>(Object.entries(search.keys)).get(name)).toMatchObject({
      label,
      control: 'range',
    });
  });

  test('is in the API document', () => {
    for (const param of [...params, ...('otherParams' in range ? range.otherParams : [])])
      expect(document).toContain(`"name":"${param}"`);
  });
});
