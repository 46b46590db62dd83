import { isThisMachine } from '../base/carrier-settings.ts';
import { Secret } from '../base/secret.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** From the first byte on; else it is asked for. */
  readonly isSecure: boolean;
  /** On this machine, so that nobody listens in. */
  readonly isHere: boolean;
  readonly login: { readonly user: string; readonly password: Secret } | undefined;
};

/** As the setting names it: smtps://user:password@host:465. */
export function smtpServerAt(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    isHere: isThisMachine(hostname),
    login: username === '' ? undefined : { ...login, password: new Secret(login.password) },
  };
}
