import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, followUp } from '../../packages/sandbox/test/subject.ts';
import { after } from '../scope.ts';
import { authorizeNet, elavon, helcim, nmi, stripe } from './gateways.ts';

/** What the charge is when its void or refund is refused. `untold`: it is settled, and cannot be read. */
const charges = ['authorized', 'taken', 'settled', 'untold'] as const;
type Charge = (typeof charges)[number];

type Row = readonly [
  gateway: typeof nmi,
  /** With which the gateway refuses, and does not tell why. */
  refusal: GatewayFault,
  ofVoid: readonly string[],
  ofRefund: readonly string[],
];

const [no, late, early] = ['rejected', 'already_settled', 'not_settled'];
const rows: readonly Row[] = [
  [authorizeNet, { code: '16' }, [no, no, late, no], [no, early, no, no]],
  // A refund waits for no settlement.
  [elavon, { code: '5040' }, [no, no, late, no], [no, no, no, no]],
  [
    helcim,
    { executes: 'never', code: '400', text: 'Card Transaction cannot be reversed' },
    ['not_released', no, late, no],
    [no, early, no, no],
  ],
  // What comes too late is told by another text.
  [
    nmi,
    { executes: 'never', code: '300', text: 'Transaction not found' },
    [no, no, no, no],
    [no, no, no, no],
  ],
  // Its refusals prove nothing, and what was taken is as good as settled.
  [
    stripe,
    { executes: 'never', code: '400' },
    ['unknown', late, late, 'unknown'],
    [no, 'unknown', 'unknown', 'unknown'],
  ],
];

for (const [gateway, refusal, ofVoid, ofRefund] of rows)
  test(`${gateway.name}: a refused void or refund is explained by the charge, as far as it is told`, async () => {
    const scene = await gateway.open();
    after(() => scene.close());
    for (const [kind, told] of [
      ['void', ofVoid],
      ['refund', ofRefund],
    ] as const)
      for (const [i, charge] of charges.entries())
        assert.equal(await refusedAs(kind, charge), told[i], `${kind} of what is ${charge}`);

    async function refusedAs(kind: 'void' | 'refund', charge: Charge): Promise<string> {
      const { processor, script, passSeconds } = scene;
      const name = `${kind}-${charge}`;
      const capture = charge !== 'authorized';
      const made = await approved(processor, `${name}-1`, '4111111111111111', { capture });
      if (charge === 'settled' || charge === 'untold') {
        const items = [{ ...made, cents: made.amountCents }];
        await processor.closeBatch?.({ reference: `${name}-b`, items });
        passSeconds(24 * 3600);
      }
      script(`${name}-2`, refusal);
      // Helcim is asked for the charge before.
      const reports = ['wrong_content_type', 'garbage', 'garbage'] as const;
      const before = gateway === helcim ? 0 : 1;
      script(`${name}-1`, charge === 'untold' ? { reports: reports.slice(before) } : {});
      const answer = await processor.followUp(followUp(kind, `${name}-2`, made));
      return answer.outcome === 'declined' ? answer.code : answer.outcome;
    }
  });
