import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { submitLead } from '../../src/leads/submit.ts';
import { bindings, callBy } from '../asmx/bindings.ts';
import type { Caller } from '../fixture.ts';
import { answersIn, openDesk, told } from './desk.ts';

const desk = await openDesk({ after });
const { fixture, world, ask, list, form } = desk;

async function fetchBody(shop: Caller, binding: (typeof bindings)[number]): Promise<string> {
  const { body } = await callBy(binding, desk.baseUrl, 'GetIndividualsForExternalAPI', {
    ewBusinessUser: shop.username,
    ewBusinessToken: shop.apiKey,
  });
  return body;
}

/** Leads of a form, a second apart, each of another person. */
async function comeIn(shop: Caller, count: number): Promise<string[]> {
  const made = await form(shop);
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const details = { ...told, email: `ada${i}@example.com` };
    ids.push(String(await submitLead(world, made, details, `page ${i}`)));
    fixture.clock.pass(1000);
  }
  return ids;
}

test('what a form asked of people themselves is handed over, in every binding', async () => {
  const shop = await fixture.addBusiness();
  const made = await form(shop, { topics: ['spouse', 'occupation', 'birth_date', 'gender'] });
  const personal = {
    spouseFirstName: 'Bo',
    spouseLastName: 'Lee',
    occupation: 'Pilot',
    birthDate: '1980-01-31',
    gender: 'Female',
  };
  await submitLead(world, made, { ...told, personal }, 'page');
  for (const binding of bindings) {
    const [heard] = await list(shop, binding);
    const { SpouseFirstName, SpouseLastName, Occupation, DateBirth, Gender } = heard!;
    assert.deepEqual(
      [SpouseFirstName, SpouseLastName, Occupation, DateBirth, Gender],
      ['Bo', 'Lee', 'Pilot', '01-31-1980', 'Female'],
    );
  }
});

