import { httpSimulator } from '#sandbox';
import { readConfig } from '../src/config.ts';
import { currencies } from '../src/kernel/currency.ts';
import { gatewayNames } from '../src/kernel/gateway-names.ts';
import { Secret } from '../src/kernel/secret.ts';
import { createGateways } from '../src/ports/processors/gateways.ts';
import type { Capabilities, Processor } from '../src/ports/processors/processor.ts';

type Row = { readonly title: string; readonly cell: (can: Capabilities) => string };

const yes = (is: boolean | undefined) => (is ? 'yes' : '');

/** One row for each capability: one that is new does not compile without. */
const rows: { readonly [K in keyof Required<Capabilities>]: Row } = {
  references: {
    title: 'Takes references of so many signs',
    cell: ({ references: { longest, signs } }) => `${longest} of \`${signs}\``,
  },
  replay: {
    title: 'A request that is sent again gets the first answer',
    cell: ({ replay }) => {
      if (!replay) return '';
      const { by, seconds } = replay;
      const while_ = Number.isFinite(seconds) ? `for ${lengthOf(seconds)}` : 'always';
      return by === 'key' ? while_ : `${while_}, if it was approved`;
    },
  },
  cancelByReference: {
    title: 'A lost request is canceled by our reference',
    cell: ({ cancelByReference }) => cancelByReference || '',
  },
  lateWindowSeconds: {
    title: 'A request is executed at the latest after',
    cell: (can) => lengthOf(can.lateWindowSeconds),
  },
  visibilityDelaySeconds: {
    title: 'What was executed is found at the latest after',
    cell: (can) => lengthOf(can.visibilityDelaySeconds),
  },
  absence: {
    title: 'What is not found, and cannot be canceled, was not executed',
    cell: ({ absence, cancelByReference }) =>
      cancelByReference === 'all' ? 'canceled at once' : absence.replaceAll('_', ' '),
  },
  batches: { title: 'Batches are closed', cell: (can) => closed[can.batches] },
  closesAgain: {
    title: 'A batch that is closed again settles only what is new',
    cell: (can) => yes(can.closesAgain),
  },
  settledWithinSeconds: {
    title: 'What a batch settles is shown as settled at the latest after',
    cell: ({ settledWithinSeconds: seconds }) => (seconds === undefined ? '' : lengthOf(seconds)),
  },
  partialApproval: { title: 'A part may be approved', cell: (can) => yes(can.partialApproval) },
  customerSearch: {
    title: 'Customers are found by a code',
    cell: (can) => yes(can.customerSearch),
  },
  currencies: {
    title: 'Its accounts may be in',
    cell: ({ currencies: own = currencies }) => own.join(', '),
  },
  tokens: {
    title: 'Keeps cards under tokens of its own',
    cell: ({ tokens }) => (tokens ? madeBy[tokens] : ''),
  },
  checksInAnswersOnly: {
    title: 'Tells what the issuer checked in the answer to a charge alone',
    cell: (can) => yes(can.checksInAnswersOnly),
  },
  threeDSecure: {
    title: 'Takes the result of a 3-D Secure authentication',
    cell: (can) => yes(can.threeDSecure),
  },
  wallets: {
    title: 'Takes cards of Apple Pay and Google Pay',
    cell: ({ wallets }) => wallets.map((form) => form.replaceAll('_', ' ')).join(', '),
  },
  pace: {
    title: 'Takes so many requests of one account',
    cell: ({ pace }) =>
      pace ? `${pace.perMinute} a minute, ${pace.perHour} an hour, ${pace.atOnce} at once` : '',
  },
};

const madeBy = {
  with_charge: 'made with a charge',
  apart: 'made after a charge',
  imported: 'only imported ones',
} as const;
const closed = { manual: 'by the service', automatic: 'by the processor' } as const;

function lengthOf(seconds: number): string {
  if (seconds === 0) return 'at once';
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 && seconds > 120 ? `${seconds / 60} min` : `${seconds} s`;
}

/** What a processor has more than the contract asks of all. */
const more: Readonly<Record<string, (processor: Processor) => boolean>> = {
  'Tells what it settled': ({ settledRows }) => settledRows !== undefined,
  'Tells disputes': ({ disputes }) => disputes !== undefined,
  'Replaces what is behind a token': ({ updateToken }) => updateToken !== undefined,
};

/** The simulated bank as it is by default, and a connector for each gateway. Nothing is called. */
export function allProcessors(): ReadonlyMap<string, Processor> {
  const nobody = async () => ({ kind: 'not_sent', reason: 'no call' }) as const;
  const { simulatorLateWindowSeconds: lateWindowSeconds } = readConfig({});
  const gateways = createGateways({
    callTimeoutMs: 1,
    signalAfter: () => new AbortController().signal,
    now: () => new Date(0),
    keep: async () => {},
  });
  const account = { address: 'http://127.0.0.1:9', key: new Secret('none'), merchant: 'none' };
  return new Map<string, Processor>([
    ['simulated bank', httpSimulator({ call: nobody, lateWindowSeconds })],
    ...gatewayNames.map((name) => [name, gateways.connect(name, account)] as const),
  ]);
}

/** docs/operating/processors/capabilities.md, from what each processor declares. */
export function capabilitiesDoc(): string {
  const all = [...allProcessors()];
  const lines = [
    ...Object.values(rows).map(({ title, cell }) => [
      title,
      ...all.map(([, { can }]) => cell(can)),
    ]),
    ...Object.entries(more).map(([title, has]) => [
      title,
      ...all.map(([, processor]) => yes(has(processor))),
    ]),
  ];
  return `<!-- Written by tools/capabilities-doc.ts from src/ports/processors/. -->

# What each processor can

The service adapts to what a processor declares, and asks none for its name. An empty cell is a no.

| | ${all.map(([name]) => name).join(' | ')} |
|---|${all.map(() => '---|').join('')}
${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;
}
