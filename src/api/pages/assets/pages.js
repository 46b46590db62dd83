// Everything here only helps: without it, the pages do all the same.
(() => {
  const one = (selector) => document.querySelector(selector);
  document.documentElement.classList.add('scripted');

  for (const button of document.querySelectorAll('[data-print]')) {
    button.addEventListener('click', () => window.print());
  }

  // A page that comes back out of the browser's memory may be paid by now.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  // What was typed survives a decline, in this tab only; numbers that pay are not among it.
  const keptFields = ['name', 'postal-code', 'account-name', 'email', 'phone'];
  const place = `typed ${location.pathname}`;
  const memory = {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(place)) ?? {};
      } catch {
        return {};
      }
    },
    write(values) {
      try {
        if (values) sessionStorage.setItem(place, JSON.stringify(values));
        else sessionStorage.removeItem(place);
      } catch {}
    },
  };

  const form = one('form.pay');
  if (!form) {
    if (one('.receipt')) memory.write(undefined);
    return;
  }
  const field = (name) => form.elements.namedItem(name);

  if (new URLSearchParams(location.search).has('try')) {
    const typed = memory.read();
    for (const name of keptFields) if (typed[name] && field(name)) field(name).value = typed[name];
    if (typed.method === 'bank') one('#method-bank').checked = true;
  }

  // What is not shown is not sent. Not every business takes both.
  const ways = ['card', 'bank'].filter((way) => one(`#method-${way}`));
  const showWay = () => {
    for (const way of ways) one(`.of-${way}`).disabled = !one(`#method-${way}`).checked;
  };
  for (const way of ways) one(`#method-${way}`).addEventListener('change', showWay);
  showWay();

  // One press is one payment; the service holds to that too.
  const button = one('form.pay > button');
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent || hasFaults()) {
      event.preventDefault();
      return;
    }
    isSent = true;
    const typed = Object.fromEntries(keptFields.map((name) => [name, field(name)?.value]));
    memory.write({ ...typed, method: one('#method-bank').checked ? 'bank' : 'card' });
    button.textContent = button.dataset.busy;
    button.setAttribute('aria-disabled', 'true');
    button.scrollIntoView({ block: 'nearest' });
  });

  const brands = [
    ['Visa', /^4/],
    ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['Amex', /^3[47]/],
    ['Discover', /^(6011|64[4-9]|65)/],
    ['Diners Club', /^(30[0-5]|3095|36|3[89])/],
    ['JCB', /^35(2[89]|[3-8])/],
    ['UnionPay', /^(62|81)/],
  ];
  const digits = (text) => text.replace(/\D/g, '');
  const brandOf = (text) => brands.find(([, start]) => start.test(text))?.[0] ?? '';

  // What the service checks, checked here first: a slip must not cost the numbers, which no page gives back.
  const luhn = (text) =>
    [...text].reverse().reduce((sum, digit, i) => {
      const twice = digit * (1 + (i % 2));
      return sum + twice - (twice > 9 ? 9 : 0);
    }, 0) % 10;
  const isRight = {
    'card-number': ({ value }) => /^\d{12,19}$/.test(digits(value)) && luhn(digits(value)) === 0,
    cvv: ({ value }) => {
      const brand = brandOf(digits(field('card-number').value));
      return !brand || value.trim().length === (brand === 'Amex' ? 4 : 3);
    },
    'routing-number': ({ value }) =>
      [...digits(value)].reduce((sum, digit, i) => sum + digit * [3, 7, 1][i % 3], 0) % 10 === 0 &&
      digits(value).length === 9,
    'account-number-again': ({ value }) => digits(value) === digits(field('account-number').value),
    expiry({ value, dataset }) {
      const [, month, year] = /^(\d\d?)\D*(?:20)?(\d\d)$/.exec(value.trim()) ?? [];
      if (!(month >= 1 && month <= 12)) return false;
      return `20${year}-${month.padStart(2, '0')}` >= dataset.from || dataset.past;
    },
  };
  const faultOf = (input) => {
    const { dataset, pattern, validity } = input;
    const text = input.type === 'checkbox' && !input.checked ? '' : input.value.trim();
    if (!text) return dataset.missing;
    const isForm = !pattern || new RegExp(`^(?:${pattern})$`, 'v').test(text);
    if (!isForm || validity.typeMismatch) return dataset.wrong;
    const right = isRight[input.name]?.(input) ?? true;
    return right === true ? undefined : right || dataset.wrong;
  };
  const make = (tag, about, ...inside) => {
    const made = Object.assign(document.createElement(tag), about);
    made.append(...inside);
    return made;
  };
  const tell = (input, fault) => {
    const [id, hint] = ['fault', 'hint'].map((kind) => `${input.name}-${kind}`);
    one(`#${id}`)?.remove();
    input.closest('.field')?.classList.toggle('has-fault', Boolean(fault));
    input.ariaInvalid = fault ? 'true' : null;
    const by = [fault && id, one(`#${hint}`) && hint].filter(Boolean).join(' ');
    if (by) input.setAttribute('aria-describedby', by);
    else input.removeAttribute('aria-describedby');
    if (fault)
      input.closest('.entry, .choice').before(make('p', { id, className: 'fault' }, fault));
  };
  const hasFaults = () => {
    for (const old of document.querySelectorAll('.summary')) old.remove();
    const items = [...form.querySelectorAll('[data-missing], [data-wrong]')].flatMap((input) => {
      const fault = input.matches(':disabled') ? undefined : faultOf(input);
      tell(input, fault);
      return fault ? [make('li', {}, make('a', { href: `#${input.name}` }, fault))] : [];
    });
    const count = items.length === 1 ? 'one thing' : `${items.length} things`;
    if (items.length > 0) {
      const summary = make(
        'div',
        { className: 'summary', role: 'alert', tabIndex: -1 },
        make('h2', {}, `Please check ${count}`),
        make('ul', {}, ...items),
      );
      form.before(summary);
      summary.focus();
    }
    return items.length > 0;
  };

  const number = field('card-number');
  if (!number) return;

  // In groups as on the card; the caret stays behind the digit that it stood behind.
  number.addEventListener('input', () => {
    const before = digits(number.value.slice(0, number.selectionStart ?? 0)).length;
    const bare = digits(number.value).slice(0, 19);
    const brand = brandOf(bare);
    const groups =
      brand === 'Amex'
        ? bare.match(/^(\d{1,4})(\d{1,6})?(\d+)?/)?.slice(1)
        : bare.match(/\d{1,4}/g);
    number.value = (groups ?? []).filter(Boolean).join(' ');
    let caret = 0;
    for (let seen = 0; seen < before && caret < number.value.length; caret += 1) {
      if (number.value[caret] !== ' ') seen += 1;
    }
    number.setSelectionRange(caret, caret);
    const shown = one('.brand');
    if (shown.textContent !== brand) shown.textContent = brand;
    field('cvv').placeholder = brand === 'Amex' ? '4 digits' : brand ? '3 digits' : '3 or 4 digits';
  });

  const expiry = field('expiry');
  expiry.addEventListener('input', ({ inputType }) => {
    if (inputType?.startsWith('delete')) return;
    if (/^[2-9]$/.test(expiry.value)) expiry.value = `0${expiry.value}`;
    if (/^\d{2}$/.test(expiry.value)) expiry.value += '/';
    const [, month, year] = /^(\d{2})(\d{1,4})$/.exec(expiry.value) ?? [];
    if (month) expiry.value = `${month}/${year}`;
  });
})();
