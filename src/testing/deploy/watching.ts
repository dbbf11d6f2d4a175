import { spawnSync } from 'node:child_process';
import type { Outcomes } from './outcomes.ts';

/** Whether Prometheus accepts the rules of the guide. */
export function checkAlerts(outcomes: Outcomes): void {
  outcomes.part('Rules for Prometheus');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', 'src/deploy/alerts.yml'], {
    encoding: 'utf8',
  });
  outcomes.check('promtool accepts them', status === 0, `${stdout}${stderr}`);
}
