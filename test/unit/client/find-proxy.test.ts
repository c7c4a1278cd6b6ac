import { expect, test } from 'vitest';
import { type Environment, findProxy } from '../../../src/client/network-transport.ts';

const SERVICE = 'https://api.example:8443/x';
const PROXY = 'http://proxy.example:3128';

test.each([
  ['none is set', {}, SERVICE, null],
  ['HTTPS_PROXY is for https', { HTTPS_PROXY: PROXY }, SERVICE, 'proxy.example:3128'],
  ['HTTP_PROXY is not', { HTTP_PROXY: PROXY }, SERVICE, null],
  ['small letters count too', { https_proxy: PROXY }, SERVICE, 'proxy.example:3128'],
  [
    'small letters win',
    { https_proxy: 'http://small.example', HTTPS_PROXY: PROXY },
    SERVICE,
    'small.example',
  ],
  ['an empty one means none', { https_proxy: '', HTTPS_PROXY: PROXY }, SERVICE, null],
  ['an address without a scheme', { HTTPS_PROXY: 'proxy.example:3128' }, SERVICE, 'proxy.example:3128'],
  [
    'a user name and a password',
    { HTTPS_PROXY: 'http://u:p@proxy.example:3128' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY names the host', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.example, api.example' }, SERVICE, null],
  ['NO_PROXY names the domain', { HTTPS_PROXY: PROXY, NO_PROXY: 'example' }, SERVICE, null],
  ['NO_PROXY names the domain with a dot', { HTTPS_PROXY: PROXY, NO_PROXY: '.example' }, SERVICE, null],
  ['NO_PROXY names the domain with a star', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example' }, SERVICE, null],
  ['NO_PROXY in other letters', { HTTPS_PROXY: PROXY, no_proxy: 'API.Example.' }, SERVICE, null],
  ['NO_PROXY names the port', { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example:8443' }, SERVICE, null],
  [
    'NO_PROXY names another port',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example:443' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY means all', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, SERVICE, null],
  [
    'NO_PROXY names the end of a name',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'i.example' },
    SERVICE,
    'proxy.example:3128',
  ],
  ['NO_PROXY is empty', { HTTPS_PROXY: PROXY, NO_PROXY: ' , ' }, SERVICE, 'proxy.example:3128'],
  [
    'NO_PROXY names an IPv6 address',
    { HTTPS_PROXY: PROXY, NO_PROXY: '2001:db8::1' },
    'https://[2001:db8::1]/',
    null,
  ],
  [
    'NO_PROXY names an IPv6 address and its port',
    { HTTPS_PROXY: PROXY, NO_PROXY: '[2001:db8::1]:443' },
    'https://[2001:db8::1]/',
    null,
  ],
  ['C2 this machine is not asked of another one', { HTTP_PROXY: PROXY }, 'http://127.0.0.1:4000/', null],
  ['C2 nor by https', { HTTPS_PROXY: PROXY }, 'https://localhost/', null],
  [
    'a proxy of this machine is',
    { HTTP_PROXY: 'http://127.0.0.1:8080' },
    'http://localhost:4000/',
    '127.0.0.1:8080',
  ],
] as const satisfies readonly (readonly [string, Environment, string, string | null])[])(
  '%s',
  (_why, env, url, proxy) => {
    expect(findProxy(new URL(url), env)?.host ?? null).toBe(proxy);
  },
);

test.each(['http://', 'ftp://proxy.example', '::'])(
  'HTTPS_PROXY as %s is a usage error that names it',
  (value) => {
    expect(() => findProxy(new URL(SERVICE), { HTTPS_PROXY: value })).toThrow(
      'HTTPS_PROXY is not the URL of a proxy',
    );
  },
);
