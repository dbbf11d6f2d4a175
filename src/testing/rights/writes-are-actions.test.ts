import { expect, test } from 'vitest';
import { app } from '#app.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';

const files = 'a form with files: its sender is judged before the first byte is received';

/** Writes that are neither an action nor a token endpoint, each with the reason. */
const byHand: Readonly<Record<string, string>> = {
  'POST /notices/unsubscribe': 'the token in the address is the proof, and mail programs send nothing else',
  'POST /trackupload/analyse': files,
  'POST /trackupload/screenshot': files,
  'POST /trackupload': files,
  'POST /multitrackupload': files,
  'POST /trackedit/:id': files,
  'POST /trackreplace/:id': files,
  'POST /replayupload/analyse': files,
  'POST /replayupload': files,
  'POST /trackpackcreate': files,
  'POST /trackpackedit/:id': files,
  'POST /useredit/avatar': files,
  'POST /useredit/banner': files,
};

/** Only `action` and `tokenEndpoint` make endpoints that perform a write by its rule. */
const isDeclared = (endpoint: Endpoint) => 'perform' in endpoint;

const undeclared = (routes: RouteTable) =>
  Object.entries(routes).flatMap(([route, endpoint]) =>
    route.startsWith('GET ') || isDeclared(endpoint) ? [] : [route],
  );

test('every write is an action or a token endpoint, except those of the list', () => {
  expect(undeclared(app.routes).sort()).toEqual(Object.keys(byHand).sort());
});

test('a write made by hand is found', () => {
  const handmade: Endpoint = { handle: async () => ({ status: 204 }) };
  expect(undeclared({ 'POST /handmade': handmade, 'GET /page': handmade })).toEqual(['POST /handmade']);
});
