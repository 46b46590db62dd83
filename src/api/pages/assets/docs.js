// The documentation: theme, search, copies. It runs before the page is shown, so that the theme does not change under it.
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');
  const kept = localStorage.getItem('theme');
  if (kept) root.dataset.theme = kept;

  const one = (selector) => document.querySelector(selector);
  const make = (name, properties = {}, ...inner) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inner);
    return made;
  };

  const switchTheme = () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
  };

  const addCopies = () => {
    for (const box of document.querySelectorAll('div.code')) {
      const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(box.querySelector('pre').textContent);
          button.textContent = 'Copied';
        } catch {
          // Not allowed, or not over https: the reader copies what is selected.
          getSelection().selectAllChildren(box.querySelector('pre'));
          button.textContent = 'Selected';
        }
      });
      box.append(button);
    }
  };

  // The index is asked for when somebody first searches.
  let asked;
  const index = () => {
    asked ??= fetch(document.body.dataset.index)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .catch((error) => {
        asked = undefined;
        throw error;
      });
    return asked;
  };

  // Words are sorted: those that begin alike stand together.
  const begunBy = ({ words, places }, start) => {
    let [from, to] = [0, words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (words[middle] < start) from = middle + 1;
      else to = middle;
    }
    const found = new Map();
    for (; from < words.length && words[from].startsWith(start); from += 1) {
      const worth = words[from] === start ? 3 : 1;
      let place = 0;
      for (const number of places[from]) {
        place += number >> 1;
        const value = number % 2 ? worth * 4 : worth;
        found.set(place, Math.max(found.get(place) ?? 0, value));
      }
    }
    return found;
  };

  const search = (from, text) => {
    const asked = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (asked.length === 0) return [];
    const [first, ...others] = asked.map((word) => begunBy(from, word));
    const scored = [];
    for (const [place, value] of first) {
      if (!others.every((other) => other.has(place))) continue;
      const sum = others.reduce((all, other) => all + other.get(place), value);
      const [page, at] = from.parts[place];
      const isBackground = from.pages[page][2] === 1;
      const isWhole = !at.includes('#');
      scored.push({ place, value: (sum + (isWhole ? 2 : 0)) * (isBackground ? 0.4 : 1) });
    }
    return scored.sort((a, b) => b.value - a.value || a.place - b.place).slice(0, 12);
  };

  const startSearch = () => {
    const [input, list, told] = [one('#search'), one('#found'), one('#told')];
    let chosen = -1;
    const choose = (next) => {
      const options = [...list.children];
      chosen = options.length === 0 ? -1 : (next + options.length) % options.length;
      for (const [i, option] of options.entries()) {
        option.setAttribute('aria-selected', String(i === chosen));
      }
      if (chosen < 0) input.removeAttribute('aria-activedescendant');
      else {
        input.setAttribute('aria-activedescendant', options[chosen].id);
        options[chosen].scrollIntoView({ block: 'nearest' });
      }
    };
    const close = () => {
      list.hidden = true;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const go = (option) => {
      close();
      location.assign(option.dataset.at);
    };
    const optionOf = (from, { place }, i) => {
      const [page, at, heading, begin] = from.parts[place];
      const [title, section] = from.pages[page];
      const option = make(
        'li',
        { id: `found-${i}` },
        make('small', { textContent: heading === title ? section : `${section} › ${title}` }),
        make('b', { textContent: heading }),
        make('span', { textContent: begin }),
      );
      option.setAttribute('role', 'option');
      option.dataset.at = at;
      option.addEventListener('mousedown', (event) => event.preventDefault());
      option.addEventListener('click', () => go(option));
      return option;
    };
    const show = async () => {
      const text = input.value;
      try {
        const from = await index();
        // Somebody typed on meanwhile: that is shown.
        if (text !== input.value) return;
        const found = search(from, text);
        list.replaceChildren(...found.map((hit, i) => optionOf(from, hit, i)));
        const isEmpty = text.trim() === '';
        list.hidden = found.length === 0;
        told.textContent = isEmpty ? '' : `${found.length} found`;
        told.classList.toggle('nothing', !isEmpty && found.length === 0);
        input.setAttribute('aria-expanded', String(found.length > 0));
        choose(0);
      } catch (error) {
        told.textContent = `The search does not answer: ${error.message}`;
        told.classList.add('nothing');
      }
    };
    input.addEventListener('focus', () => void index().catch(() => {}));
    input.addEventListener('input', show);
    input.addEventListener('blur', close);
    input.form.addEventListener('submit', (event) => event.preventDefault());
    input.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') choose(chosen + 1);
      else if (event.key === 'ArrowUp') choose(chosen - 1);
      else if (event.key === 'Enter' && !list.hidden && chosen >= 0) go(list.children[chosen]);
      else if (event.key === 'Escape' && !list.hidden) close();
      else return;
      event.preventDefault();
    });
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target.closest?.('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  };

  document.addEventListener('DOMContentLoaded', () => {
    one('#theme').addEventListener('click', switchTheme);
    addCopies();
    startSearch();
    const [pages, here] = [one('#pages'), one('#pages [aria-current]')];
    if (here) pages.scrollTop = here.offsetTop - pages.clientHeight / 2;
  });
})();
