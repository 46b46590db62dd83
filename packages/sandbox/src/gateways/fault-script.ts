import type { GatewayFault, ReportFault } from './faults.ts';

/** The faults of a gateway by reference, and the faults that are left for reports about each reference. */
export function faultScript() {
  const faults = new Map<string, GatewayFault>();
  const reports = new Map<string, ReportFault[]>();
  let latest = '';
  return {
    script(reference: string, fault: GatewayFault): void {
      latest = reference;
      faults.set(reference, fault);
      reports.set(reference, [...(fault.reports ?? [])]);
    },
    of: (reference: string): GatewayFault => faults.get(reference) ?? {},
    /**
     * The fault of the next report about a reference. A report about many is one about the reference with the latest
     * fault.
     */
    nextReport: (reference = latest): ReportFault | undefined => reports.get(reference)?.shift(),
  };
}
