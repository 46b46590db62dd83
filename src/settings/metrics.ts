import { oneOf, setting, wholeNumber, word } from './setting.ts';

/** The settings for Prometheus. */
export const metricsSettings = {
  metricsPort: setting(
    'METRICS_PORT',
    '0',
    wholeNumber(0, 65535),
    'Port of /metrics, for Prometheus; each process needs its own. 0: none.',
  ),
  metricsHost: setting(
    'METRICS_HOST',
    '127.0.0.1',
    word,
    'Address on which /metrics listens. It has no password: keep it inside your network.',
  ),
  metricsAccounts: setting(
    'METRICS_ACCOUNTS',
    'off',
    oneOf('off', 'on'),
    'Whether metrics of gateways name the account, as business/account: their number then grows with the businesses.',
  ),
};
