import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, sites, test } from './tools/fixtures.ts';
import { lackingInScripts, lackingInStyles } from './web-features.ts';

/** The built files of an edition with this ending, by name. */
const builtFiles = (code: string, ending: string) => {
  const folder = join('dist', code, 'client');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
};

for (const { code, label } of sites) {
  test(`${label}: styles and scripts use only what the supported browsers have`, () => {
    const styles = builtFiles(code, '.css');
    const scripts = builtFiles(code, '.js');
    expect(styles.length).toBe(1); // all pages share it
    expect(scripts.length).toBeGreaterThan(20);
    const lacking = [
      ...styles.flatMap(({ name, text }) => lackingInStyles(text).map((what) => `${name}: ${what}`)),
      ...scripts.flatMap(({ name, text }) => lackingInScripts(text).map((what) => `${name}: ${what}`)),
    ];
    expect(lacking).toEqual([]);
  });

  test(`${label}: what needs the permission of a press is loaded with its page`, () => {
    // WebKit forgets that a button was pressed while code is being loaded
    const scripts = new Map(builtFiles(code, '.js').map(({ name, text }) => [basename(name), text]));
    const ofPages = [...scripts.keys()].filter((name) => name.includes('_astro_type_script_'));
    for (const name of ofPages) // grows while it is read
      for (const [, imported = ''] of (scripts.get(name) ?? '').matchAll(
        /(?:from|import)["`]\.\/([^"`]+)["`]/g,
      ))
        if (!ofPages.includes(imported)) ofPages.push(imported);
    for (const call of ['credentials.create', 'credentials.get', 'clipboard.writeText']) {
      const callers = [...scripts].filter(([, text]) => text.includes(`navigator.${call}(`));
      expect(callers, call).not.toEqual([]);
      expect(
        callers.map(([name]) => name).filter((name) => !ofPages.includes(name)),
        call,
      ).toEqual([]);
    }
  });

  test(`${label}: only the whole page is light or dark`, () => {
    // lowered light-dark() follows variables that are set with color-scheme: colours of the theme are computed for the root
    const schemes = builtFiles(code, '.css').flatMap(({ text }) =>
      [...text.matchAll(/([^{}]+)\{[^{}]*--lightningcss-light:/g)].map(([, selectors = '']) =>
        selectors.trim(),
      ),
    );
    expect(schemes.length).toBeGreaterThan(2);
    expect(schemes.filter((selectors) => !selectors.startsWith(':root'))).toEqual([]);
  });
}
