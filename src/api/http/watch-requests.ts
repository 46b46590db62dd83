import type { Telemetry } from '../../runtime/telemetry.ts';
import type { Page } from '../pages/page.ts';
import { isBelowAsmx, isBelowDefault, isBelowV1, pathOf } from './paths.ts';
import { operationOf, type Request } from './request.ts';

/** Measures requests by their operation, and traces them if an SDK is loaded. */
export function watchRequests({ requests, tracing }: Telemetry) {
  return {
    measure(request: Request, seconds: number, status: number): void {
      const labels = [interfaceOf(request), operationOf(request), `${Math.floor(status / 100)}xx`];
      requests.observe(labels, seconds);
    },
    /** The span gets its name once the address is understood. */
    trace(request: Request, requestId: string, work: () => Promise<Page>): Promise<Page> {
      if (!tracing.isOn) return work();
      const { headers } = request;
      const attributes = { 'quittance.request_id': requestId };
      const part = { name: 'request', kind: 'server', attributes, headers } as const;
      return tracing.run(part, async (span) => {
        const found = await work();
        span.rename(operationOf(request));
        span.note({ 'http.response.status_code': found.status });
        return found;
      });
    },
  };
}

/** By the address alone, so that a request that was refused unread counts at its interface. */
function interfaceOf({ url = '' }: Request): 'json' | 'soap' | 'v1' | 'site' {
  const path = pathOf(url);
  if (isBelowV1(path)) return 'v1';
  if (isBelowDefault(path)) return 'json';
  return isBelowAsmx(path) ? 'soap' : 'site';
}
