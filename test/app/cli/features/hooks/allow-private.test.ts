import { expect, test } from 'vitest';
import {
  ALLOW_PRIVATE,
  buildAllowPrivateFlag,
} from '../../../../../src/cli/features/webhooks/private-addresses.ts';
import { formatFlags } from '../../../../../src/cli/framework/output/text/shell-command.ts';
import { isAllowed } from '../../../../../src/domain/addresses/public-url.ts';

test.each([
  ['127.0.0.1:8080', '127.0.0.1:8080'],
  ['localhost:3000', 'localhost:3000'],
  ['Receiver.Test:80', 'receiver.test:80'],
  ['receiver.test:443', 'receiver.test:443'],
  ['[::1]:8080', '[::1]:8080'],
  ['[0:0:0:0:0:0:0:1]:8080', '[::1]:8080'],
  ['127.1:08080', '127.0.0.1:8080'],
  ['2130706433:65535', '127.0.0.1:65535'],
  ['bücher.test:1', 'xn--bcher-kva.test:1'],
] as const)('"%s" is allowed as %s', { tags: ['S9'] }, (text, address) => {
  expect(ALLOW_PRIVATE.parse([text])).toEqual([address]);
  expect(isAllowed(`http://${text}/hook`, ALLOW_PRIVATE.parse([text]))).toBe(true);
});

test.each([
  ['http://127.0.0.1:8080', 'takes a host and a port, not a URL: 127.0.0.1:8080'],
  ['https://localhost/hook?a=b', 'takes a host and a port, not a URL: localhost:443'],
  ['127.0.0.1', 'needs a port: 127.0.0.1:8080'],
  ['9001', 'needs a host: 127.0.0.1:9001'],
  ['2130706433', 'needs a port: 2130706433:8080'],
  ['localhost', 'needs a port: localhost:8080'],
  ['[::1]', 'needs a port: [::1]:8080'],
  ['::1', 'needs an IPv6 address in brackets and a port, such as [::1]:8080'],
  ['::1:8080', 'needs an IPv6 address in brackets and a port, such as [::1]:8080'],
  ['*:8080', 'takes one host and one port, such as 127.0.0.1:8080; repeat the flag for each address'],
  ['127.0.0.1:*', 'takes one host and one port, such as 127.0.0.1:8080; repeat the flag for each address'],
  ['10.0.0.0/8:80', 'takes one host and one port, such as 127.0.0.1:8080; repeat the flag for each address'],
  [
    'a.test:1,b.test:2',
    'takes one host and one port, such as 127.0.0.1:8080; repeat the flag for each address',
  ],
  ['a.test:1-9', 'takes one host and one port, such as 127.0.0.1:8080; repeat the flag for each address'],
  ['127.0.0.1:0', 'needs a port from 1 to 65535'],
  ['127.0.0.1:65536', 'needs a port from 1 to 65535'],
  [':8080', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['localhost:http', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['user@localhost:80', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['localhost:80/hook', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['1.2.3.4.5:80', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['[fe80::1%eth0]:80', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
  ['local host:80', 'needs a host and a port, such as 127.0.0.1:8080 or [::1]:8080'],
] as const)('"%s" is refused, and the message names what is wrong', { tags: ['S9'] }, (text, words) => {
  expect(ALLOW_PRIVATE.safeParse([text]).error?.issues[0]?.message).toBe(words);
});

test('nothing is allowed by default, and a duplicate counts once', () => {
  expect(ALLOW_PRIVATE.parse(undefined)).toEqual([]);
  expect(ALLOW_PRIVATE.parse(['localhost:80', 'LOCALHOST:80'])).toEqual(['localhost:80']);
});

test.each([
  ['http://127.0.0.1:8080/hook', '--allow-private 127.0.0.1:8080'],
  ['https://receiver.test/hook', '--allow-private receiver.test:443'],
  ['http://[::1]/', "--allow-private '[::1]:80'"],
] as const)('the flag that lets %s be reached, as a shell takes it, is %s', (url, flag) => {
  expect(formatFlags`${buildAllowPrivateFlag(url)}`).toBe(flag);
});
