import { routes } from '#routes/routes.ts';
import { demoTrack } from '../tools/demo.ts';
import { newestOnHome } from '../tools/lists.ts';
import type { Person } from '../tools/people.ts';
import { type Browser, until } from './browser.ts';
import type { WatchingProxy } from './watching-proxy.ts';

/** What a job works with. `origin` is that of the proxy, `server` that of the server itself. */
interface Bench {
  readonly browser: Browser;
  readonly proxy: WatchingProxy;
  readonly origin: string;
  readonly server: string;
  readonly person: Person;
}

type Job = (bench: Bench) => Promise<void>;

/** Waits until an expression is true in the page. */
const holds = ({ browser }: Bench, what: string, expression: string) =>
  until(what, () => browser.run(`return Boolean(${expression})`).then(Boolean, () => false)); // the page may be changing

const textOf = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`;
const awake = (bench: Bench) =>
  holds(bench, 'the islands wake', `!document.querySelector('astro-island[ssr][client="load"]')`);
const toast = `[...document.querySelectorAll('.toast')].map((shown) => shown.checkVisibility?.() === false ? '' : shown.textContent).join()`;

async function openTrack(bench: Bench): Promise<void> {
  const { TrackId } = await demoTrack(bench.server);
  await bench.browser.open(bench.origin + routes.trackShow(TrackId));
}

/** Things that people do, in this order: they sign in first. */
export const jobs: Readonly<Record<string, Job>> = {
  'signs in': async (bench) => {
    const { browser, origin, person } = bench;
    await browser.open(origin + routes.login());
    await browser.type('main input[name="Name"]', person.name);
    await browser.type('main input[name="Password"]', person.password);
    await browser.press('main form button[type="submit"], main form button:not([type])');
    await holds(bench, 'the page knows the user', `document.documentElement.dataset.viewer === 'person'`);
  },
  'switches to night and back': async (bench) => {
    const { browser, origin } = bench;
    const ground = () => browser.run('return getComputedStyle(document.documentElement).backgroundColor');
    const choose = (mode: number) =>
      browser.run(`document.querySelector('[data-mode-choice="${mode}"]').click()`);
    await browser.open(origin + routes.about());
    await choose(2);
    const day = await ground();
    await choose(1);
    if ((await ground()) === day) throw new Error('night has the colours of day');
    await choose(0);
  },
  'copies a link at the first press': async (bench) => {
    await openTrack(bench);
    await bench.browser.press('[data-copy]');
    await holds(bench, 'the toast says so', `${toast}.includes('Link copied')`);
  },
  'puts a track on the Play Later list': async (bench) => {
    await openTrack(bench);
    const button = 'main [data-toggle^="playlater"], main [data-toggle*="ater"]';
    const pressed = `document.querySelector('${button}').getAttribute('aria-pressed')`;
    const before = await bench.browser.run(`return ${pressed}`);
    await bench.browser.press(button);
    await holds(bench, 'the button changes', `${pressed} !== ${JSON.stringify(before)}`);
    await holds(bench, 'the toast says so', `${toast}.includes('Play Later')`);
  },
  'drags a track of the Play Later list to its top': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.playLater());
    const found = await browser.run(
      "return (await (await fetch('/api/tracks?count=2&fields=TrackId')).json()).Results.map(({ TrackId }) => TrackId)",
    );
    for (const trackId of found as number[]) // TrackId is a number
      await browser.run(
        `const { RequestVerificationToken } = await (await fetch('/api/viewer')).json();
        const body = new URLSearchParams({ __RequestVerificationToken: RequestVerificationToken, forceAdd: 'true' });
        await fetch('${routes.togglePlayLater(trackId)}', { method: 'PUT', body })`,
      );
    await browser.open(origin + routes.playLater());
    await browser.run(
      `const grips = [...document.querySelectorAll('[data-grip]')];
      const send = (type, target, grip) => {
        const { left, top } = grip.getBoundingClientRect();
        target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + 3, clientY: top + 3 }));
      };
      send('pointerdown', grips.at(-1), grips.at(-1));
      send('pointermove', window, grips[0]);
      send('pointerup', window, grips[0])`,
    );
    await holds(bench, 'the toast says so', `${toast}.includes('to position 1.')`);
  },
  'writes a comment': async (bench) => {
    await openTrack(bench);
    await bench.browser.run(`document.querySelector('main textarea').scrollIntoView({ block: 'center' })`);
    await holds(
      bench,
      'the form wakes',
      `!document.querySelector('main textarea').closest('astro-island[ssr]')`,
    );
    const text = `Written in ${bench.browser.name}`;
    await bench.browser.type('main textarea', text);
    await bench.browser.run(`document.querySelector('main textarea').form.requestSubmit()`);
    await holds(
      bench,
      'the comment is shown',
      `[...document.querySelectorAll('main .prose')].some((shown) => shown.textContent.includes(${JSON.stringify(text)}))`,
    );
  },
  'searches tracks': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.trackSearch());
    await holds(bench, 'the search wakes', `document.querySelector('.q--live')`);
    await browser.type('main .q--live input', 'author:nobody-has-this-name');
    await browser.run(`document.querySelector('main .q--live input').form.requestSubmit()`);
    await holds(
      bench,
      'nothing is found',
      `document.querySelector('main').textContent.includes('No results found')`,
    );
  },
  'sorts a list': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(`${origin}${routes.userSearch()}?view=standard`);
    await holds(bench, 'the search wakes', `document.querySelector('.q--live')`);
    await browser.press('main th .sort');
    await holds(bench, 'the address has the order', `location.search.includes('order')`);
  },
  'finds a track in the quick search': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.about());
    // a prerendered page gets the viewer's part of its header after it is loaded
    await holds(bench, 'the header is whole', `document.documentElement.dataset.viewer !== 'unknown'`);
    await browser.press('[data-quick-search]');
    await holds(bench, 'the window opens', `document.querySelector('[data-quick-window]').open`);
    await browser.type('[data-quick-window] input', 'a');
    await holds(bench, 'results are shown', `document.querySelector('[data-quick-results] .qs__r.is-on')`);
  },
  'turns a page of a list': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.home());
    await browser.press(`#${newestOnHome} a[rel="next"]`);
    await holds(bench, 'the address has the row', `location.search.includes('${newestOnHome}.from')`);
  },
  'plays a replay': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.about());
    const path = await browser.run(
      "const answer = await fetch('/api/replays?count=1&fields=ReplayId,Track.TrackId'); const [{ ReplayId, Track }] = (await answer.json()).Results; return '/trackreplayview/' + Track.TrackId + '?replays=' + ReplayId",
    );
    await browser.open(origin + path);
    const painted =
      "[...document.querySelectorAll('main canvas')].some((canvas) => canvas.width > 0 && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0))";
    await holds(bench, 'the map is painted', painted);
  },
  'downloads a zip': async (bench) => {
    const { browser, origin } = bench;
    await browser.open(origin + routes.trackSearch());
    await holds(bench, 'the search wakes', `document.querySelector('.q--live')`);
    await browser.press('main a[data-zip]');
    // the window opens before its files are counted, and asks after that which of them are wanted
    await holds(bench, 'the window asks', `document.querySelector('dialog[open] button[form="zip-choice"]')`);
    await browser.press('dialog[open] button[form="zip-choice"]');
    await holds(
      bench,
      'tracks are zipped',
      `/successful|saved|complete/i.test(${textOf('dialog[open]')})`,
    ).catch(async (error: unknown) => {
      throw new Error(`${error}; the window says: ${await browser.run(`return ${textOf('dialog[open]')}`)}`);
    });
  },
  'stays on the page while the server is away': async (bench) => {
    const { browser, proxy, origin } = bench;
    await browser.open(origin + routes.home());
    const address = await browser.run('return location.href');
    const rows = await browser.run(`return document.querySelectorAll('#${newestOnHome} .tn').length`);
    proxy.isCut = true;
    try {
      await browser.press(`#${newestOnHome} a[rel="next"]`);
      await holds(
        bench,
        'the page says so',
        `document.querySelector('[data-unloaded]:not([hidden])') || document.querySelector('#${newestOnHome} .empty--bad')`,
      );
      const now = await browser.run(
        `return [location.href, document.querySelectorAll('#${newestOnHome} .tn').length]`,
      );
      if (JSON.stringify(now) !== JSON.stringify([address, rows]))
        throw new Error(`the page has changed: ${JSON.stringify(now)}`);
    } finally {
      proxy.isCut = false;
    }
    await awake(bench).catch(() => {});
  },
};
