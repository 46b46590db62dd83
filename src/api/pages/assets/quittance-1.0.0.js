/* Quittance fields 1.0.0: puts fields for a card or bank account, which are served by Quittance, into this page. */
(() => {
  // Where this script came from is where the fields are.
  const base = new URL('../../', document.currentScript.src);
  const titles = {
    card: { en: 'Card details', es: 'Datos de la tarjeta', fr: 'Coordonnées de la carte' },
    bank: { en: 'Bank account', es: 'Cuenta bancaria', fr: 'Compte bancaire' },
  };
  const events = ['ready', 'change', 'focus', 'blur', 'enter', 'error'];
  const loadMs = 15000;

  const failure = ({ code, message, fields = [] }) =>
    Object.assign(new Error(message || code), { name: 'QuittanceFieldsError', code, fields });

  function fields(options) {
    const { session, kind } = options ?? {};
    if (typeof session !== 'string' || !/^[\w-]{22}$/.test(session)) {
      throw new TypeError('session must be the clientSecret of a field session');
    }
    if (!Object.hasOwn(titles, kind)) throw new TypeError('kind must be card or bank');
    let looks = lookOf(options);
    const heard = new Map(events.map((name) => [name, new Set()]));
    const waiting = new Map();
    let [frame, timer, count] = [undefined, undefined, 0];
    let loaded;

    const emit = (name, about) => {
      for (const listener of [...heard.get(name)]) listener(about);
    };
    const send = (type, about) =>
      frame.contentWindow?.postMessage({ quittance: 'page', type, ...about }, base.origin);

    function lookOf({ style, locale, dir, labels }) {
      return { style, locale, dir, labels };
    }
    function titleOf() {
      const own = titles[kind];
      return own[String(looks.locale ?? 'en').slice(0, 2)] ?? own.en;
    }
    function end(error) {
      clearTimeout(timer);
      loaded.reject(error);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    }
    function give(error) {
      end(error);
      emit('error', { code: error.code, message: error.message });
    }
    // Only the frame of this object, and only as long as it shows the service.
    function hear({ source, origin, data }) {
      if (!frame || source !== frame.contentWindow || origin !== base.origin) return;
      if (data?.quittance !== 'fields') return;
      const { quittance: _, type, ...about } = data;
      if (type === 'height') frame.style.height = `${about.height}px`;
      else if (type === 'result') finish(about);
      else if (type === 'ended') give(failure(about));
      else if (type === 'ready' && about.kind !== kind) {
        give(failure({ code: 'wrong_kind', message: `The session is for a ${about.kind}.` }));
      } else if (heard.has(type)) {
        if (type === 'ready') {
          clearTimeout(timer);
          loaded.resolve();
        }
        emit(type, about);
      }
    }
    function finish({ id, error, ...made }) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(failure(error));
      else asked?.resolve(made);
    }

    return {
      mount(where) {
        const place = typeof where === 'string' ? document.querySelector(where) : where;
        if (!place) throw new TypeError('there is no such element to mount the fields in');
        if (frame) throw new TypeError('these fields are mounted already');
        loaded = resolvers();
        // Whoever submits is told; nobody else needs to be.
        loaded.promise.catch(() => {});
        frame = document.createElement('iframe');
        frame.title = titleOf();
        frame.referrerPolicy = 'no-referrer';
        frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
        frame.setAttribute('scrolling', 'no');
        Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: '0' });
        frame.addEventListener('load', () => send('init', looks));
        window.addEventListener('message', hear);
        timer = setTimeout(() => {
          const message =
            'The fields were not shown: is this page one of the origins of the session?';
          give(failure({ code: 'not_loaded', message }));
        }, loadMs);
        frame.src = new URL(`fields/${session}`, base).href;
        place.append(frame);
        return this;
      },
      unmount() {
        if (!frame) return;
        window.removeEventListener('message', hear);
        end(failure({ code: 'unmounted', message: 'The fields were taken away.' }));
        frame.remove();
        frame = undefined;
      },
      on(name, listener) {
        if (!heard.has(name)) throw new TypeError(`there is no event ${name}`);
        heard.get(name).add(listener);
        return () => heard.get(name).delete(listener);
      },
      update(changes) {
        looks = lookOf({ ...looks, ...changes });
        if (!frame) return;
        frame.title = titleOf();
        send('init', looks);
      },
      focus(field) {
        if (frame) send('focus', { field });
      },
      clear() {
        if (frame) send('clear');
      },
      async submit() {
        if (!frame) throw failure({ code: 'not_mounted', message: 'Mount the fields first.' });
        await loaded.promise;
        const asked = resolvers();
        count += 1;
        waiting.set(count, asked);
        send('submit', { id: count });
        return await asked.promise;
      },
    };
  }

  function resolvers() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  }

  window.Quittance = Object.freeze({ version: '1.0.0', fields });
})();
