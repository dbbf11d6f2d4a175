import { expect, test } from 'vitest';
import { Site } from '#sites/schema.ts';
import { editionLinks } from './edition-links.ts';

const edition = (code: string, host: string) =>
  Site.parse({
    code,
    order: 1,
    label: code.toUpperCase(),
    name: 'Name',
    host,
    environments: [7],
    cars: [7],
    formats: ['TMF'],
    tags: [{ id: 0, name: 'Race' }],
    capabilities: { showsEnvironmentOverlay: false, playLink: { kind: 'maniacode' }, hasReplayLogins: true },
    gameSite: code,
    texts: { tagline: 'Tagline', about: 'About' },
  });
const here = edition('aa', 'aa.localhost');
const there = edition('bb', 'bb.example.org');

test.each([
  ['http://aa.localhost:4321', 'http://bb.example.org:4321/'],
  ['https://aa.example.org', 'https://bb.example.org/'],
])('from %s another edition is at %s', (origin, href) => {
  const [own, other] = editionLinks([here, there], here, origin);
  expect(own).toMatchObject({ href: '/', isCurrent: true });
  expect(other).toMatchObject({ href, isCurrent: false, label: 'BB' });
  const [, forPerson] = editionLinks([here, there], here, origin, true);
  expect(forPerson?.href).toBe(`${href}login/from/aa`);
});