for (const binding of bindings) {
  describe(`by ${binding}`, () => {
    test('what somebody told is handed over field by field', async () => {
      const shop = await fixture.addBusiness();
      const made = await form(shop);
      const id = await submitLead(world, made, told, 'page');
      const [heard, ...others] = await list(shop, binding);
      assert.deepEqual(others, []);
      assert.match(heard!.IndividualID!, /^\d+$/);
      assert.deepEqual(heard, {
        ExternalAPIID: String(id),
        IndividualID: heard!.IndividualID!,
        Salutation: '',
        FirstName: 'Ada',
        LastName: 'Park',
        SpouseFirstName: '',
        SpouseLastName: '',
        Address1: '1 Main Street',
        Address2: '',
        City: 'Boston',
        StateCode: 'MA',
        ZipCode: '02101',
        CountryCode: 'US',
        Occupation: '',
        DateBirth: '',
        Gender: '',
        Error: '',
        ErrorStack: '',
        PromotionLeadFormID: String(made.id),
        LeadFormName: 'Spring offer',
        OriginID: 'web-7',
        EmailAddress: 'Ada@example.com',
        PhoneNumber: '6175550123',
      });
    });

    test('the answers are nil in SOAP and written out elsewhere, every option with whether it was chosen', async () => {
      const shop = await fixture.addBusiness();
      await submitLead(world, await form(shop), told, 'page');
      const body = await fetchBody(shop, binding);
      if (binding.startsWith('SOAP')) {
        const three = '<LeadFormAnswers xsi:nil="true" />'.repeat(3);
        assert.ok(body.includes(`<ExternalList><SurveyAnswers>${three}</SurveyAnswers>`), body);
        return;
      }
      const always = { Vacation: null, Destination: null, Error: '', ErrorStack: '' };
      assert.deepEqual(answersIn(body), [
        [
          {
            QuestionText: 'Where to?',
            AnswerText: 'Rome',
            ExternalAPIValue: 'DEST',
            Selected: 'true',
          },
          {
            QuestionText: 'When?',
            AnswerText: 'Spring',
            ExternalAPIValue: 'S1',
            Selected: 'false',
          },
          {
            QuestionText: 'When?',
            AnswerText: 'Autumn',
            ExternalAPIValue: 'SEASON',
            Selected: 'true',
          },
        ].map((one) => ({ ...always, ...one })),
      ]);
    });

    test('who is acknowledged is listed no more, and the list ends empty', async () => {
      const shop = await fixture.addBusiness();
      const [first, second] = await comeIn(shop, 2);
      const sent = { ExternalAPIID: first!, IsSuccess: 'true', ReturnMessage: 'as 4711' };
      const [said] = await ask(shop, 'ExternalAPIResponse', sent, binding);
      assert.equal(said!.ExternalAPIID, first);
      assert.equal(said!.ReturnMessage, 'as 4711');
      assert.deepEqual([said!.Error, said!.ErrorStack], ['', '']);
      const left = await list(shop, binding);
      assert.deepEqual(
        left.map(({ ExternalAPIID }) => ExternalAPIID),
        [second],
      );
      await ask(shop, 'ExternalAPIResponse', { ExternalAPIID: second!, IsSent: 'true' }, binding);
      assert.deepEqual(await list(shop, binding), []);
    });

    test('a contact is inserted, and its record says who that is', async () => {
      const shop = await fixture.addBusiness();
      const sent = { PhoneNumber: '6175550188', FirstName: 'Bo', LastName: 'Lee' };
      const [said, ...others] = await ask(shop, 'ContactInsert', sent, binding);
      assert.deepEqual(others, []);
      assert.match(said!.FromPhoneNumber!, /^\d{10}$/);
      assert.match(said!.IndividualID!, /^\d+$/);
      assert.match(said!.LeadID!, /^\d+$/);
      assert.deepEqual(
        { ...said, FromPhoneNumber: '', IndividualID: '', LeadID: '' },
        {
          FromPhoneNumber: '',
          Error: '',
          ErrorStack: '',
          Response: 'Success',
          ResponseMessage: 'The contact was added.',
          IndividualID: '',
          MessageID: '',
          LeadID: '',
          DispositionID: '0',
        },
      );
      const [heard] = await list(shop, binding);
      assert.equal(heard!.ExternalAPIID, said!.LeadID);
      assert.deepEqual([heard!.FirstName, heard!.PhoneNumber], ['Bo', '6175550188']);
      assert.deepEqual([heard!.PromotionLeadFormID, heard!.OriginID], ['', '']);
    });
  });
}

test('at most 500 are listed, the oldest first, and the others once those are acknowledged', async () => {
  const shop = await fixture.addBusiness();
  const ids = await comeIn(shop, 503);
  const listed = async () => (await list(shop)).map(({ ExternalAPIID }) => ExternalAPIID!);
  assert.deepEqual(await listed(), ids.slice(0, 500));
  await fixture.db.query(
    `update leads set state = 'acknowledged' where business_id = $1 and id < $2`,
    [shop.business.id, BigInt(ids[2]!)],
  );
  assert.deepEqual(await listed(), ids.slice(2, 502));
});

test('the oldest is the one that came first, whatever its number', async () => {
  const shop = await fixture.addBusiness();
  const [first, second] = await comeIn(shop, 2);
  const later = new Date(fixture.clock.now().getTime() + 60_000);
  await fixture.db.query('update leads set created_at = $3 where business_id = $1 and id = $2', [
    shop.business.id,
    BigInt(first!),
    later,
  ]);
  const listed = (await list(shop)).map(({ ExternalAPIID }) => ExternalAPIID);
  assert.deepEqual(listed, [second, first]);
});

