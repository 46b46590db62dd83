/** The rules for a file. Each rule has one name, so that a fault can be counted, tested and explained. */
export const rules = {
  recordLength: 'a record has 94 characters',
  characters: 'a record has printable ASCII characters only',
  recordType: 'a record begins with 1, 5, 6, 7, 8 or 9',
  recordOrder: 'header, batches of entries with their addenda, and control follow one another',
  field: 'a field has the form of its kind',
  blank: 'a mandatory field is filled',
  date: 'a date is a day of the calendar, written YYMMDD',
  checkDigit: 'the ninth digit of a routing number is the check digit of the first eight',
  secCode: 'a batch is of a class that is read here: PPD, CCD, WEB or COR',
  transactionCode: 'an entry debits or credits a checking or savings account, or prenotes it',
  returnedCode:
    'returns and notices of change have the codes 21, 26, 31 and 36, and nothing else has',
  mixedBatch: 'returned entries and new ones stand in batches of their own',
  serviceClass: 'a batch of class 220 has credits only, one of class 225 debits only',
  amount: 'prenotes and notices of change are of no amount, payments are of some',
  addendaIndicator: 'the indicator of an entry says whether an addenda record follows',
  addendaCount: 'an entry has at most one addenda record',
  addendaType: 'addenda are of type 05 or 99, and of type 98 in a COR batch',
  addendaSequence: 'addenda name the entry that they belong to',
  traceOdfi: 'a trace number begins with the bank of its batch',
  traceOrder: 'trace numbers ascend within a batch',
  batchOrder: 'batch numbers ascend within a file',
  batchEmpty: 'a batch has an entry',
  effectiveDate: 'a new batch says when it takes effect, no earlier than its file was made',
  batchClass: 'the service class of a batch is the same in its control',
  batchCompany: 'the company of a batch is the same in its control',
  batchOdfi: 'the bank of a batch is the same in its control',
  batchNumber: 'the number of a batch is the same in its control',
  batchEntryCount: 'a batch control counts the entries and addenda of its batch',
  batchHash: 'a batch control sums the receiving banks of its entries',
  batchDebits: 'a batch control sums the debits of its entries',
  batchCredits: 'a batch control sums the credits of its entries',
  fileBatchCount: 'the file control counts the batches',
  fileBlockCount: 'the file control counts the blocks of ten records, the last one filled up',
  fileEntryCount: 'the file control counts all entries and addenda',
  fileHash: 'the file control sums the receiving banks of all entries',
  fileDebits: 'the file control sums all debits',
  fileCredits: 'the file control sums all credits',
  padding: 'behind the control stand as many lines of nines as fill the last block of ten',
} as const;

export type Rule = keyof typeof rules;

/** The place and kind of a fault. It never repeats a name or an account number: faults are logged. */
export type Fault = { readonly line: number; readonly rule: Rule; readonly says: string };

export function fault(rule: Rule, line: number, detail?: string): Fault {
  return { line, rule, says: detail === undefined ? rules[rule] : `${rules[rule]}: ${detail}` };
}
