// What can be told of numbers of cards and accounts while somebody types them. The service checks all of it again.
(() => {
  const brands = [
    ['visa', /^4/],
    ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['amex', /^3[47]/],
    ['discover', /^(6011|64[4-9]|65)/],
    ['diners', /^(30[0-5]|3095|36|3[89])/],
    ['jcb', /^35(2[89]|[3-8])/],
    ['unionpay', /^(62|81)/],
  ];
  const shownBrands = {
    ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex', discover: 'Discover' },
    ...{ diners: 'Diners Club', jcb: 'JCB', unionpay: 'UnionPay' },
  };
  const digits = (text) => text.replace(/\D/g, '');
  const brandOf = (text) => brands.find(([, start]) => start.test(digits(text)))?.[0];
  const luhn = (text) =>
    [...text].reverse().reduce((sum, digit, i) => {
      const twice = digit * (1 + (i % 2));
      return sum + twice - (twice > 9 ? 9 : 0);
    }, 0) % 10;

  const isCardNumber = (text) => /^\d{12,19}$/.test(digits(text)) && luhn(digits(text)) === 0;
  const isRoutingNumber = (text) =>
    digits(text).length === 9 &&
    [...digits(text)].reduce((sum, digit, i) => sum + digit * [3, 7, 1][i % 3], 0) % 10 === 0;
  // `from` is the first month that is not past, as 2026-11.
  const judgeExpiry = (text, from) => {
    const [, month, year] = /^(\d\d?)\D*(?:20)?(\d\d)$/.exec(text) ?? [];
    if (!(month >= 1 && month <= 12)) return 'wrong';
    return `20${year}-${month.padStart(2, '0')}` >= from ? undefined : 'past';
  };

  // In groups as on the card; the caret stays behind the digit that it stood behind.
  const groupCardNumber = (input) => {
    const before = digits(input.value.slice(0, input.selectionStart ?? 0)).length;
    const bare = digits(input.value).slice(0, 19);
    const groups =
      brandOf(bare) === 'amex'
        ? bare.match(/^(\d{1,4})(\d{1,6})?(\d+)?/)?.slice(1)
        : bare.match(/\d{1,4}/g);
    input.value = (groups ?? []).filter(Boolean).join(' ');
    let caret = 0;
    for (let seen = 0; seen < before && caret < input.value.length; caret += 1) {
      if (input.value[caret] !== ' ') seen += 1;
    }
    input.setSelectionRange(caret, caret);
  };
  const slashExpiry = (input, { inputType }) => {
    if (inputType?.startsWith('delete')) return;
    if (/^[2-9]$/.test(input.value)) input.value = `0${input.value}`;
    if (/^\d{2}$/.test(input.value)) input.value += '/';
    const [, month, year] = /^(\d{2})(\d{1,4})$/.exec(input.value) ?? [];
    if (month) input.value = `${month}/${year}`;
  };

  window.numbers = {
    ...{ digits, brandOf, shownBrands, isCardNumber, isRoutingNumber, judgeExpiry },
    ...{ groupCardNumber, slashExpiry },
  };
})();
