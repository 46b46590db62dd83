import type { Sql } from '../base/sql.ts';
import type { Business } from './business.ts';

/** How a business shows itself to those who pay it: on pages, receipts and invoices. */
export type Face = {
  readonly name: string;
  /** Street, then city, state and postal code; what is not known is not there. */
  readonly address: readonly string[];
  /** Ten digits or fewer; '' when not known. */
  readonly phone: string;
  /** '' when the business told none: then none is shown, and mail comes from its contact. */
  readonly email: string;
  readonly contactEmail: string;
  /** From which it texts. */
  readonly mobileNumber: string | undefined;
  readonly timeZone: string;
  readonly environment: Business['environment'];
};

/** Scope: tenant. */
export async function readFace(sql: Sql, businessId: bigint): Promise<Face | undefined> {
  const [row] = await sql.query<FaceRecord>(
    `select b.name, b.time_zone, b.environment, p.email, p.phone, p.mobile_number, p.details
     from businesses b left join business_profiles p on p.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  if (!row) return undefined;
  const { DBA, BusinessPhone, BusinessEmail } = row.details ?? {};
  return {
    name: DBA ?? row.name,
    address: addressOf(row.details ?? {}),
    phone: BusinessPhone ?? row.phone ?? '',
    email: BusinessEmail ?? '',
    contactEmail: row.email ?? '',
    mobileNumber: row.mobile_number ?? undefined,
    timeZone: row.time_zone,
    environment: row.environment,
  };
}

/** Both operations that make a business name its address, each by names of its own. */
function addressOf(details: Readonly<Record<string, string>>): string[] {
  const { BusinessCity, BusinessState, BusinessPostalCode } = details;
  const street = [details.BusinessAddress1 ?? details.BusinessAddress, details.BusinessAddress2];
  const region = [BusinessState, BusinessPostalCode].filter(Boolean).join(' ');
  const place = [BusinessCity, region].filter(Boolean).join(', ');
  return [...street, place].filter((line): line is string => Boolean(line?.trim()));
}

type FaceRecord = {
  readonly name: string;
  readonly time_zone: string;
  readonly environment: Business['environment'];
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile_number: string | null;
  readonly details: Readonly<Record<string, string>> | null;
};
