type Charge = { cents: bigint; capture: boolean; declined: boolean; from: number };
type After = {
  of: string;
  kind: 'capture' | 'void' | 'refund';
  cents: bigint;
  /** The code of a decline. */
  code: string | undefined;
  restsOn: string | undefined;
};

/**
 * What the simulated bank is to do, said as plainly as can be: everything is kept, and every inquiry goes
 * through all of it.
 */
export function slowModel() {
  const charges = new Map<string, Charge>();
  const afters = new Map<string, After>();
  const canceled = new Set<string>();
  const batchOf = new Map<string, string>();
  const batches = new Map<string, { asked: string; told: string }>();

  return { charge, follow, inquire, cancel, closeBatch, inquireBatch, net, charges, afters };

  function charge(reference: string, requested: Charge, now: number): string {
    if (canceled.has(reference)) return 'rejected';
    charges.set(reference, requested);
    return requested.from > now ? 'unknown' : inquire(reference, now);
  }

  function follow(
    reference: string,
    requested: Pick<After, 'of' | 'kind' | 'cents'>,
    now: number,
  ): string {
    const before = afters.get(reference);
    if (canceled.has(reference)) return 'rejected';
    if (before) {
      const isSame =
        before.of === requested.of &&
        before.kind === requested.kind &&
        before.cents === requested.cents;
      return isSame ? outcomeOf(reference) : 'rejected';
    }
    const code = judge(requested, now);
    if (code === 'rejected') return 'rejected';
    const restsOn = requested.kind === 'refund' ? standing(requested.of, 'capture')[0] : undefined;
    afters.set(reference, { ...requested, code, restsOn });
    return outcomeOf(reference);
  }

  function judge({ of, kind, cents }: Pick<After, 'of' | 'kind' | 'cents'>, now: number) {
    const one = charges.get(of);
    if (!one || one.declined || one.from > now || canceled.has(of)) return 'rejected';
    const captures = standing(of, 'capture');
    if (standing(of, 'void').length > 0 || cents <= 0n) return 'rejected';
    const taken = one.capture ? one.cents : sum(captures);
    const refunded = sum(standing(of, 'refund'));
    if (kind === 'capture') {
      return one.capture || captures.length > 0 || cents > one.cents ? 'rejected' : undefined;
    }
    if (kind === 'refund') return cents > taken - refunded ? 'refund_too_large' : undefined;
    if (refunded > 0n || [of, ...captures].some((each) => batchOf.has(each))) {
      return 'already_settled';
    }
    return cents === (taken || one.cents) ? undefined : 'rejected';
  }

  function inquire(reference: string, now: number): string {
    const one = charges.get(reference);
    if (isUndone(reference)) return 'canceled';
    if (one)
      return one.declined ? 'declined' : one.from > now ? 'not_found' : `approved ${one.cents}`;
    return afters.has(reference) ? outcomeOf(reference) : 'not_found';
  }

  function outcomeOf(reference: string): string {
    if (isUndone(reference)) return 'rejected';
    const { code, cents } = afters.get(reference)!;
    return code ?? `approved ${cents}`;
  }

  function isUndone(reference: string): boolean {
    const after = afters.get(reference);
    const all = [reference, after?.of, after?.restsOn];
    return all.some((one) => one !== undefined && canceled.has(one));
  }

  function cancel(reference: string): string {
    canceled.add(reference);
    return 'canceled';
  }

  function closeBatch(
    reference: string,
    items: readonly { reference: string; cents: bigint }[],
    now: number,
  ) {
    const asked = items.map((item) => `${item.reference} ${item.cents}`).join();
    const before = batches.get(reference);
    if (before) return before.asked === asked ? before.told : 'rejected';
    let [count, cents] = [0, 0n];
    for (const item of items) {
      if (batchOf.has(item.reference) || net(item.reference, now) !== item.cents) continue;
      if (item.cents === 0n || standing(item.reference, 'void').length > 0) continue;
      const of = afters.get(item.reference)?.of;
      const isCapture = afters.get(item.reference)?.kind === 'capture';
      if (isCapture && standing(of!, 'void').length > 0) continue;
      batchOf.set(item.reference, reference);
      count += 1;
      cents += item.cents;
    }
    batches.set(reference, { asked, told: `${count} ${cents}` });
    return `${count} ${cents}`;
  }

  function inquireBatch(reference: string): string {
    return batches.get(reference)?.told ?? 'not_found';
  }

  /** What moved under this reference alone. */
  function net(reference: string, now: number): bigint {
    if (isUndone(reference)) return 0n;
    const one = charges.get(reference);
    if (one) return one.capture && !one.declined && one.from <= now ? one.cents : 0n;
    const after = afters.get(reference);
    if (!after || after.code !== undefined || after.kind === 'void') return 0n;
    return after.kind === 'refund' ? -after.cents : after.cents;
  }

  function standing(of: string, kind: After['kind']): string[] {
    return [...afters].flatMap(([reference, after]) => {
      const counts = after.of === of && after.kind === kind && after.code === undefined;
      return counts && !isUndone(reference) ? [reference] : [];
    });
  }

  function sum(references: readonly string[]): bigint {
    return references.reduce((cents, one) => cents + afters.get(one)!.cents, 0n);
  }
}
