import { describe, expect, test } from 'vitest';
import {
  checkPublicUrl,
  isLinkLocalOrMetadata,
  isPublicAddress,
  isPublicExceptPort,
  isPublicHost,
  isRefusedByUrl,
  isSameAddress,
} from '../../../../src/domain/addresses/public-url.ts';

/** Of each range: the last address before it, its first, its last, and the first behind it. */
const RANGES = [
  ['this network', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['private, 10/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['carriers', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['this machine', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['link-local', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['private, 172.16/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['protocols', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['examples, 1', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['private, 192.168/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['measurements', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['examples, 2', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['examples, 3', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['groups and what is reserved', '223.255.255.255', '224.0.0.0', '255.255.255.255', null],
  ['metadata of Azure', '168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['before global IPv6', null, '::', '1fff:ffff::', '2600::'],
  ['examples of IPv6', '2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
  ['behind global IPv6', '3ffe:ffff::', '4000::', 'ffff:ffff::', null],
] as const;

describe('not public is a range from its first address to its last', () => {
  test.each(RANGES)('%s', (_name, before, first, last, behind) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const beside of [before, behind]) if (beside !== null) expect(isPublicAddress(beside)).toBe(true);
  });
});

test.each([
  ['169.253.255.255', false],
  ['169.254.0.0', true],
  ['169.254.255.255', true],
  ['169.255.0.0', false],
  ['100.100.100.199', false],
  ['100.100.100.200', true],
  ['192.0.0.192', true],
  ['192.0.0.193', false],
  ['fe7f:ffff::', false],
  ['fe80::', true],
  ['fe80::1%eth0', true],
  ['febf:ffff::', true],
  ['fec0::', false],
  ['fd00:ec2::254', true],
  ['fd00:ec2::254%eth0', true],
  ['fd00:ec2::255', false],
  ['fd20:ce::254', true],
  ['fd00:c1::a9fe:a9fe', true],
  ['fd00:42::42', true],
  ['::1%lo', false],
  ['::ffff:169.254.169.254', true],
  ['::ffff:8.8.8.8%eth0', false],
  ['::ffff:1:a9fe:a9fe', false],
  ['64:ff9b::a9fe:a9fe', true],
  ['64:ff9b:1::a9fe:a9fe', true],
  ['64:ff9b:2::a9fe:a9fe', false],
  ['2002:a9fe:a9fe::', true],
  ['2003:a9fe:a9fe::', false],
  ['::a9fe:a9fe', true],
  ['2600::5efe:a9fe:a9fe', true],
  ['2600::200:5efe:a9fe:a9fe', true],
  ['2600::100:5efe:a9fe:a9fe', false],
  ['2600::5eff:a9fe:a9fe', false],
  ['not an address', true],
  ['8.8.8.8.8', true],
  ['', true],
])('whether %s is link-local or metadata: %j', (address, expected) => {
  expect(isLinkLocalOrMetadata(address)).toBe(expected);
});

test.each([
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['fe80::1%eth0', 'fe80::1', true],
  ['fe80::1', 'fe80::1%a\nb', true],
  ['::1', '::2', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['name', 'name', false],
  ['name', '127.0.0.1', false],
  ['127.0.0.1', 'name', false],
  ['', '::', false],
])('whether %s and %s are one address: %j', (one, other, expected) => {
  expect(isSameAddress(one, other)).toBe(expected);
});

test.each([
  ['a.example.com', true],
  ['8.8.8.8.example', true],
  [`${'a'.repeat(63)}.example`, true],
  [`${'a'.repeat(64)}.example`, false],
  [`${'a.'.repeat(126)}a`, true],
  [`${'a.'.repeat(126)}aa`, false],
  ['-a.example', false],
  ['a-.example', false],
  ['example', false],
  ['home.arpa', false],
  ['a.home.arpa', false],
  ['a.homexarpa', true],
  ['a.local.example', true],
])('whether a host is public: %s', (host, expected) => expect(isPublicHost(host)).toBe(expected));

test('ports from 1024 on are open', () => {
  expect(checkPublicUrl('https://hooks.example.com:1024/')).toBeNull();
  expect(checkPublicUrl('https://hooks.example.com:1023/')).toBe('must be a public https address');
});

test.each([
  ['http://hooks.example.com/', true],
  ['https://hooks.example.com:25/', true],
  ['https://hooks.example.com/', false],
  ['https://user@hooks.example.com/', false],
  ['https://localhost/', false],
  ['http://127.0.0.1/', false],
  ['ftp://hooks.example.com/', false],
  ['no url', false],
])('whether %s is refused only for its scheme or port: %j', { tags: ['S7'] }, (url, expected) => {
  expect(isPublicExceptPort(url)).toBe(expected);
});

test.each<[string, readonly string[], boolean]>([
  ['https://hooks.example.com/', [], false],
  ['https://8.8.8.8/', [], true],
  ['https://8.8.8.10/', [], true],
  ['https://[2606:4700::1111]/', [], true],
  ['https://10.example.com/', [], false],
  ['https://a.10.example.com/', [], false],
  ['http://hooks.example.com/', [], true],
  ['http://localhost:8080/', ['localhost:8080'], false],
  ['http://localhost:8080/', ['localhost:8081'], true],
  ['http://127.0.0.1:8080/', ['127.0.0.1:8080'], true],
  ['http://[::1]:8080/', ['[::1]:8080'], true],
])(
  'whether the URL %s with %j is why nothing was sent: %j',
  { tags: ['U-07'] },
  (url, allowance, expected) => {
    expect(isRefusedByUrl(url, allowance)).toBe(expected);
  },
);
