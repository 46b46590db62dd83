import { setting, wholeNumber } from './setting.ts';

const days = wholeNumber(0, 3650);

/** The settings of src/config.ts for how long rows are kept that nothing needs any more. */
export const retentionSettings = {
  webhookDeliveryDays: setting(
    'WEBHOOK_DELIVERY_DAYS',
    '0',
    days,
    'How many days a finished webhook delivery is kept, with its body and its log; then it cannot be replayed. 0: for ever.',
  ),
  leadDays: setting(
    'LEAD_DAYS',
    '0',
    days,
    'How many days a lead is kept once the system of the business has acknowledged it. 0: for ever.',
  ),
  textDays: setting(
    'TEXT_DAYS',
    '0',
    days,
    'How many days the words of a text are kept once it has ended, and a note about its conversation; the row of the text stays. 0: for ever.',
  ),
  sandboxInboxDays: setting(
    'SANDBOX_INBOX_DAYS',
    '0',
    days,
    'How many days the sandbox keeps the texts and mails that it delivered. 0: for ever.',
  ),
};
