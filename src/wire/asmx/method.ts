import { Saying } from '../../base/saying.ts';
import type { RecordShape, Row } from '../../operations/records.ts';
import type { Request } from '../request.ts';

/**
 * One operation as Service.asmx shows it: bindings, WSDL, DISCO and help page are derived from a list of
 * these, and know nothing else of what the service does.
 */
export type Method = {
  readonly name: string;
  readonly doc: string;
  /** In the order of the wire, credentials included. */
  readonly parameters: readonly MethodParameter[];
  readonly result: ResultShape;
  /** Throws a MethodFault; anything else that it throws is told to nobody. */
  run(args: Arguments, call: Incoming): Promise<Outcome>;
};

export type MethodParameter = { readonly name: string; readonly type: 'string' | 'boolean' };
export type ResultShape = 'text' | 'empty' | RecordShape;

/** Every parameter is there, by its name: null where a text was not sent. */
export type Arguments = ReadonlyMap<string, string | boolean | null>;

export type Incoming = {
  readonly request: Request;
  readonly requestId: string;
  readonly binding: 'soap' | 'get' | 'post';
};

export type Outcome = {
  /** A text, a list of rows, or undefined, as the shape of the result says. */
  readonly value: string | null | readonly (Row | null)[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a caller is told when an operation fails as a whole, in the form of its binding. */
export class MethodFault extends Saying {
  override readonly name = 'MethodFault';
  /** Whose fault it is: said by the code of a SOAP fault. */
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

/** How Service.asmx presents itself. */
export type AsmxSettings = {
  /** Of the operations; ends with a slash. */
  readonly namespace: string;
  /** The address of Service.asmx as this caller reaches it. */
  addressFor(request: Request): string;
  /** Whether the help page offers to call operations. */
  readonly hasTestForm: boolean;
};
