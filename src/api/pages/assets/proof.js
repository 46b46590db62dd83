// Proof of work: finds a number that gives SHA-256(challenge:number) as many leading zero bits as the form asks for.
(() => {
  const form = document.querySelector('form[data-proof]');
  if (!form) return;
  const said = document.querySelector('.proof');
  const { proof: challenge, proofBits } = form.dataset;
  const wanted = Number(proofBits);

  // The constants of the standard: fractions of the roots of the first 64 primes.
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const rounds = primes.map((p) => fraction(Math.cbrt(p)));
  const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const words = new Int32Array(64);

  const mix = (state, block) => {
    for (let i = 0; i < 16; i += 1) words[i] = block.getInt32(i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [words[i - 15], words[i - 2]];
      words[i] =
        (words[i - 16] +
          (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          words[i - 7] +
          (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
        0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one =
        (h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          rounds[i] +
          words[i]) |
        0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
  };

  // The challenge and its number fit into one or two blocks of 64 bytes.
  const bytes = new Uint8Array(128);
  const hashOf = (text) => {
    bytes.fill(0);
    for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
    bytes[text.length] = 0x80;
    const size = text.length < 56 ? 64 : 128;
    new DataView(bytes.buffer).setUint32(size - 4, text.length * 8);
    let state = start;
    for (let at = 0; at < size; at += 64) state = mix(state, new DataView(bytes.buffer, at, 64));
    return state;
  };
  const isRight = (text) => {
    const [first, second] = hashOf(text);
    return (first === 0 ? 32 + Math.clz32(second) : Math.clz32(first)) >= wanted;
  };

  let isDone = false;
  let pressed;
  const finish = (proof) => {
    form.elements.namedItem('proof').value = proof;
    isDone = true;
    if (said) said.textContent = 'The check of your browser is done.';
    if (pressed) form.requestSubmit(pressed);
  };
  // In short pieces, so that the page answers while it is typed in.
  let number = 0;
  const search = () => {
    for (let left = 2_000; left > 0; left -= 1) {
      const proof = `${challenge}:${number.toString(36)}`;
      if (isRight(proof)) {
        finish(proof);
        return;
      }
      number += 1;
    }
    setTimeout(search);
  };
  search();

  // Pressed before it is done: sent as soon as it is.
  form.addEventListener(
    'submit',
    (event) => {
      if (isDone) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed = event.submitter ?? form.querySelector('button[type=submit]');
      if (said)
        said.textContent = 'One moment: your browser is being checked, then the payment is sent.';
    },
    true,
  );
})();
