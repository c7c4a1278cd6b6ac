import { isIP } from 'node:net';
import { MORE_OWN_ADDRESSES, NO_ADDRESSES, OWN_NAMES } from './bad-hosts.ts';

/** URLs whose host is good, and that nothing may be sent to all the same. */
const BAD_URLS: readonly string[] = [
  '',
  ' ',
  '/',
  '//hooks.example.com/',
  'hooks.example.com',
  'hooks.example.com:443',
  'http://hooks.example.com/',
  'HTTP://hooks.example.com/',
  'http://hooks.example.com:443/',
  'ftp://hooks.example.com/',
  'gopher://hooks.example.com/',
  'dict://hooks.example.com:11211/',
  'ldap://hooks.example.com/',
  'ws://hooks.example.com/',
  'wss://hooks.example.com/',
  'file:///etc/passwd',
  'file://hooks.example.com/etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'blob:https://hooks.example.com/1',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
  'about:blank',
  'httpss://hooks.example.com/',
  'https',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https://:443/',
  'https://?',
  'https://#',
  'https:hooks.example.com',
  'https:/hooks.example.com',
  'https:///hooks.example.com',
  'https:////hooks.example.com',
  'https:\\\\hooks.example.com\\',
  'https:/\\hooks.example.com',
  'https://hooks.example.com\\@127.0.0.1/',
  'https://hooks.example.com/\\..\\x',
  'https://hooks.example.com\\.local/',
  ' https://hooks.example.com/',
  'https://hooks.example.com/ ',
  'https://hooks.example.com/a b',
  'https://hooks. example.com/',
  'https://hooks.example.com /',
  'https://hooks.example.com/\r\nHost: 127.0.0.1',
  'https://hooks.example.com/\nX: y',
  'https://hooks.example.com/\rX: y',
  'https://hooks.example.com/?a=\r\n\r\nGET / HTTP/1.1',
  'https://hooks.example.com/\0',
  'https://hooks\0.example.com/',
  'https://hooks\t.example.com/',
  'ht\ntps://hooks.example.com/',
  '\u0000https://hooks.example.com/',
  'https://hooks.example.com/\u007f',
  'https://hooks.example.com/\u0085',
  'https://hooks.example.com/\u2028',
  'https://hooks.example.com/\u00a0',
  'https://user@hooks.example.com/',
  'https://user:word@hooks.example.com/',
  'https://:word@hooks.example.com/',
  'https://@hooks.example.com/',
  'https://:@hooks.example.com/',
  'https://a@b@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com:443@127.0.0.1/',
  'https://127.0.0.1@hooks.example.com/',
  'https://%75ser@hooks.example.com/',
  'https://hooks.example.com%40127.0.0.1/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:1/',
  'https://hooks.example.com:7/',
  'https://hooks.example.com:21/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:23/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:53/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:110/',
  'https://hooks.example.com:143/',
  'https://hooks.example.com:389/',
  'https://hooks.example.com:442/',
  'https://hooks.example.com:444/',
  'https://hooks.example.com:445/',
  'https://hooks.example.com:465/',
  'https://hooks.example.com:587/',
  'https://hooks.example.com:636/',
  'https://hooks.example.com:993/',
  'https://hooks.example.com:1023/',
  'https://hooks.example.com:0022/',
  'https://hooks.example.com:65536/',
  'https://hooks.example.com:66559/',
  'https://hooks.example.com:-1/',
  'https://hooks.example.com:+443/',
  'https://hooks.example.com:0x1bb/',
  'https://hooks.example.com:http/',
  'https://hooks.example.com:４４３a/',
  'https://8.8.8.8:22/',
  'https://[2606:4700::1111]:25/',
  'https://[2606:4700::1111/',
  'https://2606:4700::1111/',
  'https://2606:4700::1111]/',
  'https://[2606:4700::1111%25eth0]/',
  'https://[2606:4700::1111%eth0]/',
  'https://[fe80::1%25lo]/',
  'https://[::1%25lo]/',
  'https://[::ffff:0177.0.0.1]/',
  'https://[::ffff:127.1]/',
  'https://[::ffff:127.0.0.1.]/',
  'https://[::g]/',
  'https://[]/',
  'https://[::1',
  'https://[hooks.example.com]/',
  'https://[v1.hooks]/',
  'https://xn--/',
  'https://xn--a/',
  'https://hooks.example.com:443:443/',
];

