import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, type HtmlElement, parseHtml, textOf } from '#testing/html.ts';
import { expect, grant, test } from './tools/fixtures.ts';
import { send } from './tools/http.ts';
import { packOf } from './tools/packs.ts';
import { register, type Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

type Values = Readonly<Record<string, string>>;

/** What a page shows of its form for `action`: as a browser without scripts sees it. */
interface ShownForm {
  /** what its controls contain; of checkboxes and radio buttons, the checked ones */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** the reasons at its fields, by the name of the field */
  readonly errors: Readonly<Record<string, string>>;
  /** the reason above its fields */
  readonly note: string | null;
  readonly focused: string | null;
}

const isControl = ({ tagName }: HtmlElement) => ['input', 'textarea', 'select'].includes(tagName);
const typedInto = (control: HtmlElement): string | null => {
  const type = attributeOf(control, 'type') ?? '';
  if (['checkbox', 'radio'].includes(type) && attributeOf(control, 'checked') === undefined) return null;
  if (control.tagName === 'textarea') return textOf(control);
  if (control.tagName !== 'select') return attributeOf(control, 'value') ?? '';
  const options = elementsOf(control);
  const chosen = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
  return (chosen && attributeOf(chosen, 'value')) ?? '';
};

function formsIn(html: string, action: string): ShownForm[] {
  const page = elementsOf(parseHtml(html, { runsScripts: false }));
  return page
    .filter((element) => element.tagName === 'form' && attributeOf(element, 'action') === action)
    .map((form) => shown(elementsOf(form)));
}

function shown(inside: readonly HtmlElement[]): ShownForm {
  const values = new Map<string, string[]>();
  const errors: Record<string, string> = {};
  for (const control of inside.filter((element) => isControl(element) || element.tagName === 'fieldset')) {
    const name =
      attributeOf(control, 'name') ??
      elementsOf(control)
        .map((one) => attributeOf(one, 'name'))
        .find(Boolean) ??
      '';
    const value = isControl(control) && attributeOf(control, 'type') !== 'hidden' ? typedInto(control) : null;
    if (value !== null) values.set(name, [...(values.get(name) ?? []), value]);
    const described = (attributeOf(control, 'aria-describedby') ?? '').split(' ');
    const error = inside.find(
      (element) =>
        described.includes(attributeOf(element, 'id') ?? '') && attributeOf(element, 'role') === 'alert',
    );
    if (error) errors[name] = textOf(error).trim();
  }
  const alerts = inside.filter(
    (element) => attributeOf(element, 'role') === 'alert' && element.tagName === 'div',
  );
  const focused = inside.find((element) => attributeOf(element, 'autofocus') !== undefined);
  return {
    values,
    errors,
    note: alerts[0] ? textOf(alerts[0]).trim() : null,
    focused: focused ? (attributeOf(focused, 'name') ?? focused.tagName) : null,
  };
}

/** Sends a form as a browser without scripts does, and returns the page that is shown. */
async function submit(script: Script, path: string, form: Values): Promise<{ status: number; text: string }> {
  const { RequestVerificationToken } = await script.viewer();
  const sent = { ...form, __RequestVerificationToken: RequestVerificationToken };
  return script.send(path, 'POST', sent, 'text/html');
}

interface Refused {
  readonly action: string;
  readonly form: Values;
  /** the invalid field, and the beginning of the reason */
  readonly field: string;
  readonly reason: string;
  /** no option of the field has the value that was sent */
  readonly isUnknownOption?: true;
}

/** The reason is at the field and nowhere else, and everything that was typed is still there. */
async function expectAtField(
  script: Script,
  { action, form, field, reason, isUnknownOption }: Refused,
): Promise<void> {
  const { status, text } = await submit(script, action, form);
  const [seen, ...more] = formsIn(text, action).filter(
    (one) => Object.keys(one.errors).length > 0 || one.note !== null,
  );
  expect({ action, status: status >= 400, more }).toEqual({ action, status: true, more: [] });
  expect({ action, errors: Object.keys(seen?.errors ?? {}), note: seen?.note }).toEqual({
    action,
    errors: [field],
    note: null,
  });
  expect(seen?.errors[field]).toContain(reason);
  expect(seen?.focused).toBe(field);
  for (const [name, value] of Object.entries(form)) {
    if (isUnknownOption && name === field) continue;
    expect({ action, name, value: seen?.values.get(name) }).toEqual({
      action,
      name,
      value: expect.arrayContaining([value]),
    });
  }
}

test('each kind of field shows why it was refused, and keeps what was typed', async ({ origin }) => {
  const { script } = await register(origin);
  const cases: readonly Refused[] = [
    {
      action: routes.threadCreate(2),
      form: { Title: 'No', Text: 'What I wrote' },
      field: 'Title',
      reason: 'at least 3',
    },
    {
      action: routes.threadCreate(2),
      form: { Title: 'A good title', Text: ' ' },
      field: 'Text',
      reason: 'at least 2',
    },
    {
      action: routes.accountTokens(),
      form: { Name: 'Server', Days: '30' },
      field: 'Scopes',
      reason: 'choose what',
    },
    {
      action: routes.accountTokens(),
      form: { Name: 'Server', Scopes: 'records', Days: '31' },
      field: 'Days',
      reason: 'must be',
      isUnknownOption: true,
    },
    { action: routes.accountDelete(), form: { Tracks: 'kept' }, field: 'Sure', reason: '' },
  ];
  for (const one of cases) await expectAtField(script, one);
});

test('the large forms show why a field was refused, and keep what was typed', async ({ origin, site }) => {
  const { script } = await register(origin);
  const userId = (await script.viewer()).User?.UserId ?? 0;
  const trackId = await script.upload(trackFile(site, 'Large form'), { TrackName: 'Large form' });
  const packId = await packOf(site, { ownerId: userId, name: 'Large pack', isPublic: false });
  const long = 'x'.repeat(4001);
  const cases: readonly Refused[] = [
    {
      action: routes.trackEdit(trackId),
      form: { TrackName: 'New name', Difficulty: '2', Tags: '0', Routes: '1', AuthorComments: long },
      field: 'AuthorComments',
      reason: '4000',
    },
    {
      action: routes.trackPackEdit(packId),
      form: { PackName: 'x', Description: 'About it', SubmissionsPerUser: '7' },
      field: 'PackName',
      reason: '',
    },
    {
      action: routes.trackPackCreate(),
      form: { PackName: 'Good name', Description: 'About it', SubmissionsPerUser: '0' },
      field: 'SubmissionsPerUser',
      reason: '',
    },
    {
      action: routes.userEdit(),
      form: { About: 'About me', Title: '', Address: 'no spaces' },
      field: 'Address',
      reason: '',
    },
  ];
  for (const one of cases) await expectAtField(script, one);
});

test('the plain form for uploads shows at which of its fields a track was refused', async ({
  origin,
  site,
}) => {
  const { script } = await register(origin);
  const { RequestVerificationToken } = await script.viewer();
  const file = trackFile(site, 'Plainly refused');
  const upload = async (fields: Values) => {
    const body = new FormData();
    const all = {
      __RequestVerificationToken: RequestVerificationToken,
      'TrackEntries[0].TrackName': 'Good name',
      'Global.Difficulty': '2',
      'Global.Tags': '0',
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) if (value !== '-') body.append(name, value);
    body.append('TrackEntries[0].TrackFile', new Blob([new Uint8Array(file.buffer)]), file.name);
    const request = new Request(origin, { method: 'POST', body });
    const { status, text } = await send(origin, routes.trackUpload(), {
      method: 'POST',
      headers: {
        accept: 'text/html',
        origin,
        'x-forwarded-for': script.address,
        cookie: script.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        'content-type': request.headers.get('content-type') ?? '',
      },
      body: Buffer.from(await request.arrayBuffer()),
    });
    const [form] = formsIn(text, routes.trackUpload());
    return {
      status,
      note: form?.note,
      errors: Object.keys(form?.errors ?? {}),
      name: form?.values.get('TrackEntries[0].TrackName'),
    };
  };
  const refused = { status: 422, note: null };
  expect(await upload({ 'TrackEntries[0].TrackName': 'x' })).toEqual({
    ...refused,
    errors: ['TrackEntries[0].TrackName'],
    name: ['x'],
  });
  expect(await upload({ 'Global.Difficulty': '' })).toEqual({
    ...refused,
    errors: ['Global.Difficulty'],
    name: ['Good name'],
  });
  expect(await upload({ 'Global.Tags': '-' })).toEqual({
    ...refused,
    errors: ['Global.Tags'],
    name: ['Good name'],
  });
});

test('forms of one page with the same fields do not mix', async ({ origin, site }) => {
  const { script, name } = await register(origin);
  await grant(name, 'moderator', site);
  const started = await script.post(routes.threadCreate(2), { Title: 'Two forms', Text: 'Of one page' });
  const threadId = Number(/\d+/.exec(JSON.parse(started.text).Link)?.[0]);
  const { text } = await submit(script, routes.threadMerge(threadId), {
    into: 'nonsense',
    Reason: 'Duplicates',
  });
  const [merge] = formsIn(text, routes.threadMerge(threadId));
  expect(merge?.values.get('Reason')).toEqual(['Duplicates']);
  expect([merge?.note, ...Object.values(merge?.errors ?? {})].filter(Boolean)).toHaveLength(1);
  for (const other of [
    routes.toggleThreadLocked(threadId),
    routes.toggleThreadPinned(threadId),
    routes.threadMove(threadId),
  ]) {
    const [form] = formsIn(text, other);
    expect({ reason: form?.values.get('Reason'), errors: form?.errors, note: form?.note }).toEqual({
      reason: [''],
      errors: {},
      note: null,
    });
  }
});

test('forms with the same address differ by their hidden fields', async ({ origin, site }) => {
  const { script, name } = await register(origin);
  await grant(name, 'admin', null);
  const About = 'A board that nobody needs';
  const form = {
    site: site.code,
    section: 'boards',
    act: 'board.create',
    Form: 'new',
    Title: '',
    About,
    Position: '9',
    ReadLevel: '0',
    WriteLevel: '2',
    ReplyLevel: '1',
    Reason: 'A test',
  };
  const { text } = await submit(script, routes.administration(), form);
  const shownForms = formsIn(text, routes.administration());
  expect(shownForms.length).toBeGreaterThan(3);
  expect(shownForms.filter(({ values }) => values.get('About')?.[0] === About)).toHaveLength(1);
  expect(
    shownForms.filter(({ note, errors }) => note !== null || Object.keys(errors).length > 0),
  ).toHaveLength(1);
});

test('a refusal of a form that the page no longer offers is shown above the page', async ({
  origin,
  site,
}) => {
  const { script, name } = await register(origin);
  await grant(name, 'admin', null);
  const form = {
    site: site.code,
    act: 'title.change',
    Form: 'gone',
    Name: 'nobody at all',
    Title: '',
    Reason: 'A test',
  };
  const { text } = await submit(script, routes.administration(), form);
  const page = elementsOf(parseHtml(text));
  const alerts = page.filter(
    (element) =>
      attributeOf(element, 'role') === 'alert' &&
      element.tagName === 'div' &&
      attributeOf(element, 'data-unloaded') === undefined,
  );
  expect(alerts.map(textOf).join()).toContain('nobody at all');
  expect(
    formsIn(text, routes.administration()).every(
      ({ note, errors }) => note === null && Object.keys(errors).length === 0,
    ),
  ).toBe(true);
});

test('a form sent without its session comes back once, with the former token next to a new one', async ({
  origin,
}) => {
  const { script } = await register(origin);
  const { RequestVerificationToken } = await script.viewer();
  const other = (await register(origin)).script;
  await other.post(routes.logout(), {});
  const form = {
    Title: 'After an hour',
    Text: 'A long text\n\nof two paragraphs',
    __RequestVerificationToken: RequestVerificationToken,
  };
  const { text } = await other.send(routes.threadCreate(2), 'POST', form, 'text/html');
  const [seen] = formsIn(text, routes.threadCreate(2));
  expect(seen?.note).toContain('You are signed out');
  expect(seen?.values.get('Text')?.[0]?.trim()).toContain('of two paragraphs');
  const tokens = elementsOf(parseHtml(text)).filter(
    (element) => attributeOf(element, 'name') === '__RequestVerificationToken',
  );
  expect(tokens.filter((token) => attributeOf(token, 'value') === RequestVerificationToken)).toHaveLength(1);
  expect(text.split('Nothing you typed is lost')).toHaveLength(2);
});
