// Signs people in by /v1/session. Requests go to this service alone (Content-Security-Policy: connect-src).
(() => {
  const one = (id) => document.getElementById(id);
  const parts = ['sign-in', 'forgotten', 'link', 'code', 'prove', 'inside'];
  let antiForgery = '';
  let session;
  /** The page of this service that sent the person here to sign in. An address of anybody else is none. */
  const asked = URL.parse(new URLSearchParams(location.search).get('back') || '#', location.href);
  const isOurs = asked?.origin === location.origin && asked.pathname !== location.pathname;
  let back = isOurs ? asked.href : undefined;
  let language = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
  if (language !== 'es') language = 'en';
  /** What to do once a proof was given. */
  let afterProof;

  // A text is in both languages where it stands, so that the choice can change while something is typed.
  const render = (element) => {
    element.dataset.en ??= element.textContent;
    element.textContent = element.dataset[language];
  };
  const renderLabel = (element) => {
    element.dataset.enLabel ??= element.getAttribute('aria-label');
    const label = element.dataset[`${language}Label`];
    element.setAttribute('aria-label', label);
    element.title = label;
  };
  const put = (element, [en, es]) => {
    element.dataset.en = en;
    element.dataset.es = es;
    element.textContent = element.dataset[language];
  };
  const speak = () => {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-es]')) render(element);
    for (const element of document.querySelectorAll('[data-es-label]')) renderLabel(element);
    one('language').lang = language === 'en' ? 'es' : 'en';
  };
  one('language').addEventListener('click', () => {
    language = language === 'en' ? 'es' : 'en';
    localStorage.setItem('language', language);
    speak();
  });

  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
  one('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
  });
  for (const button of document.querySelectorAll('.show')) {
    button.addEventListener('click', () => {
      const isShown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', isShown);
      button.previousElementSibling.type = isShown ? 'text' : 'password';
    });
  }
  one('host').textContent = location.host;
  speak();

  class Problem extends Error {
    constructor({ code, detail, errors }) {
      super(errors?.map(({ message }) => message).join(' ') || detail);
      this.code = code;
    }
  }

  const words = {
    invitation: ['You are invited', 'Tiene una invitación'],
    reset: ['Choose a new password', 'Elija una contraseña nueva'],
    login: ['Sign in by this link', 'Entre con este enlace'],
    hasApp: [
      'Codes of an app are asked for when you sign in.',
      'Al entrar se piden códigos de una aplicación.',
    ],
    hasNoApp: ['No app is set up.', 'No hay ninguna aplicación.'],
    otherApp: ['Set up another app', 'Configurar otra aplicación'],
    firstApp: ['Set up an app', 'Configurar una aplicación'],
    thisBrowser: ['This browser', 'Este navegador'],
    unknownBrowser: ['Unknown browser', 'Navegador desconocido'],
    mailed: [
      'If somebody signs in with this address, a mail is on its way.',
      'Si alguien entra con esta dirección, un correo va en camino.',
    ],
    passwordChanged: [
      'The password is changed, and your other sessions have ended.',
      'La contraseña cambió y sus demás sesiones terminaron.',
    ],
    othersEnded: ['Your other sessions have ended.', 'Sus demás sesiones terminaron.'],
    signedOut: ['You are signed out.', 'Ha salido.'],
  };
  /** Of the portal, in Spanish. */
  const roles = {
    viewer: 'observador',
    cashier: 'cajero',
    manager: 'encargado',
    administrator: 'administrador',
    operator: 'operador',
  };

  const call = async (method, path, body) => {
    const headers = { 'X-Anti-Forgery': antiForgery };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`/v1/session${path}`, init);
    const told = await answer.json();
    if (!answer.ok) throw new Problem(told);
    if (told.antiForgery) antiForgery = told.antiForgery;
    return told;
  };

  const show = (id) => {
    for (const part of parts) one(part).hidden = part !== id;
    one(id).querySelector('input:not([tabindex])')?.focus();
  };
  const none = ['', ''];
  const tell = (text) => {
    put(one('told'), text);
    one('told').hidden = text === none;
  };
  const blame = (text) => {
    put(one('fault'), text);
    one('fault').hidden = text === none;
    if (text !== none) one('fault').focus();
  };
  const both = (text) => [text, text];

  /** Runs what a person asked for. A proof that is missing is asked for, and it runs again. */
  const attempt = async (work) => {
    blame(none);
    tell(none);
    try {
      await work();
    } catch (error) {
      if (error.code === 'proof_required') {
        afterProof = work;
        show('prove');
      } else if (error instanceof Problem) blame(both(error.message));
      else
        blame([
          'The service did not answer. Nothing was changed; please try again.',
          'El servicio no respondió. No se cambió nada; inténtelo de nuevo.',
        ]);
    }
  };
  /** As the portal does it: of money whose outcome is not known yet, the key stays. */
  const forgetPayers = () => {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith('pending-money-')) continue;
      const acts = JSON.parse(localStorage.getItem(name)).map(({ body, ...act }) => {
        const { amount, orderNumber, method } = body;
        return { ...act, body: { amount, orderNumber, method } };
      });
      localStorage.setItem(name, JSON.stringify(acts));
    }
  };
  const onSubmit = (id, work) =>
    one(id).addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = event.target.querySelector('button:not([type])');
      button.disabled = true;
      await attempt(work);
      button.disabled = false;
    });
  const onClick = (id, work) => one(id).addEventListener('click', () => attempt(work));

  const items = (id, texts) => {
    const made = texts.map((text) => {
      const item = document.createElement('li');
      put(item, text);
      return item;
    });
    one(id).replaceChildren(...made);
  };

  // Says to the pages of this service that asking for the session is worth it; it opens nothing.
  const enter = async (found) => {
    session = found;
    localStorage.setItem('signed-in', 'yes');
    if (session.stage === 'password') return show('code');
    if (back && !session.mustSetSecondFactor) return location.replace(back);
    one('who').textContent = session.email;
    one('change-email').value = session.email;
    one('must-set').hidden = !session.mustSetSecondFactor;
    put(one('app-state'), words[session.hasSecondFactor ? 'hasApp' : 'hasNoApp']);
    put(one('begin-app'), words[session.hasSecondFactor ? 'otherApp' : 'firstApp']);
    items(
      'memberships',
      session.memberships.map(({ business: { name, environment }, role }) => [
        `${name} (${environment}), as ${role}`,
        `${name} (${environment === 'live' ? 'real' : 'pruebas'}), como ${roles[role] ?? role}`,
      ]),
    );
    show('inside');
    const { data } = await call('GET', '/all');
    items(
      'sessions',
      data.map(({ browser, address, seenAt, isThis }) => {
        const [en, es] = isThis
          ? words.thisBrowser
          : browser
            ? both(browser)
            : words.unknownBrowser;
        const seenIn = (locale) => `${address}, ${new Date(seenAt).toLocaleString(locale)}`;
        return [`${en}, ${seenIn()}`, `${es}, ${seenIn('es-US')}`];
      }),
    );
  };

  onSubmit('sign-in', async () => {
    const [email, password] = [one('email').value, one('password').value];
    await enter(await call('POST', '', { email, password }));
    one('password').value = '';
  });
  onSubmit('forgotten', async () => {
    await call('POST', '/forgotten', { email: one('forgotten-email').value });
    tell(words.mailed);
  });
  onSubmit('code', async () => {
    await enter(await call('POST', '/code', { code: one('code-value').value }));
    one('code-value').value = '';
  });
  onSubmit('prove', async () => {
    const proof = one('proof').value;
    one('proof').value = '';
    session = session.hasSecondFactor
      ? await call('POST', '/code', { code: proof })
      : await call('POST', '/proof', { password: proof });
    show('inside');
    const work = afterProof;
    afterProof = undefined;
    await work?.();
  });
  onClick('begin-app', async () => {
    const { secret, address } = await call('POST', '/second-factor');
    one('app-secret').textContent = secret.match(/.{1,4}/g).join(' ');
    one('app-address').href = address;
    one('app').hidden = false;
    one('app-code').focus();
  });
  onSubmit('app', async () => {
    const { recoveryCodes } = await call('POST', '/second-factor/confirm', {
      code: one('app-code').value,
    });
    one('app').hidden = true;
    one('app-secret').textContent = '';
    await enter(await call('GET', ''));
    items('recovery-codes', recoveryCodes.map(both));
    one('recovery').hidden = false;
  });
  onSubmit('change', async () => {
    await call('POST', '/password', { password: one('changed-password').value });
    one('changed-password').value = '';
    await enter(await call('GET', ''));
    tell(words.passwordChanged);
  });
  onClick('end-others', async () => {
    await call('DELETE', '/all');
    await enter(await call('GET', ''));
    tell(words.othersEnded);
  });
  onClick('sign-out', async () => {
    await call('DELETE', '');
    localStorage.removeItem('signed-in');
    forgetPayers();
    show('sign-in');
    tell(words.signedOut);
  });

  const openLink = async () => {
    const token = location.hash.slice(1);
    // The link is not to stay in the address bar and the history.
    history.replaceState(null, '', '/sign-in');
    const { kind, email, business, needs } = await call('POST', '/link/look', { token });
    put(one('link-title'), words[kind]);
    one('link-for').textContent = kind === 'invitation' ? `${business}: ${email}` : email;
    one('link-email').value = email;
    one('link-new').hidden = needs !== 'newPassword';
    one('link-old').hidden = needs !== 'password';
    one('new-password').disabled = needs !== 'newPassword';
    one('old-password').disabled = needs !== 'password';
    onSubmit('link', async () => {
      const typed = { newPassword: one('new-password').value, password: one('old-password').value };
      const password = typed[needs];
      const entered = await call('POST', '/link', { token, ...(password && { password }) });
      // Who was shown a link at the machine wants in, and has nothing to choose here.
      back ??= kind === 'login' ? '/' : undefined;
      await enter(entered);
    });
    show('link');
  };

  const begin = async () => {
    if (location.pathname === '/sign-in/link' && location.hash.length > 1) {
      show('sign-in');
      await attempt(openLink);
    } else if (location.pathname === '/sign-in/forgotten') show('forgotten');
    else if (localStorage.getItem('signed-in')) {
      await call('GET', '').then(enter, () => {
        localStorage.removeItem('signed-in');
        show('sign-in');
      });
    } else show('sign-in');
  };
  begin();
})();
