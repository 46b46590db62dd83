import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Filters } from '../parts/filters.tsx';
import { ColumnsMenu, DensityMenu } from '../parts/list-look.tsx';
import { ListBones } from '../parts/list-table.tsx';
import { NoMatch, Stale } from '../parts/list-tools.tsx';
import { Bones, Card, Empty } from '../parts/show.tsx';
import { paymentList } from '../screens/payments.tsx';

const nothing = () => {};

export function Lists() {
  const [query, setQuery] = useState<Record<string, string>>({ status: 'unknown', last4: '4242' });
  const [names, setNames] = useState<readonly string[]>();
  const { columns, filters = [] } = paymentList;
  const shown = columns.slice(0, names?.length ?? 4);
  return (
    <section className="card full">
      <header>
        <h2 className="grow">Lists</h2>
        <ColumnsMenu {...{ columns, shown }} onChange={setNames} />
        <DensityMenu />
      </header>
      <div className="toolbar wrap">
        <Filters
          {...{ filters, query }}
          onChange={(changes) =>
            setQuery(
              Object.fromEntries(
                Object.entries({ ...query, ...changes }).flatMap(([name, value]) =>
                  value === undefined ? [] : [[name, value]],
                ),
              ),
            )
          }
        />
        <span className="grow" />
        <Button small icon="up">
          2 new
        </Button>
      </div>
      <Stale at={0} retry={nothing} />
      <ListBones columns={columns.filter(({ isExtra }) => !isExtra)} canChoose />
    </section>
  );
}

export function Absences() {
  const { filters = [] } = paymentList;
  return (
    <>
      <Card title="Empty">
        <Empty icon="card" title="No payments yet" text="Take one, and it shows up here at once.">
          <Button look="main" icon="plus">
            New payment
          </Button>
        </Empty>
      </Card>
      <Card title="No match">
        <NoMatch {...{ filters }} query={{ status: 'unknown', q: 'ada' }} onChange={nothing} />
      </Card>
      <Card title="Not allowed">
        <Empty icon="lock" title="Your role does not show this" text="This needs “administer”." />
      </Card>
      <Card title="Loading">
        <Bones rows={4} />
      </Card>
    </>
  );
}
