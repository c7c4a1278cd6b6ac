import { expect, test } from 'vitest';
import type { Choice } from '../../src/cli/config.ts';
import { isOwnMachine } from '../../src/cli/is-own-machine.ts';
import { ownAddresses } from '../../src/cli/own-addresses.ts';

test.each([
  ['http://127.0.0.1:8080/hook', ['127.0.0.1:8080']],
  ['https://localhost/hook', ['localhost:443']],
  ['http://hooks.example.com/hook', ['hooks.example.com:80']],
  ['https://hooks.example.com/hook', []],
  ['ftp://127.0.0.1/hook', []],
  ['127.0.0.1:8080', []],
] as const)('S9 %s: a run has to allow %j', (url, addresses) => {
  expect(ownAddresses([url, url])).toEqual(addresses);
});

test.each([
  ['https://api.example.com', false],
  ['http://127.0.0.1:4321', true],
  ['http://localhost:4321/api', true],
  ['https://10.0.0.7', false],
  ['https://localhost.example.com', false],
] as const)('a service at %s is one of this machine: %j', (baseUrl, expected) => {
  // of a choice, this is all that is looked at
  const choice = { kind: 'service', target: { baseUrl: new URL(baseUrl) } } as unknown as Choice;
  expect(isOwnMachine(choice)).toBe(expected);
});
