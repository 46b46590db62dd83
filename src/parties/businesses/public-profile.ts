import { type Language, usualLanguage } from '../../kernel/language.ts';
import { optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { type Branding, brandingFacts, brandingOf } from './branding.ts';
import { type Business, businesses } from './business.ts';
import { profileDetail } from './details.ts';
import { type InvoiceFields, toInvoiceFields } from './invoice-fields.ts';
import { businessTypes } from './offering.ts';
import { businessProfiles } from './profile.ts';

/** The public face of a business for its payers: on pages, receipts and invoices. */
export type PublicProfile = {
  readonly name: string;
  /** Street, then city, state and postal code, without empty lines. */
  readonly address: readonly string[];
  /** Ten digits or fewer; '' when not known. */
  readonly phone: string;
  /** '' when the business gave none: then none is shown, and mail comes from its contact. */
  readonly email: string;
  readonly contactEmail: string;
  /** The number from which it texts. */
  readonly mobileNumber: string | undefined;
  readonly timeZone: string;
  readonly environment: Business['environment'];
  /** The fields of an invoice that are shown, by the type of the business. */
  readonly invoiceFields: InvoiceFields;
  /** Undefined where it has neither logo nor color of its own. */
  readonly branding?: Branding | undefined;
  /** In which it speaks: the payer's, where that is known (`speaking`), else its own. Undefined: neither is set. */
  readonly language?: Language | undefined;
};

const details = {
  publicName: optional(text),
  businessPhone: optional(text),
  businessEmail: optional(text),
  street: optional(text),
  street2: optional(text),
  city: optional(text),
  stateCode: optional(text),
  postalCode: optional(text),
};
const own = businesses.pick('name', 'timeZone', 'environment');
const contact = businessProfiles.pick('email', 'phone', 'mobileNumber', 'language').outer();
const ofType = businessTypes.pick('invoiceFields').outer();
const branding = brandingFacts.outer();
const faces = own.with({
  ...contact.fields,
  ...ofType.fields,
  ...branding.fields,
  ...details,
});
const detailColumns = (
  [
    'publicName',
    'businessPhone',
    'businessEmail',
    'street',
    'street2',
    'city',
    'stateCode',
    'postalCode',
  ] as const
)
  .map((name) => `${profileDetail(name, 'p')} as "${name}"`)
  .join(', ');

/** Scope: tenant. */
export async function readFace(sql: Sql, businessId: bigint): Promise<PublicProfile | undefined> {
  const row = await faces.readOne(
    sql,
    `select ${own.of('b')}, ${contact.of('p')}, ${ofType.of('y')}, ${branding.of('g')},
       ${detailColumns}
     from businesses b left join business_types y on y.id = b.type_id
       left join business_profiles p on p.business_id = b.business_id
       left join business_brandings g on g.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  if (!row) return undefined;
  // The documentation of the field announces that the owner's address is shown.
  const ownersEmail = row.publicName === undefined ? undefined : row.email;
  return {
    name: row.publicName ?? row.name,
    address: addressOf(row),
    phone: row.businessPhone ?? row.phone ?? '',
    email: row.businessEmail ?? ownersEmail ?? '',
    contactEmail: row.email ?? '',
    mobileNumber: row.mobileNumber,
    timeZone: row.timeZone,
    environment: row.environment,
    invoiceFields: toInvoiceFields(row.invoiceFields ?? []),
    branding: brandingOf(row),
    language: row.language,
  };
}

/** The profile in the language of a payer, where that is known. */
export function speaking(face: PublicProfile, language: Language | undefined): PublicProfile {
  return language === undefined ? face : { ...face, language };
}

/** The language in which it speaks. */
export function languageOf({
  language = usualLanguage,
}: Pick<PublicProfile, 'language'>): Language {
  return language;
}

type Address = Pick<
  RowOf<typeof faces>,
  'street' | 'street2' | 'city' | 'stateCode' | 'postalCode'
>;

function addressOf({ street, street2, city, stateCode, postalCode }: Address): string[] {
  const region = [stateCode, postalCode].filter(Boolean).join(' ');
  const place = [city, region].filter(Boolean).join(', ');
  return [street, street2, place].filter((line): line is string => Boolean(line?.trim()));
}
