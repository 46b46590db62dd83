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
    `select b.name, b.time_zone, b.environment, p.email, p.phone, p.mobile_number,
       p.details ->> 'DBA' as public_name, p.details ->> 'BusinessPhone' as business_phone,
       -- Who applied to take payments was told that the owner's address is shown.
       coalesce(p.details ->> 'BusinessEmail',
         case when p.details ->> 'DBA' is not null then p.email end) as business_email,
       coalesce(p.details ->> 'BusinessAddress1', p.details ->> 'BusinessAddress') as street,
       p.details ->> 'BusinessAddress2' as street2, p.details ->> 'BusinessCity' as city,
       p.details ->> 'BusinessState' as state_code, p.details ->> 'BusinessPostalCode' as postal_code
     from businesses b left join business_profiles p on p.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  if (!row) return undefined;
  return {
    name: row.public_name ?? row.name,
    address: addressOf(row),
    phone: row.business_phone ?? row.phone ?? '',
    email: row.business_email ?? '',
    contactEmail: row.email ?? '',
    mobileNumber: row.mobile_number ?? undefined,
    timeZone: row.time_zone,
    environment: row.environment,
  };
}

function addressOf({ street, street2, city, state_code, postal_code }: FaceRecord): string[] {
  const region = [state_code, postal_code].filter(Boolean).join(' ');
  const place = [city, region].filter(Boolean).join(', ');
  return [street, street2, place].filter((line): line is string => Boolean(line?.trim()));
}

type FaceRecord = {
  readonly name: string;
  readonly time_zone: string;
  readonly environment: Business['environment'];
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile_number: string | null;
  readonly public_name: string | null;
  readonly business_phone: string | null;
  readonly business_email: string | null;
  /** Both operations that make a business name its address, each by names of its own. */
  readonly street: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state_code: string | null;
  readonly postal_code: string | null;
};
