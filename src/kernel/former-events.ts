/** Log events that the version before called otherwise. Their lines have that name too, as `was`, until the next version. */
export const formerEvents: Readonly<Record<string, string | undefined>> = {
  'case.opened': 'question.opened',
  'case.not_carried_out': 'question.not_carried_out',
  'mail.no_words': 'letter.no_words',
  'mail.not_taken': 'letter.not_taken',
  'mail.not_written': 'letter.not_written',
  'mail.not_queued': 'letter.not_queued',
  'key.use_not_recorded': 'key.use_not_noted',
  'token.not_stored': 'token.not_noted',
  'webhook.not_rendered': 'webhook.no_words',
  'payment.watch_not_split': 'payment.not_parted',
  'process.not_recorded': 'process.not_shown',
  'server.address_not_written': 'server.not_told',
};
