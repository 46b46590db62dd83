/** A record of a list result, its fields in the order of the interface: clients read them in order. */
export type RecordShape = {
  readonly name: string;
  readonly fields: readonly FieldShape[];
  /** The SOAP bindings write each entry as nil, as documented to callers. */
  readonly isNilInSoap?: true;
};

export type FieldShape =
  | { readonly name: string; readonly type: 'text' }
  | { readonly name: string; readonly type: 'list'; readonly of: RecordShape }
  /** An object of a type without members, always nil. */
  | { readonly name: string; readonly type: 'nothing'; readonly isNillable: boolean };

/** Absent values are omitted; null is written as nil where the field is nillable, otherwise omitted too. */
export type Row = { readonly [field: string]: string | null | undefined | readonly (Row | null)[] };

const leadFormAnswers: RecordShape = {
  name: 'LeadFormAnswers',
  isNilInSoap: true,
  fields: [
    { name: 'Vacation', type: 'nothing', isNillable: true },
    { name: 'Destination', type: 'nothing', isNillable: true },
    ...texts('QuestionText AnswerText ExternalAPIValue Error ErrorStack Selected'),
  ],
};

export const externalList: RecordShape = {
  name: 'ExternalList',
  fields: [
    { name: 'SurveyAnswers', type: 'list', of: leadFormAnswers },
    ...texts(
      'ExternalAPIID IndividualID Salutation FirstName LastName SpouseFirstName SpouseLastName Address1 ' +
        'Address2 City StateCode ZipCode CountryCode Occupation DateBirth Gender Error ErrorStack ' +
        'PromotionLeadFormID LeadFormName OriginID EmailAddress PhoneNumber',
    ),
  ],
};

export const responseMessageInput: RecordShape = {
  name: 'ResponseMessageInput',
  fields: texts(
    'FromPhoneNumber Error ErrorStack Response ResponseMessage IndividualID MessageID LeadID DispositionID',
  ),
};

export const externalResponse: RecordShape = {
  name: 'ExternalResponse',
  fields: texts('ExternalAPIID IndividualID ReturnMessage Error ErrorStack'),
};

function texts(names: string): FieldShape[] {
  return names.split(' ').map((name) => ({ name, type: 'text' }));
}
