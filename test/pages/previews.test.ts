import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chrome, openCounter, type SentLink } from './counter.ts';

/** Robots fetch every link in a text; that is no sign that somebody looked, and nothing for a chat to show. */
const counter = await openCounter({ after });
const { fixture, get, addLink } = counter;
const shop = await counter.addBusiness();

const robots = {
  facebookexternalhit: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  WhatsApp: 'WhatsApp/2.23.20.0 A',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  Twitter: 'Twitterbot/1.0',
  Telegram: 'TelegramBot (like TwitterBot)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Apple:
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15 (Applebot/0.1)',
  Google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  Bing: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  Skype: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Google Messages':
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 GoogleMessages',
  'a program': 'curl/8.5.0',
  nobody: '',
};

for (const [name, agent] of Object.entries(robots)) {
  test(`${name} has not opened the link, and is shown nothing of it`, async () => {
    const link = await addLink(shop);
    const { status, body } = await get(link.path, { 'User-Agent': agent });
    assert.equal(status, 200);
    assertNothingOf(body);
    assert.equal(await openedAt(link), null);
  });
}

const ahead: Readonly<Record<string, string>>[] = [
  { 'Sec-Purpose': 'prefetch' },
  { 'Sec-Purpose': 'prefetch;prerender' },
  { Purpose: 'prefetch' },
  { 'X-Purpose': 'preview' },
  { 'X-Moz': 'prefetch' },
];
for (const headers of ahead) {
  test(`a browser that fetches ahead (${Object.entries(headers).join()}) is put off`, async () => {
    const link = await addLink(shop);
    const { status, body } = await get(link.path, headers);
    assert.equal(status, 503);
    assertNothingOf(body);
    assert.equal(await openedAt(link), null);
  });
}

test('HEAD is no look', async () => {
  const link = await addLink(shop);
  const headers = { 'User-Agent': chrome };
  const { status } = await fetch(counter.baseUrl + link.path, { method: 'HEAD', headers });
  assert.equal(status, 200);
  assert.equal(await openedAt(link), null);
});

test('a person opens a link once, however often', async () => {
  const link = await addLink(shop);
  await get(link.path, { 'Sec-Fetch-Dest': 'document' });
  const first = fixture.clock.now();
  assert.deepEqual(await openedAt(link), first);
  fixture.clock.pass(60_000);
  await get(link.path);
  assert.deepEqual(await openedAt(link), first);
});

const browsersOfPeople = {
  Telegram: `${chrome} Telegram-Android/11.3.4 (Google Pixel 8; Android 15; SDK 35; HIGH)`,
  Facebook:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]',
  LinkedIn: `${chrome} [LinkedInApp]/9.29`,
  Snapchat: `${chrome} Snapchat/13.1 (like Safari/605.1.15)`,
  Pinterest: `${chrome} [Pinterest/Android]`,
  'a browser without a window, as tests have it':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
  'a phone of Cubot':
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  'a reader of text alone': 'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1',
};
for (const [name, agent] of Object.entries(browsersOfPeople)) {
  test(`whoever looks with ${name} is a person`, async () => {
    const link = await addLink(shop);
    const { body } = await get(link.path, { 'User-Agent': agent });
    assert.match(body, /Lee Flowers/);
    assert.deepEqual(await openedAt(link), fixture.clock.now());
  });
}

test('no page has an amount or a person in what previews are made of', async () => {
  const link = await addLink(shop);
  const { body } = await get(link.path);
  const shown = [...body.matchAll(/<title>.*?<\/title>|<meta[^>]*>/gs)].join('');
  assert.doesNotMatch(shown, /\$|12\.50|Ada|Park/);
  assert.match(shown, /property="og:title" content="A page for you"/);
});

function assertNothingOf(body: string): void {
  assert.doesNotMatch(body, /Lee Flowers|12\.50|INV-|Ada|Park|peonies|ACCT/);
}

async function openedAt({ businessId, id }: SentLink): Promise<Date | null> {
  const [row] = await fixture.db.query<{ at: Date | null }>(
    'select opened_at as at from pay_links where business_id = $1 and id = $2',
    [businessId, id],
  );
  return row!.at;
}
