import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { AchFile } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { calendarDay, money, number } from '../data/format.ts';
import { achCurrency, entryColumns, returnColumns } from '../parts/ach-parts.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Copy, Facts, SideBlock, When } from '../parts/show.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

/** The state tells the return: beside the facts there is no room for a reason. */
const columnsOfFile = entryColumns.filter(({ title }) => title !== words.returnCode);

/** A file to or from the bank by its counts and sums; its lines are kept from everybody, since they have whole account numbers. */
export default function AchFileScreen() {
  const { fileId = '' } = useParams();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'achFiles', fileId],
    queryFn: () => client.achFiles.retrieve(fileId),
  });
  return (
    <Detail
      found={found}
      title={t(words.file)}
      titleOf={({ name }) => name}
      crumb={{ text: t(words.files), href: '/ach-files' }}
    >
      {(file) => (
        <ObjectFrame
          headline={calendarDay(file.fileOn)}
          state={file.status}
          sub={[
            t(words[file.direction]),
            t(words.entryCount(file.entryCount, number(file.entryCount))),
            file.isSameDay && t(words.sameDay),
          ]}
          side={<Side file={file} />}
        >
          {file.direction === 'out' ? (
            <PartList
              name={['achEntries', 'of file', file.id]}
              title={t(words.entriesIn)}
              icon="send"
              read={(cursor) => client.achEntries.list({ fileId: file.id, ...cursor })}
              id={({ id }) => id}
              href={({ id }) => `/ach-entries/${id}`}
              columns={columnsOfFile}
              empty={t(words.noEntries)}
            />
          ) : (
            <PartList
              name={['achReturns', 'of file', file.id]}
              title={t(words.returns)}
              icon="refund"
              read={(cursor) => client.achReturns.list({ fileId: file.id, ...cursor })}
              id={({ id }) => id}
              href={({ id }) => `/ach-returns/${id}`}
              columns={returnColumns}
              empty={t(words.noReturns)}
            />
          )}
        </ObjectFrame>
      )}
    </Detail>
  );
}

function Side({ file }: { file: AchFile }) {
  return (
    <>
      <SideBlock title={t(common.money)}>
        <Facts
          facts={[
            [t(words.debits), money(file.debits, achCurrency)],
            [t(words.credits), money(file.credits, achCurrency)],
            [t(words.entriesIn), number(file.entryCount)],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.direction), t(words[file.direction])],
            [t(words.sameDay), t(file.isSameDay ? common.yes : common.no)],
            [t(common.created), <When key="c" at={file.createdAt} />],
            file.direction === 'out' && [t(words.cutoff), <When key="u" at={file.cutoffAt} />],
            [t(words.delivered), file.deliveredAt && <When at={file.deliveredAt} />],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts
          facts={[
            [t(words.file), <Copy key="i" text={file.id} />],
            [t(common.name), <Copy key="n" text={file.name} />],
            [t(words.sha256), file.sha256 && <Copy text={file.sha256} />],
          ]}
        />
      </SideBlock>
    </>
  );
}
