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
    memory.write({ ...typed, method: one('#method-bank')?.checked ? 'bank' : 'card' });
    button.textContent = button.dataset.busy;
    button.setAttribute('aria-disabled', 'true');
    button.scrollIntoView({ block: 'nearest' });
  });

  // What the service checks, checked here first: a slip must not cost the numbers, which no page gives back.
  const { digits, brandOf, shownBrands, ...numbers } = window.numbers;
  const isRight = {
    'card-number': ({ value }) => numbers.isCardNumber(value),
    cvv: ({ value }) => {
      const brand = brandOf(field('card-number').value);
      return !brand || value.trim().length === (brand === 'amex' ? 4 : 3);
    },
    'routing-number': ({ value }) => numbers.isRoutingNumber(value),
    'account-number-again': ({ value }) => digits(value) === digits(field('account-number').value),
    expiry({ value, dataset }) {
      const fault = numbers.judgeExpiry(value.trim(), dataset.from);
      return fault ? dataset[fault] : true;
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
  const words = (n) => (n === 1 ? form.dataset.checkOne : form.dataset.checkMany.replace('#', n));
  const hasFaults = () => {
    for (const old of document.querySelectorAll('.summary')) old.remove();
    const items = [...form.querySelectorAll('[data-missing], [data-wrong]')].flatMap((input) => {
      const fault = input.matches(':disabled') ? undefined : faultOf(input);
      tell(input, fault);
      return fault ? [make('li', {}, make('a', { href: `#${input.name}` }, fault))] : [];
    });
    if (items.length > 0) {
      const summary = make(
        'div',
        { className: 'summary', role: 'alert', tabIndex: -1 },
        make('h2', {}, words(items.length)),
        make('ul', {}, ...items),
      );
      form.before(summary);
      summary.focus();
    }
    return items.length > 0;
  };

  const number = field('card-number');
  if (!number) return;

  number.addEventListener('input', () => {
    numbers.groupCardNumber(number);
    const brand = brandOf(number.value);
    const shown = one('.brand');
    if (shown.textContent !== (shownBrands[brand] ?? ''))
      shown.textContent = shownBrands[brand] ?? '';
    const { three, four, threeOrFour } = form.dataset;
    const code = field('cvv');
    if (code) code.placeholder = brand === 'amex' ? four : brand ? three : threeOrFour;
  });

  const expiry = field('expiry');
  expiry.addEventListener('input', (event) => numbers.slashExpiry(expiry, event));
})();
