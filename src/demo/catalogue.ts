/* The shop's goods: repairs, parts, rentals, memberships. Amounts in cents. */

type Item = {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly weight: number;
};

export const shopName = 'Harbor Street Cycles';

export const items: readonly Item[] = [
  { name: 'Basic tune-up', least: 8500, most: 9500, weight: 14 },
  { name: 'Full tune-up', least: 14_500, most: 18_500, weight: 8 },
  { name: 'Flat repair', least: 1800, most: 3200, weight: 16 },
  { name: 'Brake pads and cable, fitted', least: 4200, most: 7800, weight: 9 },
  { name: 'Chain and cassette', least: 8900, most: 16_900, weight: 6 },
  { name: 'Wheel truing', least: 2500, most: 4500, weight: 6 },
  { name: 'Helmet', least: 4900, most: 14_900, weight: 7 },
  { name: 'Lights, front and rear', least: 3900, most: 9900, weight: 7 },
  { name: 'Tires, pair', least: 5900, most: 13_900, weight: 7 },
  { name: 'Lock', least: 3900, most: 11_900, weight: 5 },
  { name: 'Bottles and nutrition', least: 900, most: 3400, weight: 10 },
  { name: 'Jersey', least: 5900, most: 10_900, weight: 4 },
  { name: 'Bike fitting', least: 12_500, most: 22_500, weight: 2 },
  { name: 'Maintenance class', least: 4500, most: 4500, weight: 4 },
  { name: "Kids' bike", least: 22_900, most: 38_900, weight: 2 },
  { name: 'Commuter bike', least: 64_900, most: 129_900, weight: 1.2 },
  { name: 'E-bike', least: 189_900, most: 349_900, weight: 0.4 },
];

export const rentals: readonly Item[] = [
  { name: 'Deposit, city bike', least: 15_000, most: 15_000, weight: 5 },
  { name: 'Deposit, e-bike', least: 30_000, most: 30_000, weight: 3 },
  { name: 'Deposit, trailer', least: 10_000, most: 10_000, weight: 1 },
];

export const repairs: readonly Item[] = [
  { name: 'Drivetrain overhaul', least: 18_900, most: 32_900, weight: 4 },
  { name: 'Suspension service', least: 14_900, most: 24_900, weight: 3 },
  { name: 'Wheel build', least: 21_900, most: 48_900, weight: 2 },
  { name: 'Hydraulic brakes, bled', least: 7900, most: 11_900, weight: 3 },
  { name: 'Crash repair', least: 16_900, most: 59_900, weight: 2 },
  { name: 'Winter overhaul', least: 22_900, most: 27_900, weight: 3 },
];

/** The plans of recurring payers. */
export const plans = [
  { code: 'tune-up-club', amount: 1900, interval: 'monthly', trialDays: 14, weight: 6 },
  { code: 'family-club', amount: 3400, interval: 'monthly', weight: 3 },
  { code: 'storage', amount: 7500, interval: 'quarterly', tax: 413, weight: 1 },
] as const;

export const fleetPlan = { code: 'fleet-care', amount: 14_900, interval: 'monthly' } as const;

/** Businesses that pay from their bank account; `account` decides the outcome in the sandbox. */
export const fleets = [
  { company: 'Casco Bay Couriers', account: '4410028765', onPlan: true },
  { company: 'Old Port Deliveries', account: '99100001', onPlan: false },
  { company: 'Munjoy Hill Hostel', account: '771200453', onPlan: true },
  { company: 'Back Cove Tours', account: '99300001', onPlan: false },
  { company: 'Eastern Path Alliance', account: '330087712', onPlan: false },
  { company: 'Deering Bakery', account: '99000003', onPlan: false },
  { company: 'Peaks Island Rentals', account: '559001288', onPlan: true },
  { company: 'Forest Avenue Press', account: '120088341', onPlan: false },
] as const;

/** Cards that the simulated bank declines, each with the reason. */
export const declinedCards = [
  { number: '4000000000009995', weight: 8 }, // insufficient funds
  { number: '4000000000000002', weight: 4 }, // declined
  { number: '4000111111111115', weight: 3 }, // do not honor
  { number: '4000000000000127', weight: 3 }, // wrong security code
  { number: '4000000000000069', weight: 2 }, // expired
  { number: '4000000000006975', weight: 1 }, // used too often
  { number: '4100000000000019', weight: 1 }, // suspected fraud
  { number: '4000000000009987', weight: 0.5 }, // lost
] as const;

/** An account that never pays, for a membership that ends in dunning. */
export const neverPays = '4000000000000341';
/** The processor is not reached: certain that nothing was charged. */
export const neverReached = '4000009990000013';
/** Charged one dollar too much, and the answer is lost. */
export const wrongAmountBooked = '4000009990000146';
/** The charge happened, and its answer cannot be read. */
export const garbageAnswer = '4000009990000229';
