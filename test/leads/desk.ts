import { serviceOperations } from '../../src/api/operations/index.ts';
import type { LeadDetails } from '../../src/leads/lead.ts';
import type { LeadForm } from '../../src/leads/lead-form.ts';
import { makeForm, type NewForm } from '../../src/leads/make-form.ts';
import type { World } from '../../src/world.ts';
import { type BindingName, callBy, type Sent } from '../asmx/bindings.ts';
import { openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

/** A record of a list, its fields as texts; what is nil is null. */
export type Heard = Readonly<Record<string, string | null>>;

export type Desk = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly baseUrl: string;
  /** The records of an answer, without what lies inside a field of them. */
  ask(shop: Caller, operation: string, sent?: Sent, binding?: BindingName): Promise<Heard[]>;
  list(shop: Caller, binding?: BindingName): Promise<Heard[]>;
  form(shop: Caller, changes?: Partial<NewForm>): Promise<LeadForm>;
};

/** A fixture with a system of a business before its door that fetches leads. */
export async function openDesk(scope: Scope): Promise<Desk> {
  const fixture = await makeFixture(scope);
  const world = await fixture.open();
  const { baseUrl, close } = await openDoor(world);
  atEnd(scope, close);
  const ask: Desk['ask'] = async (shop, operation, sent = {}, binding = 'SOAP 1.1') => {
    const { body } = await callBy(binding, baseUrl, operation, {
      ewBusinessUser: shop.username,
      ewBusinessToken: shop.apiKey,
      ...blanks(operation),
      ...sent,
    });
    return recordsIn(body);
  };
  return {
    fixture,
    world,
    baseUrl,
    ask,
    list: (shop, binding) => ask(shop, 'GetIndividualsForExternalAPI', {}, binding),
    form: async (shop, changes = {}) => {
      const request = { ...askedOf(shop), ...changes };
      return await makeForm(world, request, 'operator:test');
    },
  };
}

export function askedOf({ business }: Caller): NewForm {
  return {
    businessId: business.id,
    name: 'Spring offer',
    intro: 'Tell us about your trip.',
    thanks: 'Thank you, we will call.',
    originId: 'web-7',
    topics: [],
    questions: [
      { text: 'Where to?', externalValue: 'DEST', kind: 'text', options: [], isRequired: false },
      {
        text: 'When?',
        externalValue: 'SEASON',
        kind: 'choice',
        options: [
          { text: 'Spring', value: 'S1' },
          { text: 'Autumn', value: '' },
        ],
        isRequired: true,
      },
    ],
  };
}

/** What somebody told on a form of `askedOf`. */
export const told: LeadDetails = {
  firstName: 'Ada',
  lastName: 'Park',
  email: 'Ada@example.com',
  phone: '6175550123',
  address1: '1 Main Street',
  address2: '',
  city: 'Boston',
  stateCode: 'MA',
  postalCode: '02101',
  answers: [
    { question: 0, text: 'Rome' },
    { question: 1, chosen: [1] },
  ],
};

function blanks(name: string): Sent {
  const { parameters } = serviceOperations.find((operation) => operation.name === name)!;
  return Object.fromEntries(Object.keys(parameters).map((parameter) => [parameter, '']));
}

const record = /<(ExternalList|ResponseMessageInput|ExternalResponse)>(.*?)<\/\1>/gs;
const inner = /<SurveyAnswers(?: \/>|>.*?<\/SurveyAnswers>)/s;

/** Reads the records and not the answers in them: see `answersIn`. */
function recordsIn(body: string): Heard[] {
  return [...body.matchAll(record)].map(([, , content]) => fieldsIn(content!.replace(inner, '')));
}

/** The answers of each record, as the HTTP bindings write them. */
export function answersIn(body: string): Heard[][] {
  return [...body.matchAll(record)].map(([, , content]) =>
    [...content!.matchAll(/<LeadFormAnswers>(.*?)<\/LeadFormAnswers>/gs)].map(([, fields]) =>
      fieldsIn(fields!),
    ),
  );
}

function fieldsIn(content: string): Heard {
  const found = content.matchAll(/<(\w+)(?: xsi:nil="(true)")?(?: \/>|>([^<]*)<\/\1>)/g);
  return Object.fromEntries(
    [...found].map(([, name, nil, text]) => [name, nil ? null : unescaped(text ?? '')]),
  );
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
