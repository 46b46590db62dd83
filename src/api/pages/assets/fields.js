// The fields in the page of somebody else. That page tells how they look and when to send them, and hears whether they are
// complete; what is typed goes to this service alone.
(() => {
  const { parent } = window;
  const form = document.querySelector('form');
  const note = document.querySelector('.note');
  const root = document.documentElement;
  if (parent === window) return;
  const { kind, standing, from } = form.dataset;
  const origins = form.dataset.origins.split(' ');
  // The page that may hear of the fields: the first of the origins of the session that speaks.
  let origin;
  const say = (type, about = {}) => {
    if (origin) parent.postMessage({ quittance: 'fields', type, ...about }, origin);
  };

  const words = window.fieldWords;
  // The service knows what the code is called where the payer lives.
  const postal = document.querySelector('label[for=postal-code]');
  if (postal) words.en.postalCode[0] = postal.textContent;
  let texts = words.en;
  // Of the payer or the business, where the page around names none.
  const ownLanguage = root.lang;
  const textOf = (name, which = 0) => texts[name]?.[which] || texts[name]?.[0] || texts.failed[0];

  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const inputs = [...form.querySelectorAll('.field input')];
  const wordsFor = ({ name }) => (kind === 'bank' && name === 'name' ? 'owner' : camel(name));
  const field = (name) => form.elements.namedItem(name);
  const number = field('number');
  const expiry = field('expiry');

  const { digits, brandOf, shownBrands, ...numbers } = window.numbers;
  // True, or the code of what is wrong with it.
  const judges = {
    number: numbers.isCardNumber,
    expiry: (value) => numbers.judgeExpiry(value, from) ?? true,
    'routing-number': numbers.isRoutingNumber,
    'account-number': (value) => /^\d{4,17}$/.test(digits(value)),
    'account-number-again': (value) => digits(value) === digits(field('account-number').value),
  };
  const codes = ['', 'missing', 'wrong', 'past'];
  const codeOf = ({ name, value, pattern }) => {
    const text = value.trim();
    if (!text) return 'missing';
    if (pattern && !new RegExp(`^(?:${pattern})$`, 'v').test(text)) return 'wrong';
    const right = judges[name]?.(text) ?? true;
    return right === true ? undefined : right || 'wrong';
  };

  // A fault is told where it is, and to the page without what was typed.
  const shownFaults = new Map();
  const tell = (input, code) => {
    const id = `${input.name}-fault`;
    document.getElementById(id)?.remove();
    input.closest('.field').classList.toggle('has-fault', Boolean(code));
    input.ariaInvalid = code ? 'true' : null;
    if (code) {
      shownFaults.set(input.name, code);
      const made = Object.assign(document.createElement('p'), { id, className: 'fault' });
      made.textContent = textOf(wordsFor(input), codes.indexOf(code));
      input.closest('.entry').after(made);
      input.setAttribute('aria-describedby', id);
    } else {
      shownFaults.delete(input.name);
      input.removeAttribute('aria-describedby');
    }
  };
  const faultFor = (input, code) => ({
    field: camel(input.name),
    code,
    message: textOf(wordsFor(input), codes.indexOf(code)),
  });
  const tellNote = (code) => {
    note.hidden = !code;
    note.textContent = code ? textOf(code) : '';
  };

  let last;
  const sayChange = () => {
    const fields = {};
    for (const input of inputs) {
      const fault = shownFaults.get(input.name);
      const [empty, complete] = [input.value.trim() === '', codeOf(input) === undefined];
      fields[camel(input.name)] = { empty, complete, error: fault ? faultFor(input, fault) : null };
    }
    const all = Object.values(fields);
    const about = {
      fields,
      empty: all.every(({ empty }) => empty),
      complete: all.every(({ complete }) => complete),
      brand: (number && brandOf(number.value)) ?? null,
    };
    const text = JSON.stringify(about);
    if (text !== last) say('change', about);
    last = text;
  };

  for (const input of inputs) {
    input.addEventListener('input', () => {
      if (shownFaults.has(input.name)) tell(input, codeOf(input));
      tellNote();
      sayChange();
    });
    input.addEventListener('focus', () => say('focus', { field: camel(input.name) }));
    input.addEventListener('blur', ({ relatedTarget }) => {
      // Who only passes through is not told that it is empty. Nothing grows under who leaves for the page's button: it would
      // move between press and release, and a submit tells of all faults.
      if (input.value.trim() && relatedTarget) tell(input, codeOf(input));
      sayChange();
      say('blur', { field: camel(input.name) });
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      say('enter');
    });
  }

  number?.addEventListener('input', () => {
    numbers.groupCardNumber(number);
    document.querySelector('.brand').textContent = shownBrands[brandOf(number.value)] ?? '';
  });
  expiry?.addEventListener('input', (event) => numbers.slashExpiry(expiry, event));

  // Looks: these names and no others, each with a value of its own form. None of it is text of a style sheet.
  const colour = (value) => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value) && value;
  const px = (least, most) => (value) =>
    typeof value === 'number' && value >= least && value <= most && `${value}px`;
  const oneOf = (values) => (value) => Object.hasOwn(values, value) && values[value];
  const looks = {
    colorBackground: colour,
    colorField: colour,
    colorText: colour,
    colorLabel: colour,
    colorBorder: colour,
    colorFocus: colour,
    colorError: colour,
    colorPlaceholder: colour,
    fontSize: px(12, 24),
    radius: px(0, 24),
    borderWidth: px(1, 4),
    padding: px(4, 24),
    gap: px(4, 32),
    fontFamily: oneOf({
      system: 'system-ui, sans-serif',
      sans: 'Arial, Helvetica, sans-serif',
      serif: 'Georgia, serif',
      mono: 'ui-monospace, monospace',
    }),
    scheme: oneOf({ light: 'light', dark: 'dark' }),
  };
  const applyLooks = (style) => {
    const refused = [];
    for (const [name, value] of Object.entries(style)) {
      const read = Object.hasOwn(looks, name) && looks[name](value);
      if (!read) refused.push(name.slice(0, 40));
      else if (name === 'scheme') root.dataset.scheme = read;
      else root.style.setProperty(`--${name}`, read);
    }
    if (refused.length > 0) say('error', { code: 'style_refused', names: refused });
  };

  // Words of the page instead of ours: texts, never markup.
  const isText = (text) => typeof text === 'string' && text !== '' && text.length <= 200;
  const applyWords = (locale, labels) => {
    const code = String(locale ?? ownLanguage).slice(0, 2);
    root.lang = Object.hasOwn(words, code) ? code : 'en';
    texts = { ...words[root.lang] };
    for (const [name, given] of Object.entries(labels ?? {})) {
      const own = Array.isArray(given) ? given : [given];
      if (Object.hasOwn(texts, name) && own.every(isText)) {
        texts[name] = texts[name].map((text, i) => own[i] ?? text);
      } else {
        say('error', { code: 'label_refused', names: [name.slice(0, 40)] });
      }
    }
    for (const input of inputs) {
      document.querySelector(`label[for=${input.name}]`).textContent = textOf(wordsFor(input));
      const shown = shownFaults.get(input.name);
      if (shown) tell(input, shown);
    }
    if (expiry) expiry.placeholder = textOf('placeholder');
    const type = field('account-kind');
    if (type) {
      document.querySelector('label[for=account-kind]').textContent = textOf('accountKind');
      for (const option of type.options) option.textContent = textOf(option.value);
    }
  };

  let asked;
  const answer = (about) => {
    say('result', { id: asked, ...about });
    asked = undefined;
    sayChange();
  };
  const fail = (code, fields = []) => {
    const first = fields[0] && inputs.find(({ name }) => camel(name) === fields[0].field);
    if (first) first.focus();
    else tellNote(code);
    answer({ error: { code, message: textOf(code), fields } });
  };
  const failFields = (codeFor) => {
    const faults = [];
    for (const input of inputs) {
      const code = codeFor(input);
      tell(input, code);
      if (code) faults.push(faultFor(input, code));
    }
    if (faults.length > 0) fail('wrong_fields', faults);
    return faults.length > 0;
  };
  const send = async () => {
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(location.pathname, { method: 'POST', body });
      const { error, ...made } = await response.json();
      if (error?.fields && failFields(({ name }) => error.fields[name])) return;
      if (error) {
        fail(Object.hasOwn(texts, error.code) ? error.code : 'failed');
        // With the computation that is asked of the browser.
        if (error.code === 'proof_wanted') location.reload();
        return;
      }
      form.reset();
      for (const input of form.elements) input.disabled = true;
      const { token, kind: method, brand, last4, expiry: until } = made;
      answer({ token, kind: method, brand, last4, expiry: until });
    } catch {
      fail('failed');
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });

  const orders = {
    init({ style, locale, dir, labels }) {
      if (dir === 'rtl' || dir === 'ltr') root.dir = dir;
      applyWords(locale, labels);
      applyLooks(style ?? {});
      const isFirst = form.hidden;
      form.hidden = false;
      if (standing !== 'open') tellNote(`session_${standing}`);
      if (isFirst) {
        new ResizeObserver(sayHeight).observe(form);
        if (standing === 'open') say('ready', { kind });
      }
      sayHeight();
      if (standing === 'open') sayChange();
      else say('ended', { code: `session_${standing}`, message: textOf(`session_${standing}`) });
    },
    focus({ field: named }) {
      (inputs.find(({ name }) => camel(name) === named) ?? inputs[0])?.focus();
    },
    clear() {
      form.reset();
      for (const input of inputs) tell(input);
      if (number) document.querySelector('.brand').textContent = '';
      tellNote();
      sayChange();
    },
    submit({ id }) {
      if (asked !== undefined) {
        say('result', { id, error: { code: 'busy', message: textOf('busy'), fields: [] } });
        return;
      }
      asked = id;
      if (!failFields(codeOf)) form.requestSubmit();
    },
  };
  function sayHeight() {
    say('height', { height: Math.ceil(form.getBoundingClientRect().height) });
  }
  window.addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== parent || !origins.includes(sender)) return;
    if (origin !== undefined && origin !== sender) return;
    if (data?.quittance !== 'page' || !Object.hasOwn(orders, data.type)) return;
    origin = sender;
    orders[data.type](data);
  });
})();
