import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attacker.ts';
import type { Account } from './stage.ts';

const atOnce = 100;
const accountCount = 20;

/** 100 browsers of one address sign in at once with the right passwords of 20 accounts, until the end. */
export const signIns: Attack = async (attacker) => {
  const accounts: Account[] = [];
  for (let n = 0; n < accountCount; n++) accounts.push((await attacker.register()).account);
  const browsers = Array.from({ length: atOnce }, () => attacker.browser());
  for (const browser of browsers) await browser.refresh();
  attacker.forget();
  return async () => {
    while (!attacker.isOver) {
      const all = browsers.map(async (browser, n) => {
        const account = accounts[n % accountCount];
        if (!account) return;
        const form = { Name: account.name, Password: account.password };
        const answer = await browser.post('sign in', '/login', form);
        if (answer) browser.token = JSON.parse(answer.body.toString()).RequestVerificationToken ?? '';
      });
      await Promise.race([Promise.all(all), attacker.over()]);
      await sleep(5);
    }
  };
};
