/** What would move the cursor or turn the line round, written out; somebody else wrote the text. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
