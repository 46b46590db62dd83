import type { PayLink } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Copy, Note } from './show.tsx';

type MadeProps = { title?: string; link: PayLink; isSent: boolean; onClose(): void };

/** The address is in this answer only. */
export function MadeDialog({ title = t(words.made), link, isSent, onClose }: MadeProps) {
  const { address, amount, currency, invoiceNumber } = link;
  return (
    <Dialog title={title} onClose={onClose} onSubmit={onClose}>
      <p className="title">
        <span className="sum">{money(amount, currency)}</span>
        <span className="soft digits">{invoiceNumber}</span>
      </p>
      {address !== undefined && (
        <div className="field">
          <p className="label">{t(words.address)}</p>
          <Copy text={address} />
        </div>
      )}
      <Note tone="still" title={t(words.madeText)}>
        {isSent && t(words.madeAndSent)}
      </Note>
      <Button type="submit" look="main">
        {t(words.done)}
      </Button>
    </Dialog>
  );
}
