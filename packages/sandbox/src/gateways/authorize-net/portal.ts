import { type Book, markVoided } from './book.ts';

/** Voids a transaction as a person does who looks at it. False: it is too late; a void that failed is shown nowhere. */
export function voidInPortal(book: Book, transactionId: string, at: number): boolean {
  const found = book.find(transactionId);
  if (!found) throw new Error(`there is no transaction ${transactionId}`);
  if (!/^authorized|PendingSettlement$/.test(found.status)) return false;
  markVoided(found);
  const { id, invoiceNumber: reference, cents, last4 } = found;
  const facts = { at, reference, transactionId: id, of: id, cents, last4, code: '1' };
  book.write({ ...facts, event: 'undone', type: 'void', isForeign: true });
  return true;
}
