/** A URL that may be asked, where that leads, and under which name. */
export interface GoodUrl {
  readonly url: string;
  /** Of the certificate that has to be shown, and of the name that is sent in the clear; empty for an address. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

const PUBLIC_IPV4 = [
  '1.0.0.1',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '12.250.249.200',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '191.255.255.255',
  '192.0.1.1',
  '192.0.3.1',
  '192.88.98.1',
  '192.88.100.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '198.51.99.1',
  '198.51.101.1',
  '203.0.112.1',
  '203.0.114.1',
  '223.255.255.254',
];

const PUBLIC_IPV6 = [
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2a00::',
  '2400:cb00::1',
  '2606:4700:4700::1111',
  '2606:4700::5efe:808:808',
  '2606:4700::200:5efe:808:808',
  '2620:4f:7fff::1',
  '2620:4f:8001::1',
  '2a00:1450:4001:82a::200e',
  '2c0f:fb50::1',
  '3ffe::1',
  '3fff:1000::1',
  '::ffff:808:808',
  '64:ff9b::808:808',
  '64:ff9b:1::808:808',
  '2002:808:808::1',
];

const NAMES = [
  'hooks.example',
  'hooks.example.com',
  'a.b.c.d.e.hooks.example',
  'x.co',
  '1password.example',
  '1.example',
  '127.0.0.1.nip.example',
  '10-0-0-1.hooks.example',
  '0x7f.hooks.example',
  'localhost.example.com',
  'local.example',
  'internal.example',
  'home.example',
  'metadata.example',
  'mylocal.example',
  'lan.example.com',
  'corp.example.com',
  'test.example.com',
  'notlocalhost.com',
  'xlocal.xn--p1ai',
  'my_hooks.example.com',
  '_dmarc.example.com',
  'a-b.example.com',
  'a--b.example.com',
  `${'a'.repeat(63)}.example.com`,
  `${'a.'.repeat(121)}example.com`,
  'xn--bcher-kva.example',
  'xn--80ak6aa92e.com',
  'hooks.arpa',
  'localhost.co',
  'internal.co',
  'private.dev',
  'homes.arpa.example',
];

/** How a name is written, and what a reader of URLs makes of it. */
const WRITTEN: readonly (readonly [written: string, name: string])[] = [
  ['Hooks.Example.COM', 'hooks.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['ｈｏｏｋｓ.example', 'hooks.example'],
  ['hooks。example', 'hooks.example'],
  ['hooks%2eexample', 'hooks.example'],
  ['例え.example', 'xn--r8jz45g.example'],
  ['пример.example', 'xn--e1afmkfd.example'],
];

const TAILS: readonly (readonly [tail: string, port: number])[] = [
  [':443/', 443],
  [':0443/', 443],
  [':1024/', 1024],
  [':1025/a', 1025],
  [':3000', 3000],
  [':8443/dm/reply?shop=1&x=%20y', 8443],
  [':65535/', 65535],
  ['', 443],
  ['?a=1', 443],
  ['/@me', 443],
  ['/user:word@127.0.0.1/', 443],
  ['/?to=http://127.0.0.1', 443],
  ['/%0d%0aHost:%20x', 443],
  ['/#top', 443],
  ['/..%2f..%2fetc', 443],
  ['/ü?ö=ä', 443],
];

const named = (written: string, name: string, tail = '/hook', port = 443): GoodUrl => ({
  url: `https://${written}${tail}`,
  name,
  host: port === 443 ? name : `${name}:${port}`,
  port,
});

/** A name with the dot of the root behind it: `Host` has the dot, SNI and the certificate do not (RFC 6066, 3). */
const absolute = (name: string, tail = '/hook', port = 443): GoodUrl => ({
  ...named(`${name}.`, name, tail, port),
  host: port === 443 ? `${name}.` : `${name}.:${port}`,
});

/** URLs that have to be let through. @see docs/safety.md#T7 */
export const CORPUS_GOOD: readonly GoodUrl[] = [
  ...PUBLIC_IPV4.map((address) => ({ ...named(address, address), name: '' })),
  ...PUBLIC_IPV6.map((address) => ({ ...named(`[${address}]`, `[${address}]`), name: '' })),
  ...NAMES.map((name) => named(name, name)),
  ...WRITTEN.map(([written, name]) => named(written, name)),
  ...['example.com', 'hooks.example', `${'a.'.repeat(121)}example.com`].map((name) => absolute(name)),
  absolute('hooks.example', ':8443/', 8443),
  ...TAILS.map(([tail, port]) => named('hooks.example', 'hooks.example', tail, port)),
  { ...named('8.8.8.8', '8.8.8.8', ':8443/', 8443), name: '' },
  { ...named('134744072', '8.8.8.8'), name: '' },
  { ...named('[2606:4700::1111]', '[2606:4700::1111]', ':8443/', 8443), name: '' },
];

export const GOOD_ADDRESSES: readonly string[] = [...PUBLIC_IPV4, ...PUBLIC_IPV6];
