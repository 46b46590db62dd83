/**
 * The name of a column as a message quotes it; undefined for text that is no word. A file that lacks its line of names
 * has the values of its first row in their place, and these may be numbers of cards and accounts.
 */
export function shownColumn(name: string): string | undefined {
  return /^[a-z][a-z_ -]{0,48}\d{0,2}$/i.test(name) ? name : undefined;
}
