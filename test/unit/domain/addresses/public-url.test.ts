import { describe, expect, test } from 'vitest';
import {
  checkAllowedUrl,
  checkPublicUrl,
  checkUrlLength,
  checkWebhookShape,
  checkWebhookUrl,
  isPublicAddress,
} from '../../../../src/domain/addresses/public-url.ts';

const NOT_PUBLIC = 'must be a public https address';
const NAMED = 'must not contain a user name or password';

describe('an address that is not on the public network', { tags: ['AUT-19'] }, () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback, another', '127.255.255.254'],
    ['loopback, cut short', '127.1'],
    ['loopback, as one number', '2130706433'],
    ['loopback, hexadecimal', '0x7f000001'],
    ['loopback, hexadecimal in parts', '0x7f.0x0.0x0.0x1'],
    ['loopback, octal', '0177.0.0.1'],
    ['loopback, with zeros', '127.000.000.001'],
    ['loopback, with a dot behind it', '127.0.0.1.'],
    ['loopback, in wide digits', '１２７．０．０．１'],
    ['loopback, in circled digits', '①②⑦.⓪.⓪.①'],
    ['loopback, escaped', '%31%32%37.0.0.1'],
    ['this machine', '0.0.0.0'],
    ['this machine, short', '0'],
    ['this network', '0.1.2.3'],
    ['private, ten', '10.0.0.1'],
    ['private, 172', '172.16.0.1'],
    ['private, the last of 172', '172.31.255.255'],
    ['private, 192', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['metadata', '169.254.169.254'],
    ['metadata, as one number', '2852039166'],
    ['metadata, octal', '0251.0376.0251.0376'],
    ['metadata of one cloud behind the network of carriers', '100.100.100.200'],
    ['metadata of one cloud at a public address', '168.63.129.16'],
    ['metadata of one cloud among the reserved', '192.0.0.192'],
    ['a carrier’s own', '100.64.0.1'],
    ['for documents', '192.0.2.1'],
    ['for documents, second', '198.51.100.7'],
    ['for documents, third', '203.0.113.9'],
    ['for measuring', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['a relay that is no more', '192.88.99.1'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 loopback, in full', '[0:0:0:0:0:0:0:1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv6 with IPv4 mapped', '[::ffff:127.0.0.1]'],
    ['IPv6 with IPv4 mapped, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv6 with a private address mapped', '[::ffff:c0a8:101]'],
    ['IPv6 with a compatible IPv4', '[::127.0.0.1]'],
    ['IPv6 with a compatible IPv4, hexadecimal', '[::7f00:1]'],
    ['IPv6 with a compatible public IPv4', '[::8.8.8.8]'],
    ['IPv6 with a translated IPv4', '[::ffff:0:127.0.0.1]'],
    ['IPv6 link-local', '[fe80::1]'],
    ['IPv6 site-local', '[fec0::1]'],
    ['IPv6 unique local', '[fd00::1]'],
    ['IPv6 metadata', '[fd00:ec2::254]'],
    ['IPv6 multicast', '[ff02::1]'],
    ['IPv6 for documents', '[2001:db8::1]'],
    ['IPv6 for documents, second', '[3fff::1]'],
    ['IPv6 discarded', '[100::1]'],
    ['unassigned IPv6', '[4000::1]'],
    ['IPv6 segment routing', '[5f00::1]'],
    ['6to4 of loopback', '[2002:7f00:1::1]'],
    ['6to4 of a private address', '[2002:a00:1::]'],
    ['NAT64 of loopback', '[64:ff9b::127.0.0.1]'],
    ['NAT64 of metadata', '[64:ff9b::a9fe:a9fe]'],
    ['NAT64 of one’s own, of a private address', '[64:ff9b:1::10.0.0.1]'],
    ['NAT64 of one’s own, its address elsewhere', '[64:ff9b:1:7f00:0:100:808:808]'],
    ['Teredo', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
    ['ISATAP of a private address', '[2606:4700::5efe:a00:1]'],
    ['ISATAP of loopback', '[2606:4700::200:5efe:7f00:1]'],
    ['the own name', 'localhost'],
    ['the own name, capitals', 'LOCALHOST'],
    ['the own name, a dot behind it', 'localhost.'],
    ['below the own name', 'app.localhost'],
    ['of the local network', 'printer.local'],
    ['of an inside', 'api.internal'],
    ['metadata by name', 'metadata.google.internal'],
    ['metadata by its short name', 'metadata'],
    ['of a home', 'nas.home.arpa'],
    ['the end of homes itself', 'home.arpa'],
    ['of a company', 'wiki.corp'],
    ['of a local network, by habit', 'box.lan'],
    ['for tests', 'hooks.test'],
    ['one word', 'intranet'],
    ['two dots behind it', 'hooks.example.com..'],
    ['one word, a dot behind it', 'intranet.'],
    ['metadata by name, a dot behind it', 'metadata.google.internal.'],
    ['a dot behind an own address', '127.0.0.1.'],
    ['nothing but a dot', '.'],
    ['two dots', 'hooks..example.com'],
    ['a dot before it', '.example.com'],
    ['a sign that no name has', 'ho$ks.example.com'],
    ['a hyphen at its end', 'hooks-.example.com'],
    ['too long a part', `${'a'.repeat(64)}.example.com`],
    ['too long', `${'a.'.repeat(125)}example.com`],
  ])('%s: %s', (_what, host) => {
    expect(checkPublicUrl(`https://${host}/reply`)).toBe(NOT_PUBLIC);
    expect(checkPublicUrl(`https://${host}:8443`)).toBe(NOT_PUBLIC);
  });
});

describe('what is no https address', { tags: ['AUT-19'] }, () => {
  test.each([
    ['nothing', ''],
    ['a word', 'hooks.example.com'],
    ['plain http', 'http://hooks.example.com/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['no slashes', 'https:hooks.example.com'],
    ['one slash', 'https:/hooks.example.com'],
    ['three slashes', 'https:///hooks.example.com'],
    ['backslashes', 'https:\\\\hooks.example.com'],
    ['a backslash in it', 'https://hooks.example.com\\@127.0.0.1/'],
    ['a blank before it', ' https://hooks.example.com/'],
    ['a blank in it', 'https://hooks.example.com/a b'],
    ['a line end in it', 'https://hooks.example.com/\r\nHost: x'],
    ['a tab in its host', 'https://hooks\t.example.com/'],
    ['a NUL', 'https://hooks.example.com/\0'],
    ['no host', 'https://'],
    ['no host but a port', 'https://:443/'],
    ['too large a port', 'https://hooks.example.com:65536/'],
    ['no number for a port', 'https://hooks.example.com:http/'],
    ['a number too large for an address', 'https://256.1.1.1/'],
    ['five parts', 'https://8.8.8.8.8/'],
    ['a zone', 'https://[fe80::1%25eth0]/'],
    ['half a bracket', 'https://[2606:4700::1111/'],
  ])('%s', (_what, url) => {
    expect(checkPublicUrl(url)).toBe(NOT_PUBLIC);
  });
});

describe('what may be given', { tags: ['AUT-19'] }, () => {
  test.each([
    ['a name', 'https://hooks.example.com'],
    ['a path, a query and a port', 'https://hooks.example.com:8443/dm/reply?shop=1&x=%20y'],
    ['capitals', 'HTTPS://Hooks.Example.COM/'],
    ['the dot of the root behind its host', 'https://example.com./'],
    ['the same, with a port', 'https://hooks.example.com.:8443/reply'],
    ['another script', 'https://bücher.example/antwort'],
    ['the same written for machines', 'https://xn--bcher-kva.example/'],
    ['an underscore', 'https://my_hooks.example.com/'],
    ['a digit first', 'https://1password.example/'],
    ['the end of a private name inside of a public one', 'https://localhost.example.com/'],
    ['a name that only ends alike', 'https://mylocal.example/notlocal'],
    ['an address', 'https://8.8.8.8/'],
    ['an address beside a private one', 'https://172.32.0.1/'],
    ['an address beside the carriers’', 'https://100.128.0.1/'],
    ['the neighbour of metadata', 'https://168.63.129.17/'],
    ['IPv6', 'https://[2606:4700:4700::1111]/'],
    ['IPv6 with a public IPv4 mapped', 'https://[::ffff:8.8.8.8]/'],
    ['NAT64 of a public address', 'https://[64:ff9b::8.8.8.8]/'],
    ['NAT64 of one’s own, of a public address', 'https://[64:ff9b:1::808:808]/'],
    ['6to4 of a public address', 'https://[2002:808:808::1]/'],
    ['ISATAP of a public address', 'https://[2606:4700::5efe:808:808]/'],
    ['an @ in its path', 'https://hooks.example.com/@me'],
    ['an address of its own in its query', 'https://hooks.example.com/?to=http://127.0.0.1'],
  ])('%s', (_what, url) => {
    expect(checkPublicUrl(url)).toBeNull();
  });

  test('a fragment, but not where a webhook is registered', () => {
    const url = 'https://hooks.example.com/reply#top';
    expect(checkPublicUrl(url)).toBeNull();
    expect(checkWebhookUrl(url)).toBe('must not contain a fragment');
    expect(checkWebhookUrl('https://hooks.example.com/#')).toBe('must not contain a fragment');
    expect(checkWebhookUrl('https://hooks.example.com/')).toBeNull();
    expect(checkWebhookUrl('http://hooks.example.com/#top')).toBe(NOT_PUBLIC);
  });
});

test.each(['user@', 'user:word@', ':word@', '@', ':@', 'a@b@'])(
  'with the user %s',
  { tags: ['AUT-19'] },
  (user) => {
    expect(checkPublicUrl(`https://${user}hooks.example.com/`)).toBe(NAMED);
    expect(checkWebhookUrl(`https://${user}127.0.0.1/`)).toBe(NAMED);
  },
);

test.each([
  ['a zone', 'fe80::1%eth0'],
  ['a zone of a public one', '2606:4700::1111%1'],
  ['zeros that some read as octal', '010.8.8.8'],
  ['three parts', '8.8.8'],
  ['one number', '134744072'],
  ['hexadecimal', '0x8.8.8.8'],
  ['a dot behind it', '8.8.8.8.'],
  ['a prefix', '8.8.8.0/24'],
  ['brackets', '[2606:4700::1111]'],
  ['a name', 'example.com'],
  ['nothing', ''],
  ['a space', '8.8.8.8 '],
])('of literal addresses only one spelling is read: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '223.255.255.254', '2606:4700::1111', '::ffff:8.8.8.8'])(
  'a literal address that is public: %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

describe('the longest address', { tags: ['D8'] }, () => {
  const long = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'a');
  const FAULT = 'must be at most 2,048 characters long';

  test.each(
    Object.entries({
      webhookUrlFault: checkWebhookUrl,
      webhookShapeFault: checkWebhookShape,
      allowedUrlFault: checkAllowedUrl,
      lengthFault: checkUrlLength,
    }),
  )('by %s', { tags: ['HOOK-01'] }, (_name, faultOf) => {
    expect(faultOf(long(2_048))).toBeNull();
    expect(faultOf(long(2_049))).toBe(FAULT);
  });
});

test.each([
  ['https://localhost/a', null],
  ['https://192.168.0.1:8443/', null],
  ['https://hooks.example.com/a', null],
  ['http://hooks.example.com/a', NOT_PUBLIC],
  ['https://', NOT_PUBLIC],
  ['https://me@localhost/', NAMED],
  ['https://localhost/#top', 'must not contain a fragment'],
])('the shape of an address is looked at wherever its host is: %s', { tags: ['HOOK-01'] }, (url, fault) => {
  expect(checkWebhookShape(url)).toBe(fault);
});
