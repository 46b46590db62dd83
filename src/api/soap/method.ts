import { StacklessError } from '../../kernel/stackless-error.ts';
import type { Request } from '../http/request.ts';
import type { RecordShape, Row } from '../operations/records.ts';

/**
 * One operation of Service.asmx. Bindings, WSDL, DISCO and help page are derived from a list of these and know nothing
 * else of the service.
 */
export type Method = {
  readonly name: string;
  readonly doc: string;
  /** In the order of the wire, credentials included. */
  readonly parameters: readonly MethodParameter[];
  readonly result: ResultShape;
  /** Throws a MethodFault for the caller; the message of any other error is not sent. */
  run(args: Arguments, call: Incoming): Promise<Outcome>;
};

export type MethodParameter = { readonly name: string; readonly type: 'string' | 'boolean' };
export type ResultShape = 'text' | 'empty' | RecordShape;

/** Every parameter by its name: null for a text that was not sent. */
export type Arguments = ReadonlyMap<string, string | boolean | null>;

export type Incoming = {
  readonly request: Request;
  readonly requestId: string;
  readonly binding: 'soap' | 'get' | 'post';
};

export type Outcome = {
  /** A text, a list of rows, or undefined, by the shape of the result. */
  readonly value: string | null | readonly (Row | null)[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The failure of an operation as a whole, reported in the format of its binding. */
export class MethodFault extends StacklessError {
  override readonly name = 'MethodFault';
  /** The party at fault: the code of a SOAP fault. */
  readonly blames: 'client' | 'server';
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    message: string,
    blames: 'client' | 'server',
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.blames = blames;
    this.headers = headers;
  }
}

/** Settings of Service.asmx. */
export type AsmxSettings = {
  /** Namespace of the operations; ends with a slash. */
  readonly namespace: string;
  /** The address of Service.asmx as this caller reaches it. */
  addressFor(request: Request): string;
  /** True if the help page has forms to call operations. */
  readonly hasTestForm: boolean;
};
