import { expect, test } from 'vitest';
import { app } from '#app.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { isFileAction } from '#platform/uploads/file-action.ts';

/** Writes that nothing declares, each with the reason. */
const byHand: Readonly<Record<string, string>> = {
  'POST /oauth/token': 'programs send a code and no anti-forgery token, and expect the errors of RFC 6749',
  'POST /oauth/revoke': 'programs send a token and no anti-forgery token, and expect the errors of RFC 6749',
  'POST /notices/unsubscribe': 'the token in the address is the proof, and mail programs send nothing else',
};

/** The addresses of the API that writes declare. */
const doors: ReadonlySet<string> = new Set(
  Object.values(app.routes).flatMap(({ api = [] }) => api.map(({ at }) => at)),
);

/** Only `action`, `tokenEndpoint` and `fileAction` make such endpoints. */
const isDeclared = (endpoint: Endpoint) => 'perform' in endpoint || isFileAction(endpoint);

const undeclared = (routes: RouteTable) =>
  Object.entries(routes).flatMap(([route, endpoint]) =>
    route.startsWith('GET ') || isDeclared(endpoint) || doors.has(route) ? [] : [route],
  );

test('every write is an action, with files or without, or a token endpoint, except those of the list', () => {
  expect(undeclared(app.routes).sort()).toEqual(Object.keys(byHand).sort());
});

test('a write made by hand is found', () => {
  const handmade: Endpoint = { handle: async () => ({ status: 204 }) };
  expect(undeclared({ 'POST /handmade': handmade, 'GET /page': handmade })).toEqual(['POST /handmade']);
});

test('a form with files may be larger than a file, which then gets its own message, and as large as an account may send at once', () => {
  const forms = Object.entries(app.routes as RouteTable).flatMap(([route, endpoint]) =>
    isFileAction(endpoint) ? [{ route, ...endpoint.limits }] : [],
  );
  expect(forms.length).toBeGreaterThan(0);
  const narrow = forms.filter(({ formBytes, fileBytes }) => formBytes < fileBytes + 4 * 1024 * 1024);
  expect(narrow.map(({ route }) => route)).toEqual([]);
  // otherwise its files could never be sent
  const neverFit = forms.filter(({ formBytes }) => formBytes > formBounds.concurrentBytes);
  expect(neverFit.map(({ route }) => route)).toEqual([]);
});
