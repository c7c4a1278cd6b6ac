import { expect, test } from 'vitest';
import { isSandbox } from '../../../../../src/cli/framework/command/sandbox/sandbox-control.ts';
import type { ServiceOrSandbox } from '../../../../../src/cli/framework/settings/choose-service.ts';
import { listPrivateAddresses } from '../../../../../src/domain/addresses/private-addresses.ts';

test.each([
  ['http://127.0.0.1:8080/hook', ['127.0.0.1:8080']],
  ['https://localhost/hook', ['localhost:443']],
  ['http://hooks.example.com/hook', ['hooks.example.com:80']],
  ['https://hooks.example.com/hook', []],
  ['ftp://127.0.0.1/hook', []],
  ['127.0.0.1:8080', []],
] as const)('%s: a run has to allow %j', { tags: ['S9'] }, (url, addresses) => {
  expect(listPrivateAddresses([url, url])).toEqual(addresses);
});

test.each([
  ['https://api.example.com', 'SBX-API-1', false],
  ['http://127.0.0.1:4321', 'SBX-API-1', true],
  ['http://localhost:4321/api', 'SBX-API-1', true],
  ['http://127.0.0.1:4321', 'LIVE-SBX-API-1', false],
  ['https://10.0.0.7', 'SBX-API-1', false],
  ['https://localhost.example.com', 'SBX-API-1', false],
] as const)(
  'a service at %s with the key %s is a sandbox: %j',
  { tags: ['S9'] },
  (baseUrl, apiKey, expected) => {
    // of a choice, this is all that is looked at
    const choice = {
      kind: 'service',
      target: { baseUrl: new URL(baseUrl), apiKey },
    } as unknown as ServiceOrSandbox;
    expect(isSandbox(choice)).toBe(expected);
  },
);
