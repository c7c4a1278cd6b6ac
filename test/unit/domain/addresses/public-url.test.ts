import { describe, expect, test } from 'vitest';
import {
  checkAllowedUrl,
  checkPublicUrl,
  checkUrlLength,
  checkWebhookShape,
  checkWebhookUrl,
  isPublicAddress,
} from '../../../../src/domain/addresses/public-url.ts';
import { CORPUS_BAD } from '../../outbound/corpus-bad.ts';

const NOT_PUBLIC = 'must be a public https address';
const NAMED = 'must not contain a user name or password';

test('no form of the corpus may be given', { tags: ['AUT-19', 'S1', 'S3', 'S7'] }, () => {
  for (const url of CORPUS_BAD)
    expect([url, checkPublicUrl(url)]).toEqual([url, expect.stringMatching(/^must /)]);
});

describe('an address that is not on the public network', { tags: ['AUT-19'] }, () => {
  test.each([
    ['loopback, octal', '0177.0.0.1'],
    ['loopback, with zeros', '127.000.000.001'],
    ['loopback, in wide digits', '１２７．０．０．１'],
    ['loopback, escaped', '%31%32%37.0.0.1'],
    ['private, the last of 172', '172.31.255.255'],
    ['link-local', '169.254.1.1'],
    ['6to4 of loopback', '[2002:7f00:1::1]'],
    ['NAT64 of one’s own, its address elsewhere', '[64:ff9b:1:7f00:0:100:808:808]'],
    ['Teredo', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
    ['ISATAP of loopback', '[2606:4700::200:5efe:7f00:1]'],
    ['of an inside', 'api.internal'],
    ['nothing but a dot', '.'],
    ['a dot before it', '.example.com'],
  ])('%s: %s', (_what, host) => {
    expect(checkPublicUrl(`https://${host}/reply`)).toBe(NOT_PUBLIC);
    expect(checkPublicUrl(`https://${host}:8443`)).toBe(NOT_PUBLIC);
  });
});

describe('what is no https address', { tags: ['AUT-19'] }, () => {
  test.each([
    ['backslashes', 'https:\\\\hooks.example.com'],
    ['a line end in it', 'https://hooks.example.com/\r\nHost: x'],
    ['a number too large for an address', 'https://256.1.1.1/'],
    ['five parts', 'https://8.8.8.8.8/'],
    ['a zone', 'https://[fe80::1%25eth0]/'],
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
  ['one in the form of version 6 that is obsolete', '::8.8.8.8'],
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
