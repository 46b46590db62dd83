import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';
import { phoneType } from '../src/parties/phones/phone-type.ts';
import type { FirstStart } from './service.ts';

/*
 * npm soap's server, made from our own WSDL, in a process of its own. It does as little as a service can:
 * credentials are compared as texts, nothing else is judged, and the answers are those of the service.
 */
export type PeerOrder = { readonly wsdl: string; readonly caller: FirstStart };

type Sent = Readonly<Record<string, string>>;

const wrongFee = 'ConvenienceFee must be an amount with at most two decimals, for example 12.50.';

process.once('message', ({ wsdl, caller }: PeerOrder) => {
  const isKnown = ({ Token, Username }: Sent) =>
    Token === caller.apiKey && Username === caller.username;
  const port = {
    CheckPhoneType: (sent: Sent) => ({
      CheckPhoneTypeResult: isKnown(sent)
        ? phoneAnswer(sent.PhoneNumber!)
        : failure('The credentials are missing or wrong.'),
    }),
    SendPaymentSMS: (sent: Sent) => ({
      SendPaymentSMSResult: isKnown(sent)
        ? failure(
            wrongFee,
            [{ Field: 'ConvenienceFee', Code: 'malformed', Message: wrongFee }],
            sent.InvoiceID,
          )
        : failure('The credentials are missing or wrong.'),
    }),
  };
  const server = createServer();
  listen(server, {
    path: '/Service.asmx',
    services: { Service: { ServiceSoap: port } },
    xml: wsdl,
    // One write with a length, as the load reads it: that is the faster of its two ways.
    enableChunkedEncoding: false,
    callback: (error: unknown) => {
      if (error) throw error;
      server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
    },
  });
});

// Whoever started it is gone.
process.once('disconnect', () => process.exit());

function phoneAnswer(number: string): string {
  const { type, carrier } = phoneType(number, 'sandbox');
  return JSON.stringify({
    IsSuccess: true,
    Message: `This is a ${type} number.`,
    Data: { PhoneNumber: number, PhoneType: type, Carrier: carrier ?? null },
    OrderNumber: null,
    SMSID: null,
  });
}

function failure(message: string, errors?: readonly Sent[], orderNumber?: string): string {
  return JSON.stringify({
    IsSuccess: false,
    Message: message,
    Data: null,
    OrderNumber: orderNumber ?? null,
    SMSID: null,
    Errors: errors,
  });
}
