import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { DueDay } from '../parts/due-day.tsx';
import { Check, Field, MoneyField, Select, TextArea } from '../parts/field.tsx';
import { Icon, Shape } from '../parts/icon.tsx';
import { InvoiceTrack } from '../parts/invoice-track.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { Option } from '../parts/option.tsx';
import { PaymentTrack } from '../parts/payment-track.tsx';
import { Sheet, Tabs } from '../parts/sheet.tsx';
import { Card, Copy, Facts, Fault, Id, Method, Note, State, Tag, When } from '../parts/show.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useToasts } from '../parts/toasts.tsx';
import type { Tone } from '../words/states.ts';
import { Absences, Lists } from './list-samples.tsx';
import { invoices, payLinkMessages, payments } from './samples.ts';

const tones: readonly Tone[] = ['good', 'move', 'wait', 'bad', 'doubt', 'still'];
const states = [
  ...['processing', 'unknown', 'authorized', 'captured', 'settled', 'declined', 'voided'],
  ...['queued', 'originated', 'available', 'returned', 'scheduled', 'exhausted', 'no_such_state'],
];
const nothing = () => {};
const refusal = new ApiError(
  409,
  { code: 'not_refundable', detail: 'Of this payment nothing is left to refund.' },
  { idempotencyKey: undefined, requestId: undefined, retryAfterSeconds: undefined },
);

/** Every component in every state that it has. */
export function Components() {
  const [tab, setTab] = useState('one');
  return (
    <Sheet
      title="Components"
      beside="in every state"
      tabs={
        <Tabs
          current={tab}
          onChoose={setTab}
          tabs={[
            { key: 'one', text: 'Current' },
            { key: 'two', text: 'Counted', count: 12 },
            { key: 'three', text: 'Another' },
          ]}
        />
      }
    >
      <div className="gallery">
        <Buttons />
        <Fields />
        <States />
        <Notes />
        <Lists />
        <Absences />
        <Objects />
      </div>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="in stack">{children}</div>
    </Card>
  );
}

function Buttons() {
  const toasts = useToasts();
  return (
    <Part title="Buttons, menus, toasts">
      {(['main', 'normal', 'plain', 'danger'] as const).map((look) => (
        <div className="btns wrap" key={look}>
          <Button look={look} icon="plus" hotkey="N">
            {look}
          </Button>
          <Button look={look} because="Nothing is left to refund">
            off
          </Button>
          <Button look={look} working="Refunding">
            at work
          </Button>
          <Button look={look} small>
            small
          </Button>
        </div>
      ))}
      <div className="btns">
        <IconButton icon="copy" label="Copy" />
        <IconButton icon="x" label="Off" disabled />
        <MoreMenu
          items={[
            { icon: 'pencil', text: 'Rename', onChoose: nothing },
            { icon: 'trash', text: 'Delete', onChoose: nothing },
          ]}
        />
        <Button onClick={() => toasts.tell({ text: '$250.00 is refunded', href: '/payments/1' })}>
          Toast
        </Button>
      </div>
      <p className="toast" data-tone="good">
        <Shape name="captured" />
        <span className="grow">$250.00 is refunded to Ada Park</span>
        <button type="button" className="link">
          Open
        </button>
      </p>
      <div className="bulk">
        <b>3 selected</b>
        <span className="soft digits">{money(47_850, 'USD')}</span>
        <span className="rule" />
        <Button small look="plain" icon="mail">
          Resend receipts
        </Button>
        <Button small look="plain" hotkey="Esc">
          Clear
        </Button>
      </div>
    </Part>
  );
}

function Fields() {
  const [text, setText] = useState('Ada Park');
  const [isOn, setOn] = useState(true);
  const [choice, setChoice] = useState('refund');
  return (
    <Part title="Fields">
      <Field label="Name" hint="As it is on the card." value={text} onChange={setText} />
      <Field label="Order" fault="An order number is required." value="" onChange={nothing} />
      <Field label="Business" value="Lee Flowers" onChange={nothing} disabled />
      <MoneyField
        label="Amount to refund"
        value="1,300.00"
        onChange={nothing}
        currency="USD"
        limit="of $1,250.00"
        fault="At most $1,250.00 can be refunded"
      />
      <Select
        label="Reason"
        value="twice"
        onChange={nothing}
        options={[
          ['twice', 'Charged twice'],
          ['back', 'Goods came back'],
        ]}
      />
      <TextArea label="Note" rows={2} value="For your own staff." onChange={nothing} />
      <Check label="Send a receipt" hint="To ada@example.com" value={isOn} onChange={setOn} />
      <Check label="Not chosen" value={!isOn} onChange={(next) => setOn(!next)} />
      {(['refund', 'void'] as const).map((one) => (
        <Option
          key={one}
          name="choice"
          title={one}
          text="What becomes of the money stands here."
          isChosen={choice === one}
          onChoose={() => setChoice(one)}
        />
      ))}
    </Part>
  );
}

function States() {
  return (
    <Part title="States, tags, facts">
      <ul>
        {states.map((state) => (
          <li key={state} className="row wide">
            <State state={state} />
            <State state={state} badge />
          </li>
        ))}
      </ul>
      <div className="btns wrap">
        <DueDay dueOn="2030-01-18" isOverdue={false} />
        <DueDay dueOn="2030-01-11" isOverdue />
        <Tag>−$20.00 refunded</Tag>
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
      </div>
      <Facts
        facts={[
          ['Captured', money(125_000, 'USD')],
          ['Refunded', '−$20.00'],
          ['Left', '$1,230.00', 'total'],
          ['Absent', null],
          ['Token', <Copy key="token" text="card_7f3a9c5e2b8d4f6a1c0e9b7d" />],
          ['Order', <Id key="order" text="subscription-2030-01-7f3a9c5e-0042" />],
          ['Created', <When key="when" at="2030-01-22T15:31:00.000Z" />],
          ['Method', <Method key="method" method="card" brand="visa" last4="4242" />],
        ]}
      />
    </Part>
  );
}

function Notes() {
  return (
    <Part title="Notices">
      {tones.map((tone) => (
        <Note key={tone} tone={tone} title={`A notice of the tone ${tone}.`}>
          <p>What it means, and a way out.</p>
        </Note>
      ))}
      <Note tone="move" isWorking title="Something goes on.">
        <p>How long it may take, and what not to do meanwhile.</p>
      </Note>
      <Fault error={refusal} retry={nothing} />
    </Part>
  );
}

function Objects() {
  const at = (ms: number) => new Date(Date.parse('2030-01-22T15:31:00Z') + ms).toISOString();
  return (
    <>
      <Part title="Where the money is">
        {payments.slice(0, 4).map((payment) => (
          <PaymentTrack key={payment.id} payment={payment} events={[]} />
        ))}
      </Part>
      <Part title="How far an invoice is">
        {invoices.map((invoice) => (
          <InvoiceTrack key={invoice.id} invoice={invoice} messages={payLinkMessages} />
        ))}
      </Part>
      <Card title="What happened">
        <Timeline
          steps={[
            { key: 'a', at: at(0), knob: <Icon name="send" />, name: 'Requested', why: 'by a key' },
            {
              key: 'b',
              at: at(412),
              tone: 'good',
              knob: <Shape name="captured" />,
              name: 'Captured',
            },
            {
              key: 'c',
              at: at(90_000),
              tone: 'bad',
              knob: <Icon name="x" />,
              name: 'Not delivered',
            },
          ]}
        />
      </Card>
    </>
  );
}
