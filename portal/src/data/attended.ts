/*
 * A page that reads anew by itself does not keep the session of somebody who left it: what it asks while nobody touches it
 * says so.
 */

const unattendedAfterMs = 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let touchedAt = Date.now();
for (const touch of touches) {
  addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

export const attendedFetch: typeof fetch = (input, init = {}) => {
  if (Date.now() - touchedAt < unattendedAfterMs) return fetch(input, init);
  const headers = new Headers(init.headers);
  headers.set('Quittance-Unattended', 'true');
  return fetch(input, { ...init, headers });
};
