import type { Config } from '../../config.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Credentials } from '../../parties/businesses/authenticate.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { sandboxBusiness } from '../../parties/businesses/first-start.ts';
import type { World } from '../../world.ts';
import { callerAddress } from '../http/addresses.ts';
import type { Doorkeeper } from '../http/caller.ts';
import {
  countRefusal,
  type Known,
  limitHeaders,
  preparationOf,
  type Ready,
} from '../http/carry-out.ts';
import type { RawFields } from '../http/decode.ts';
import { internalError, refusalAnswer } from '../http/envelope.ts';
import { labelOperation } from '../http/request.ts';
import { declineHeader } from '../operations/decline-header.ts';
import type { CredentialNames, ServiceOperation } from '../operations/operation.ts';
import {
  type Arguments,
  type Incoming,
  type Method,
  MethodFault,
  type MethodParameter,
  type Outcome,
} from './method.ts';

/** The table of operations as Service.asmx shows it. */
export function methodsOf(
  world: World,
  door: Doorkeeper,
  operations: readonly ServiceOperation[],
): Method[] {
  return operations.map((operation) => methodOf(world, door, operation));
}

function methodOf(world: World, door: Doorkeeper, operation: ServiceOperation): Method {
  const { name, doc, result } = operation;
  const prepare = preparationOf(world, door, operation);
  const hasSecrets = Object.values(operation.parameters).some(({ isSecret }) => isSecret);

  return {
    name,
    doc,
    parameters: described(operation),
    result,
    async run(args, incoming) {
      labelOperation(incoming.request, name);
      const known: Known = {};
      const outcome = await exchange(args, incoming, known).catch((error) =>
        failed(world, operation, incoming, error, known),
      );
      return { ...outcome, headers: { ...outcome.headers, ...limitHeaders(known) } };
    },
  };

  async function exchange(args: Arguments, incoming: Incoming, known: Known): Promise<Outcome> {
    const { request, binding } = incoming;
    const address = callerAddress(request, world.config);
    const business = operation.credentials
      ? await door.identifyWhole(credentialsIn(args, operation.credentials), address)
      : stranger(door, address);
    if (hasSecrets && binding === 'get' && !mayBeInUrl(world.config, business)) {
      throw new Refusal('secrets_in_url');
    }
    return await handled(
      operation,
      prepare(business, request, () => fieldsOf(operation, args), known),
    );
  }
}

function described({ credentials, parameters }: ServiceOperation): MethodParameter[] {
  const types = new Map<string, MethodParameter['type']>();
  for (const name of credentials?.order ?? []) types.set(name, 'string');
  for (const name in parameters) types.set(name, parameters[name]!.soapType ?? 'string');
  return [...types].map(([name, type]) => ({ name, type }));
}

async function handled(operation: ServiceOperation, { world, call, ask }: Ready): Promise<Outcome> {
  if (operation.result === 'text') {
    const { headers, body } = await operation.handle(world, call, ask);
    return { value: JSON.stringify(body), ...(headers && { headers }) };
  }
  if (operation.result === 'empty') {
    await operation.handle(world, call, ask);
    return { value: undefined };
  }
  return { value: await operation.handle(world, call, ask) };
}

/** A failure in the format of the result; a fault if that has no place for one. */
function failed(
  world: World,
  operation: ServiceOperation,
  { requestId }: Incoming,
  error: unknown,
  known: Known,
): Outcome {
  if (!(error instanceof Refusal)) {
    world.log.error('request.failed', { requestId, operation: operation.name, error });
    throw new MethodFault(internalError(requestId), 'server');
  }
  countRefusal(world, operation, requestId, error, known);
  const { body, headers: sent } = refusalAnswer(error, known.orderNumber);
  const names = ['Retry-After', declineHeader].filter((header) => header in sent);
  const passed = Object.fromEntries(names.map((header) => [header, sent[header]!]));
  const headers = { ...limitHeaders(known), ...passed };
  if (operation.result === 'text') return { value: body, headers };
  if (operation.result === 'empty') {
    throw new MethodFault(error.message, error.status < 500 ? 'client' : 'server', headers);
  }
  return { value: [{ Error: error.message, ErrorStack: '' }], headers };
}

function credentialsIn(args: Arguments, names: CredentialNames): Credentials | undefined {
  const username = args.get(names.username);
  const apiKey = args.get(names.apiKey);
  return username && apiKey ? { username: String(username), apiKey: String(apiKey) } : undefined;
}

/** The caller of a public operation. */
const nobody: Business = {
  ...sandboxBusiness(0n),
  username: '',
  name: '',
  state: 'messaging_only',
};

function stranger(door: Doorkeeper, address: string): Business {
  door.countStranger(address);
  return nobody;
}

/** Addresses are logged by proxies between caller and service. */
function mayBeInUrl({ secretsInUrl }: Config, business: Business): boolean {
  const { environment } = business;
  if (!business.secretsInUrl) return false;
  return secretsInUrl === 'always' || (secretsInUrl === 'sandbox' && environment === 'sandbox');
}

function fieldsOf({ parameters }: ServiceOperation, args: Arguments): RawFields {
  const fields = new Map<string, string>();
  for (const name of Object.keys(parameters)) {
    const value = args.get(name);
    if (value !== null && value !== undefined) fields.set(name, String(value));
  }
  return fields;
}
