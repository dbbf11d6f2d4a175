import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, hasClass, parseHtml, textOf } from '#testing/html.ts';
import { expect, test } from './tools/fixtures.ts';
import type { Answer } from './tools/http.ts';
import { packOf } from './tools/packs.ts';
import { register, type Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** Sends a form as a browser without scripts does. */
async function submit(script: Script, path: string, form: Record<string, string>): Promise<Answer> {
  const { RequestVerificationToken } = await script.viewer();
  return script.send(
    path,
    'POST',
    { ...form, __RequestVerificationToken: RequestVerificationToken },
    'text/html',
  );
}

/** The values of the inputs with these ids. */
const inputsOf = ({ text }: Answer, ids: readonly string[]) => {
  const elements = elementsOf(parseHtml(text, { runsScripts: false }));
  return ids.map((id) => {
    const input = elements.find((element) => attributeOf(element, 'id') === id);
    return input && attributeOf(input, 'value');
  });
};

test('without scripts, a name that belongs to no user is shown again for correction', async ({
  site,
  origin,
}) => {
  const { script } = await register(origin);
  const userId = (await script.viewer()).User?.UserId ?? 0;
  const name = 'Nobody is called this';
  const trackId = await script.upload(trackFile(site, 'One author'), { TrackName: 'One author' });
  const edited = await submit(script, routes.trackEdit(trackId), { 'Authors[0].Name': name });
  expect([edited.status, ...inputsOf(edited, ['edit-author'])]).toEqual([422, name]);

  const packId = await packOf(site, { ownerId: userId, name: 'One owner', isPublic: false });
  for (const path of [routes.trackPackCreate(), routes.trackPackEdit(packId)]) {
    const form = { PackName: 'One owner', 'Managers[0].Name': name, 'Managers[0].Role': 'tests' };
    const refused = await submit(script, path, form);
    const typed = inputsOf(refused, ['pack-manager', 'pack-role']);
    expect([path, refused.status, ...typed]).toEqual([path, 422, name, 'tests']);
  }
});

test('a refusal without a form shows its status, its title and the reason', async ({ site, origin }) => {
  const { script: author } = await register(origin);
  const { script: other } = await register(origin);
  const trackId = await author.upload(trackFile(site, 'Not yours'), { TrackName: 'Not yours' });
  const longName = { ['n'.repeat(201)]: '1' };
  for (const [answer, status, title, heading, reason] of [
    [await other.arrive('/nowhere'), 404, 'Not found', 'Off track', '/nowhere'],
    [await other.arrive(routes.trackEdit(trackId)), 403, 'Not allowed', 'Not allowed', 'Only its authors'],
    [await submit(other, routes.threadCreate(2), longName), 413, 'Too Large', 'Too Large', 'Back button'],
  ] as const) {
    const elements = elementsOf(parseHtml(answer.text));
    const textsOf = (found: typeof elements) => found.map(textOf);
    const named = (tag: string) => textsOf(elements.filter(({ tagName }) => tagName === tag));
    expect(answer.status).toBe(status);
    expect(textsOf(elements.filter(hasClass('big-state__n')))).toEqual([String(status)]);
    expect(named('h1')).toEqual([heading]);
    expect(named('title')[0]).toContain(title);
    expect(named('main')[0]).toContain(reason);
  }
});
