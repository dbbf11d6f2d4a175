import { forSite } from '#db/for-site.ts';
import { hourMs } from '#lib/codes/durations.ts';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { downloadReply } from '#platform/files/direct.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedJson, taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { ReadEndpoint } from '#platform/lists/read-operation.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { dumpsStored } from './make-dumps.ts';
import { publicKeyOf } from './signature.ts';

const caching = `public, max-age=${hourMs / 1000}`;

/** `GET /api/dumps`: the dumps of this edition, the newest first. */
const dumpsEndpoint: ReadEndpoint = {
  isShared: true,
  operation: {
    name: 'dumps',
    about: `Everything that visitors see on this edition, made every night; the last ${dumpsStored} are stored. Each list is a file with a row in each line, compressed with Zstandard and gzip. Entries of packs and the addresses and hashes of all files of tracks and replays are files, too. schema.json describes the rows. The manifest contains the SHA-256 of each file, and Changes, from which /api/changes continues. It is signed with Ed25519; the key is at Key.`,
    parameters: [],
    example: { about: 'The latest dumps', query: '' },
    answer: {
      about: 'Dumps with the addresses of their files, the newest first.',
      type: 'application/json',
      schema: {
        type: 'object',
        properties: {
          Key: { type: 'string' },
          Results: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                Dump: { type: 'string' },
                Manifest: { type: 'string' },
                Signature: { type: 'string', description: 'Of the bytes of the manifest, in Base64.' },
                Files: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      Path: { type: 'string' },
                      Size: { type: 'integer' },
                      Sha256: { type: 'string' },
                    },
                    required: ['Path', 'Size', 'Sha256'],
                  },
                },
              },
              required: ['Dump', 'Manifest', 'Signature', 'Files'],
            },
          },
        },
        required: ['Key', 'Results'],
      },
    },
    refusals: {},
  },
  async handle(ctx, request) {
    const rows = await forSite(ctx, 'dump')
      .innerJoin('dump_file as f', (join) =>
        join.onRef('f.site', '=', 'dump.site').onRef('f.dump_id', '=', 'dump.dump_id'),
      )
      .where('f.site', '=', ctx.site.code)
      .orderBy('dump.dump_id', 'desc')
      .orderBy('f.name')
      .select(['dump.dump_id', 'dump.signature', 'f.name', 'f.size_bytes', 'f.sha256'])
      .execute();
    const dumps = Map.groupBy(rows, ({ dump_id }) => dump_id);
    const Results = [...dumps].map(([dumpId, files]) => ({
      Dump: dumpId,
      Manifest: routes.dumpFile(dumpId, 'manifest.json'),
      Signature: files[0]?.signature,
      Files: files.map(({ name, size_bytes, sha256 }) => ({
        Path: routes.dumpFile(dumpId, name),
        Size: size_bytes,
        Sha256: sha256,
      })),
    }));
    return taggedJson(request, JSON.stringify({ Key: routes.dumpKey(), Results }), 'public, max-age=300');
  },
};

const types: readonly (readonly [ending: string, type: string])[] = [
  ['.json', 'application/json; charset=utf-8'],
  ['.gz', 'application/gzip'],
  ['.zst', 'application/zstd'],
  ['.sig', 'text/plain; charset=utf-8'],
];

const fileEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, { dumpId = '', name = '' }) {
    const file = await forSite(ctx, 'dump_file')
      .innerJoin('dump', (join) =>
        join.onRef('dump.site', '=', 'dump_file.site').onRef('dump.dump_id', '=', 'dump_file.dump_id'),
      )
      .where('dump.site', '=', ctx.site.code)
      .where('dump_file.dump_id', '=', dumpId)
      .where('dump_file.name', '=', name)
      .select(['dump_file.sha256', 'dump.made_at'])
      .executeTakeFirst();
    const blob = file && (await ctx.files.open(file.sha256));
    if (!blob) throw notFound('This file of a dump');
    return downloadReply(request, {
      blob,
      sha256: file.sha256,
      modifiedAt: file.made_at,
      headers: {
        'content-type': types.find(([ending]) => name.endsWith(ending))?.[1] ?? 'application/octet-stream',
        'content-disposition': attachmentHeader(`${ctx.site.code}-${dumpId}-${name}`),
        'cache-control': caching,
      },
    });
  },
};

const keyEndpoint: Endpoint = {
  isShared: true,
  handle: async ({ secrets }, request) =>
    taggedReply(request, { body: publicKeyOf(secrets), type: 'application/x-pem-file', caching }),
};

/** Dumps and their files. */
export const dumpRoutes: RouteTable = {
  [get(routes.apiDumps)]: dumpsEndpoint,
  [get(routes.dumpKey)]: keyEndpoint,
  [get(routes.dumpFile)]: fileEndpoint,
};