test('a list that would grow too long for one answer goes on in the next', async () => {
  const shop = await fixture.addBusiness();
  const question = {
    text: '?',
    externalValue: '',
    kind: 'text',
    options: [],
    isRequired: false,
  } as const;
  const made = await form(shop, { questions: Array(30).fill(question) });
  const answers = made.questions.map((_, i) => ({ question: i, text: 'x'.repeat(5000) }));
  for (let i = 0; i < 30; i += 1) {
    await submitLead(world, made, { ...told, answers }, `page ${i}`);
    fixture.clock.pass(1000);
  }
  const heard = await list(shop);
  assert.equal(heard.length, 26);
  for (const { ExternalAPIID } of heard) {
    await ask(shop, 'ExternalAPIResponse', { ExternalAPIID: ExternalAPIID!, IsSent: 'true' });
  }
  assert.equal((await list(shop)).length, 4);
});

test('what the customer is called fills in what was not told', async () => {
  const shop = await fixture.addBusiness();
  const nobody = { address1: '', city: '', stateCode: '', postalCode: '' };
  await submitLead(
    world,
    await form(shop, { originId: undefined }),
    { ...told, ...nobody },
    'page',
  );
  await fixture.db.query(
    `update customers set address1 = '9 Elm Street', city = 'Salem', first_name = 'Augusta',
       details = '{"Title": "Dr.", "OriginCode": "fair"}' where business_id = $1`,
    [shop.business.id],
  );
  const [heard] = await list(shop);
  assert.equal(heard!.Salutation, 'Dr.');
  assert.equal(heard!.OriginID, 'fair');
  assert.deepEqual([heard!.Address1, heard!.City], ['9 Elm Street', 'Salem']);
  assert.equal(heard!.FirstName, 'Ada', 'what they told goes before what the customer is called');
});

test('markup, right-to-left marks and line breaks arrive as they were told', async () => {
  const shop = await fixture.addBusiness();
  const wild = '<b>&"\'</b> \u202eright\u202c ]]> é漢😀\nsecond line';
  const details = { ...told, firstName: '<i>Ada</i>', answers: [{ question: 0, text: wild }] };
  await submitLead(world, await form(shop), details, 'page');
  const body = await fetchBody(shop, 'HTTP POST');
  assert.ok(!body.includes('<b>') && !body.includes('<i>'));
  assert.equal(answersIn(body)[0]![0]!.AnswerText, wild);
  assert.equal((await list(shop))[0]!.FirstName, '<i>Ada</i>');
});

test('two who fetch at once get the same, and acknowledge it together', async () => {
  const shop = await fixture.addBusiness();
  const ids = await comeIn(shop, 6);
  const [one, other] = await Promise.all([list(shop), list(shop)]);
  for (const heard of [one!, other!]) {
    assert.deepEqual(
      heard.map(({ ExternalAPIID }) => ExternalAPIID),
      ids,
    );
  }
  const said = await Promise.all(
    [...one!, ...other!].map(({ ExternalAPIID, IndividualID }, i) => {
      const named =
        i % 3 === 0 ? { IndividualID: IndividualID! } : { ExternalAPIID: ExternalAPIID! };
      return ask(shop, 'ExternalAPIResponse', { ...named, IsSuccess: 'true' });
    }),
  );
  for (const records of said) assert.deepEqual([records.length, records[0]!.Error], [1, '']);
  assert.deepEqual(await list(shop), []);
});

test('nobody else is listed, and another business acknowledges nothing', async () => {
  const [shop, other] = [await fixture.addBusiness(), await fixture.addBusiness()];
  const [id] = await comeIn(shop, 1);
  const [{ IndividualID } = {}] = await list(shop);
  assert.deepEqual(await list(other), []);
  const attempts = [{ ExternalAPIID: id! }, { IndividualID: IndividualID! }];
  for (const sent of attempts) {
    const said = await ask(other, 'ExternalAPIResponse', { ...sent, IsSuccess: 'true' });
    const message = 'There is no such individual among those who came in.';
    assert.deepEqual(said, [{ Error: message, ErrorStack: '' }]);
  }
  assert.equal((await list(shop)).length, 1);
});
