import type { Config } from '../../config.ts';
import type { OffsetAccount } from '../nacha/balanced.ts';

/** The sender of a file and its bank, as the bank wants them written. */
export type Originator = {
  /** Nine digits. */
  readonly odfi: string;
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  /** Set if the bank wants each batch balanced. */
  readonly offset: OffsetAccount | undefined;
};

/** Nobody's bank: the check digit is right, and no Federal Reserve district has such a number. */
const sandbox: Originator = {
  odfi: '123456780',
  destination: '123456780',
  destinationName: 'SANDBOX BANK',
  origin: '1234567890',
  originName: 'QUITTANCE SANDBOX',
  offset: undefined,
};

/** Undefined: nothing is set of it, so no live file may be made. */
export function originatorOf(
  config: Config,
  environment: 'sandbox' | 'live',
): Originator | undefined {
  if (environment === 'sandbox') return sandbox;
  const { achOdfi: odfi, achDestination, achDestinationName, achOrigin, achOriginName } = config;
  if (!odfi) return undefined;
  return {
    odfi,
    destination: achDestination || odfi,
    destinationName: achDestinationName,
    origin: achOrigin,
    originName: achOriginName,
    offset: config.achBalanced === 'yes' ? offsetOf(config) : undefined,
  };
}

function offsetOf({ achOffsetAccount, achOriginName: name }: Config): OffsetAccount {
  const [account, routingNumber = '', accountNumber = ''] = achOffsetAccount.split(':');
  return {
    account: account === 'savings' ? 'savings' : 'checking',
    routingNumber,
    accountNumber,
    name,
  };
}
