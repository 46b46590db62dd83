import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/tree.ts';

type AlertRule = {
  readonly name: string;
  readonly text: string;
  readonly expr: string;
  readonly severity: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

/** The rules of the alerts, as their file has them. */
export function alertRules(): AlertRule[] {
  return readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const expr = /expr: >-\n((?: {10}.*\n)+)/.exec(text)?.[1] ?? '';
      const word = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';
      return {
        name: text.split('\n', 1)[0]!,
        text,
        expr: expr.trim(),
        severity: word('severity'),
        annotations: { summary: word('summary'), runbook: word('runbook') },
      };
    });
}
