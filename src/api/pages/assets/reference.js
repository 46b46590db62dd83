// The forms of the reference. Requests go to this service alone (Content-Security-Policy: connect-src).
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // The key stays in its field: nothing stores it, and a live one does not even stay there.
  const key = one('#key');
  const fault = one('#key-fault');
  const refuseKey = (text) => {
    fault.textContent = text;
    fault.hidden = text === '';
    key?.closest('.field').classList.toggle('has-fault', text !== '');
    if (text) key.setAttribute('aria-invalid', 'true');
    else key?.removeAttribute('aria-invalid');
  };
  const looksLive = () => key.value.includes('qk_live_');
  const dropLive = () => {
    key.value = '';
    refuseKey('This key moves real money. It was taken out again, and nothing was sent.');
  };
  key?.addEventListener('input', () => {
    if (looksLive()) dropLive();
    else refuseKey('');
  });

  // Somebody who is signed in to a sandbox business needs no key.
  let antiForgery = '';
  let business = '';
  const isSignedIn = () => antiForgery !== '' && key.value === '' && !one('#username');
  if (key && localStorage.getItem('signed-in')) {
    fetch('/v1/session').then(async (answer) => {
      if (!answer.ok) return;
      const session = await answer.json();
      const found = session.memberships.find(({ business }) => business.environment === 'sandbox');
      if (!found) return;
      antiForgery = session.antiForgery;
      business = found.business.id;
      one('#signed-in').textContent =
        `You are signed in as ${session.email} (${found.business.name}). Leave the key empty to call as yourself.`;
      one('#signed-in').hidden = false;
    });
  }

  const authorization = () => {
    const username = one('#username');
    const value = key.value.trim();
    if (!username) return `Bearer ${value}`;
    const bytes = new TextEncoder().encode(`${username.value.trim()}:${value}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
  };

  const requestOf = (form) => {
    const { method, path } = form.dataset;
    const headers = isSignedIn()
      ? { 'X-Anti-Forgery': antiForgery, 'Quittance-Business': business }
      : { Authorization: authorization() };
    const query = new URLSearchParams();
    let address = path;
    let body;
    for (const entry of all('[data-place]', form)) {
      const { place, name } = entry.dataset;
      const value = entry.value.trim();
      if (place === 'body') body = value;
      else if (place === 'path') {
        address = address.replace(`{${name}}`, encodeURIComponent(value));
      } else if (value !== '') {
        if (place === 'query') query.set(name, value);
        else headers[name] = value;
      }
    }
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const asked = query.size > 0 ? `${address}?${query}` : address;
    return { address: asked, options: { method, headers, ...(body !== undefined && { body }) } };
  };

  const written = async (answer) => {
    const names = ['content-type', 'location', 'etag', 'x-request-id', 'ratelimit', 'retry-after'];
    const head = names
      .filter((name) => answer.headers.has(name))
      .map((name) => `${name}: ${answer.headers.get(name)}`);
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    let body = text;
    if (isJson) {
      try {
        body = JSON.stringify(JSON.parse(text), null, 2);
      } catch {}
    }
    return [`${answer.status} ${answer.statusText}`, ...head, '', body].join('\n').trim();
  };

  const own = { mode: 'same-origin', redirect: 'error', cache: 'no-store' };
  const send = (address, options) => {
    const credentials = isSignedIn() ? 'same-origin' : 'omit';
    return window.fetch(address, { ...own, credentials, ...options });
  };
  for (const form of all('form.request')) {
    const told = form.querySelector('.told');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (looksLive()) {
        dropLive();
        key.focus();
        return;
      }
      if (!isSignedIn() && !key.value.trim().startsWith('qk_test_')) {
        refuseKey('Please enter a key of a sandbox business: it begins with qk_test_.');
        key.focus();
        return;
      }
      told.hidden = false;
      told.textContent = 'Sending.';
      try {
        const { address, options } = requestOf(form);
        told.textContent = await written(await send(address, options));
      } catch (error) {
        told.textContent = `There was no answer: ${error.message}`;
      }
    });
  }
})();
