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
    hasPasskey: [
      'A passkey signs you in, in the place of password and code.',
      'Una llave de acceso le deja entrar, en lugar de contraseña y código.',
    ],
    hasNone: [
      'Neither is set up: your password alone signs you in.',
      'No hay ninguna: basta su contraseña para entrar.',
    ],
    hasNothing: [
      'Neither is set up. Codes of an app come after a password: choose one first.',
      'No hay ninguna. Los códigos de una aplicación se piden después de una contraseña: elíjala antes.',
    ],
    passkeyAdded: ['The passkey is added.', 'Llave de acceso añadida.'],
    noPasskey: [
      'The browser got no answer of a passkey. Nothing was changed.',
      'El navegador no recibió respuesta de una llave de acceso. No se cambió nada.',
    ],
    codeOfApp: ['Enter the code of your app', 'Escriba el código de su aplicación'],
    passkeyOrCode: [
      'Use your passkey, or a recovery code',
      'Use su llave de acceso o un código de recuperación',
    ],
    otherApp: ['Set up another app', 'Configurar otra aplicación'],
    firstApp: ['Set up an app', 'Configurar una aplicación'],
    mailed: [
      'If somebody signs in with this address, a mail is on its way.',
      'Si alguien entra con esta dirección, un correo va en camino.',
    ],
    signedOut: ['You are signed out.', 'Ha salido.'],
    loginLink: ['Login link', 'Enlace para entrar'],
    passwordOrCode: ['Password, or the code of your app', 'Contraseña o código de su aplicación'],
    lost: [
      'The service did not answer, so it is not known whether this was done. Load this page again to see, and repeat only what is missing.',
      'El servicio no respondió y no se sabe si esto se hizo. Cargue esta página de nuevo para verlo y repita solo lo que falte.',
    ],
    lookLost: [
      'The service did not answer. The link was not used: open it again.',
      'El servicio no respondió. El enlace no se usó: ábralo de nuevo.',
    ],
    linkLost: [
      'The service did not answer, so it is not known whether the link was used. Open it again: if it was, sign in with your password, or ask for another link.',
      'El servicio no respondió y no se sabe si el enlace se usó. Ábralo de nuevo: si se usó, entre con su contraseña o pida otro enlace.',
    ],
  };
  /** Of the portal, in Spanish. */
  const roles = {
    viewer: 'observador',
    support: 'atención al cliente',
    approver: 'aprobador',
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

  /** A passkey belongs to a host name: a page that was opened by an IP address has none. */
  const hasPasskeys = 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
  const bytesOf = (text) => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer;
  };
  const textOf = (bytes) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  };
  const withBytes = (named) => ({ ...named, id: bytesOf(named.id) });
  /** For browsers that do not translate JSON by themselves yet. */
  const optionsOf = ({ challenge, user, allowCredentials, excludeCredentials, ...rest }) => ({
    ...rest,
    challenge: bytesOf(challenge),
    ...(user && { user: withBytes(user) }),
    ...(allowCredentials && { allowCredentials: allowCredentials.map(withBytes) }),
    ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(withBytes) }),
  });
  const signedParts = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ];
  const jsonOf = (credential) => {
    if (credential.toJSON) return credential.toJSON();
    const { id, type, response } = credential;
    const written = signedParts.flatMap((name) =>
      response[name] ? [[name, textOf(response[name])]] : [],
    );
    const told = Object.fromEntries(written);
    return { id, rawId: id, type, response: told, clientExtensionResults: {} };
  };
  class NoPasskey extends Error {}
  const answered = async (asked) => {
    const credential = await asked.catch((error) => {
      throw new NoPasskey('', { cause: error });
    });
    return jsonOf(credential);
  };
  const createPasskey = async (options) => {
    const read = window.PublicKeyCredential.parseCreationOptionsFromJSON ?? optionsOf;
    return await answered(navigator.credentials.create({ publicKey: read(options) }));
  };
  const askPasskey = async (options) => {
    const read = window.PublicKeyCredential.parseRequestOptionsFromJSON ?? optionsOf;
    return await answered(navigator.credentials.get({ publicKey: read(options) }));
  };

  /** A person without password, app or passkey proves by another link like the one that it came by. */
  const hasOnlyLinks = () =>
    !(session.hasPassword || session.hasSecondFactor || session.hasPasskey);

  /** Runs what a person asked for. A proof that is missing is asked for, and it runs again. `lost`: what to do without an answer. */
  const attempt = async (work, lost = words.lost) => {
    blame(none);
    tell(none);
    try {
      await work();
    } catch (error) {
      if (error.code === 'proof_required') {
        afterProof = work;
        one('prove-passkey').hidden = !(hasPasskeys && session.hasPasskey);
        one('prove-link').hidden = !hasOnlyLinks();
        put(one('proof').labels[0], words[hasOnlyLinks() ? 'loginLink' : 'passwordOrCode']);
        show('prove');
      } else if (error instanceof NoPasskey) blame(words.noPasskey);
      else if (error instanceof Problem) blame(both(error.message));
      else blame(lost);
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
  const onSubmit = (id, work, lost) =>
    one(id).addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = event.target.querySelector('button:not([type])');
      button.disabled = true;
      await attempt(work, lost);
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
    if (session.stage === 'password') {
      one('code-passkey').hidden = !(hasPasskeys && session.hasPasskey);
      put(one('code-title'), words[session.hasSecondFactor ? 'codeOfApp' : 'passkeyOrCode']);
      return show('code');
    }
    // Without a business there is nothing to go back to.
    const mayGo = !session.mustSetSecondFactor && session.memberships.length > 0;
    if (back && mayGo) return location.replace(back);
    one('who').textContent = session.email;
    one('must-set').hidden = !session.mustSetSecondFactor;
    const factor = session.hasPasskey
      ? 'hasPasskey'
      : session.hasSecondFactor
        ? 'hasApp'
        : session.hasPassword
          ? 'hasNone'
          : 'hasNothing';
    put(one('factor-state'), words[factor]);
    const signsIn = session.hasPassword || session.hasPasskey;
    one('choose').hidden = signsIn;
    one('choose-email').value = session.email;
    one('add-passkey').hidden = !hasPasskeys;
    one('no-passkeys').hidden = hasPasskeys || session.hasPasskey;
    one('begin-app').hidden = !signsIn;
    put(one('begin-app'), words[session.hasSecondFactor ? 'otherApp' : 'firstApp']);
    items(
      'memberships',
      session.memberships.map(({ business: { name, environment }, role }) => [
        `${name} (${environment}), as ${role}`,
        `${name} (${environment === 'live' ? 'real' : 'pruebas'}), como ${roles[role] ?? role}`,
      ]),
    );
    show('inside');
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
  const proveBy = async (proof) => {
    if (hasOnlyLinks()) {
      return await call('POST', '/proof/link', {
        token: proof.slice(proof.indexOf('#') + 1).trim(),
      });
    }
    return session.hasSecondFactor || session.hasPasskey
      ? await call('POST', '/code', { code: proof })
      : await call('POST', '/proof', { password: proof });
  };
  const goOn = async () => {
    show('inside');
    const work = afterProof;
    afterProof = undefined;
    await work?.();
  };
  onSubmit('prove', async () => {
    const proof = one('proof').value;
    one('proof').value = '';
    session = await proveBy(proof);
    await goOn();
  });
  const proveByPasskey = async () => {
    const { options } = await call('POST', '/proof/passkey/begin');
    return await call('POST', '/proof/passkey', { credential: await askPasskey(options) });
  };
  onClick('prove-passkey', async () => {
    session = await proveByPasskey();
    await goOn();
  });
  onClick('code-passkey', async () => await enter(await proveByPasskey()));
  onClick('by-passkey', async () => {
    const { options } = await call('POST', '/passkey/begin');
    await enter(await call('POST', '/passkey', { credential: await askPasskey(options) }));
  });
  one('by-passkey').hidden = !hasPasskeys;
  /** They are in this answer alone: the person stays here until it goes on by itself. */
  const showCodes = async (recoveryCodes) => {
    if (recoveryCodes.length > 0) back = undefined;
    await enter(await call('GET', ''));
    items('recovery-codes', recoveryCodes.map(both));
    one('recovery').hidden = recoveryCodes.length === 0;
  };
  onClick('add-passkey', async () => {
    const { options } = await call('POST', '/passkeys/begin');
    const credential = await createPasskey(options);
    const name = navigator.userAgentData?.platform || 'Passkey';
    const { recoveryCodes } = await call('POST', '/passkeys', { name, credential });
    await showCodes(recoveryCodes);
    tell(words.passkeyAdded);
  });
  onSubmit('choose', async () => {
    await enter(await call('POST', '/password', { password: one('chosen').value }));
    one('chosen').value = '';
  });
  onClick('begin-app', async () => {
    const { secret, address, qrCode } = await call('POST', '/second-factor');
    one('app-qr').setAttribute('viewBox', `0 0 ${qrCode.size} ${qrCode.size}`);
    one('app-qr').querySelector('path').setAttribute('d', qrCode.path);
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
    one('app-qr').querySelector('path').setAttribute('d', '');
    await showCodes(recoveryCodes);
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
    const accept = async () => {
      const typed = { newPassword: one('new-password').value, password: one('old-password').value };
      const password = typed[needs];
      const entered = await call('POST', '/link', { token, ...(password && { password }) });
      // Who was shown a link at the machine wants in, and has nothing to choose here.
      back ??= kind === 'login' ? '/' : undefined;
      await enter(entered);
    };
    onSubmit('link', accept, words.linkLost);
    show('link');
  };

  const begin = async () => {
    if (location.pathname === '/sign-in/link' && location.hash.length > 1) {
      show('sign-in');
      await attempt(openLink, words.lookLost);
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