/** A spelling of an address of IPv4 as a host. */
type BadSpelling = readonly [what: string, spell: (bytes: Octets) => string];
type Octets = readonly [number, number, number, number];

/** Addresses that belong to no host of the public network, one of each kind at least. */
const OWN_IPV4 = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '224.0.0.1',
] as const;

function bytesOf(address: string): Octets {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a, b, c, d];
}

const number = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0');
const octal = (value: number, digits = 0) => value.toString(8).padStart(digits, '0');
const dotted = (bytes: Octets) => bytes.join('.');
/** The digits of one address in those of another script, or in what is folded into digits. */
const inDigits = (digits: string) => (bytes: Octets) =>
  dotted(bytes).replace(/\d/g, (digit) => [...digits][Number(digit)] ?? digit);

/** All ways to write an address of IPv4 that one reader of URLs or another takes for it. */
const IPV4_SPELLINGS: readonly BadSpelling[] = [
  ['as it is', dotted],
  ['a dot behind it', (bytes) => `${dotted(bytes)}.`],
  ['as one number', (bytes) => String(number(bytes))],
  ['as one number, hexadecimal', (bytes) => `0x${hex(number(bytes), 8)}`],
  ['as one number, capital hexadecimal', (bytes) => `0X${hex(number(bytes), 8).toUpperCase()}`],
  ['as one number, hexadecimal with zeros', (bytes) => `0x00000000${hex(number(bytes), 8)}`],
  ['as one number, octal', (bytes) => `0${octal(number(bytes))}`],
  ['as one number, a dot behind it', (bytes) => `${number(bytes)}.`],
  ['hexadecimal parts', (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join('.')],
  ['hexadecimal parts with zeros', (bytes) => bytes.map((byte) => `0x${hex(byte, 6)}`).join('.')],
  ['octal parts', (bytes) => bytes.map((byte) => `0${octal(byte)}`).join('.')],
  ['octal parts with zeros', (bytes) => bytes.map((byte) => `0${octal(byte, 9)}`).join('.')],
  ['hexadecimal, octal, decimal', ([a, b, c, d]) => `0x${hex(a)}.0${octal(b)}.${c}.${d}`],
  ['two parts', ([a, b, c, d]) => `${a}.${number([0, b, c, d])}`],
  ['two parts, hexadecimal', ([a, b, c, d]) => `0x${hex(a)}.0x${hex(number([0, b, c, d]))}`],
  ['three parts', ([a, b, c, d]) => `${a}.${b}.${number([0, 0, c, d])}`],
  ['three parts, octal', ([a, b, c, d]) => `0${octal(a)}.0${octal(b)}.0${octal(number([0, 0, c, d]))}`],
  ['wide digits', inDigits('０１２３４５６７８９')],
  ['circled digits', inDigits('⓪①②③④⑤⑥⑦⑧⑨')],
  ['raised digits', inDigits('⁰¹²³⁴⁵⁶⁷⁸⁹')],
  ['lowered digits', inDigits('₀₁₂₃₄₅₆₇₈₉')],
  ['bold digits', inDigits('𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗')],
  ['digits of a typewriter', inDigits('𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿')],
  ['ideographic dots', (bytes) => bytes.join('。')],
  ['wide dots', (bytes) => bytes.join('．')],
  ['half-wide dots', (bytes) => bytes.join('｡')],
  ['escaped', (bytes) => [...dotted(bytes)].map((sign) => `%${hex(sign.charCodeAt(0), 2)}`).join('')],
  ['escaped dots', (bytes) => bytes.join('%2e')],
  ['escaped wide dots', (bytes) => bytes.join('%EF%BC%8E')],
  ['a soft hyphen in it', (bytes) => dotted(bytes).replace('.', '\u00ad.')],
  ['a joiner in it', (bytes) => dotted(bytes).replace('.', '\u2060.')],
];

const pair = (high: number, low: number) => hex(high * 256 + low);
const inHex = ([a, b, c, d]: Octets) => `${pair(a, b)}:${pair(c, d)}`;
/** Teredo writes the address of who it is for with all bits turned over. */
const turned = (bytes: Octets) => inHex([255 - bytes[0], 255 - bytes[1], 255 - bytes[2], 255 - bytes[3]]);

/** All ways in which an address of IPv6 leads to one of IPv4. */
const IPV6_SPELLINGS: readonly BadSpelling[] = [
  ['mapped', (bytes) => `::ffff:${dotted(bytes)}`],
  ['mapped, hexadecimal', (bytes) => `::ffff:${inHex(bytes)}`],
  ['mapped, in capitals', (bytes) => `::FFFF:${inHex(bytes).toUpperCase()}`],
  ['mapped, in full', (bytes) => `0000:0000:0000:0000:0000:ffff:${inHex(bytes)}`],
  ['mapped, half in full', (bytes) => `0:0::ffff:${dotted(bytes)}`],
  ['compatible', (bytes) => `::${dotted(bytes)}`],
  ['compatible, hexadecimal', (bytes) => `::${inHex(bytes)}`],
  ['compatible, in full', (bytes) => `0:0:0:0:0:0:${dotted(bytes)}`],
  ['translated', (bytes) => `::ffff:0:${dotted(bytes)}`],
  ['NAT64', (bytes) => `64:ff9b::${dotted(bytes)}`],
  ['NAT64, hexadecimal', (bytes) => `64:ff9b::${inHex(bytes)}`],
  ['NAT64, in full', (bytes) => `0064:ff9b:0000:0000:0000:0000:${inHex(bytes)}`],
  ['NAT64 of one’s own', (bytes) => `64:ff9b:1::${dotted(bytes)}`],
  [
    'NAT64 of one’s own, elsewhere in it',
    ([a, b, c, d]) => `64:ff9b:1:${pair(a, b)}:1:${pair(c, d)}:808:808`,
  ],
  ['6to4', (bytes) => `2002:${inHex(bytes)}::`],
  ['6to4 of a machine', (bytes) => `2002:${inHex(bytes)}:1::8`],
  ['6to4 of a public one, a tunnel in it', (bytes) => `2002:808:808::5efe:${inHex(bytes)}`],
  ['Teredo', (bytes) => `2001:0:4136:e378:8000:63bf:${turned(bytes)}`],
  ['Teredo by its server', (bytes) => `2001:0:${inHex(bytes)}:8000:63bf:f7f7:f7f7`],
  ['ISATAP', (bytes) => `2606:4700::5efe:${inHex(bytes)}`],
  ['ISATAP, of all the world', (bytes) => `2606:4700::200:5efe:${dotted(bytes)}`],
  ['ISATAP, of this line', (bytes) => `fe80::5efe:${dotted(bytes)}`],
];

const inIPv4 = OWN_IPV4.flatMap((address) =>
  IPV4_SPELLINGS.map(([, spell]) => ({ address, host: spell(bytesOf(address)) })),
);
const inIPv6 = OWN_IPV4.flatMap((address) => IPV6_SPELLINGS.map(([, spell]) => spell(bytesOf(address))));
const literals = [...inIPv6, ...MORE_OWN_ADDRESSES];

/** Spellings of hosts, each with the address that a reader of URLs has to make of it. */
export const SPELLED_HOSTS: readonly { readonly address: string; readonly host: string }[] = inIPv4;

/** URLs that nothing may ever be sent to, by only their spelling. @see docs/safety.md#T7 */
export const CORPUS_BAD: readonly string[] = [
  ...inIPv4.map(({ host }) => `https://${host}/hook`),
  ...literals.map((address) => `https://${isIP(address) === 4 ? address : `[${address}]`}/hook`),
  ...OWN_IPV4.map((address) => `https://${address}:8443/hook?to=it`),
  ...OWN_IPV4.map((address) => `http://${address}/hook`),
  ...OWN_NAMES.map((name) => `https://${name}/hook`),
  ...BAD_URLS,
];

/** What a name must not lead to. */
export const BAD_ANSWERS: readonly string[] = [...OWN_IPV4, ...literals, ...NO_ADDRESSES];
