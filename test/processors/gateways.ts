import { openAuthorizeNetScene, transactionKey } from './authorize-net-scene.ts';
import { openElavonScene, pin } from './elavon-scene.ts';
import type { Gateway } from './gateway-histories.ts';
import { apiToken, openHelcimScene } from './helcim-scene.ts';
import { openNmiScene, securityKey } from './nmi-scene.ts';
import { openStripeScene, secretKey } from './stripe-scene.ts';

export const authorizeNet: Gateway = {
  name: 'Authorize.Net',
  file: 'authorize-net',
  habits: {
    codes: ['2', '27', '44', '19', '120', '253', 'E00001', 'E00053'],
    refundsSettledOnly: true,
  },
  async open() {
    const scene = await openAuthorizeNetScene();
    return { ...scene, processor: scene.connect(scene.url, { keepsConnections: true }) };
  },
  endOfAbsentRefunds: 'nothing',
  isDueForPerson: () => false,
  secrets: [transactionKey],
};

export const elavon: Gateway = {
  name: 'Elavon',
  file: 'elavon',
  habits: {
    codes: ['DECLINED: NSF', 'DECLINED CVV2', '3000', '4017', '4022', '6006', '6030'],
    refundsSettledOnly: false,
  },
  async open() {
    const scene = await openElavonScene();
    return { ...scene, processor: scene.connect({ keepsConnections: true }) };
  },
  endOfAbsentRefunds: 'nothing',
  isDueForPerson: ({ fault }) => fault.rows === 'with_one_of_another_caller',
  secrets: [pin],
};

export const helcim: Gateway = {
  name: 'Helcim',
  file: 'helcim',
  habits: {
    codes: [
      'Do Not Honor',
      'DECLINE CVV2',
      'REQUEST EXCEEDS BALANCE',
      '400',
      '500',
      '503',
      '408',
      '409',
    ],
    refundsSettledOnly: true,
  },
  async open() {
    const scene = await openHelcimScene();
    return { ...scene, processor: scene.connect({ keepsConnections: true }) };
  },
  neverProvesAbsence: true,
  endOfAbsentRefunds: 'person',
  isDueForPerson: ({ kind, fault }, wasExecuted) =>
    !wasExecuted || kind === 'refund' || fault.rows === 'with_one_of_another_caller',
  secrets: [apiToken],
};

export const nmi: Gateway = {
  name: 'NMI',
  file: 'nmi',
  habits: {
    codes: ['200', '202', '301', '400', '420', '421', '430'],
    refundsSettledOnly: false,
  },
  open: () => openNmiScene({}, { keepsConnections: true }),
  // Whether each refund is shown is not certain.
  endOfAbsentRefunds: 'person',
  isDueForPerson: ({ kind, fault }, wasExecuted) =>
    fault.rows === 'with_one_of_another_caller' || (kind === 'refund' && !wasExecuted),
  secrets: [securityKey],
};

export const stripe: Gateway = {
  name: 'Stripe',
  file: 'stripe',
  habits: {
    codes: [
      ...['generic_decline', 'insufficient_funds', 'requires_action', 'lock_timeout'],
      ...['400', '409', '429', '500'],
    ],
    refundsSettledOnly: false,
    voidsAuthorizedOnly: true,
    chargesInTwoSteps: true,
  },
  async open() {
    const scene = await openStripeScene();
    return { ...scene, processor: scene.connect(scene.url, { keepsConnections: true }) };
  },
  endOfAbsentRefunds: 'nothing',
  isDueForPerson: () => false,
  secrets: [secretKey],
};
