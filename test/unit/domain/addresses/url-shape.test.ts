import { expect, test } from 'vitest';
import { listPrivateAddresses } from '../../../../src/domain/addresses/private-addresses.ts';
import { formatUrlHost, isLoopback, parseSandboxFileId } from '../../../../src/domain/addresses/url-shape.ts';

test.each([
  ['localhost', true],
  ['localhost.', true],
  ['notlocalhost', false],
  ['localhost.example.com', false],
  ['localhost..', false],
  ['sandbox.localhost', true],
  ['a.b.localhost.', true],
  ['sandbox.localhost.example', false],
  ['.localhost', false],
  ['126.255.255.255', false],
  ['127.0.0.0', true],
  ['127.255.255.255', true],
  ['128.0.0.0', false],
  ['127.0.0', false],
  ['127.0.0.1.example.com', false],
  ['1127.0.0.1', false],
  ['[::1]', true],
  ['[::]', false],
  ['[::2]', false],
  ['[::1].example', false],
  ['x[::1]', false],
])('whether %s is this machine: %j', (host, expected) => expect(isLoopback(host)).toBe(expected));

test('an address of version 6 is in brackets in a URL', () => {
  expect(formatUrlHost('::1')).toBe('[::1]');
  expect(formatUrlHost('127.0.0.1')).toBe('127.0.0.1');
  expect(formatUrlHost('hooks.example')).toBe('hooks.example');
});

const ID = 'Ab0cdefghij123456789';
const FILE = `/_media/file/${ID}/a.png`;

test.each([
  [`http://127.0.0.1:8080${FILE}`, ID],
  [`http://localhost:8080${FILE}`, ID],
  [`http://[::1]:8080${FILE}`, ID],
  [`http://sandbox.localhost${FILE}`, ID],
  [`http://sandbox:8080${FILE}`, ID],
  [`http://s${FILE}`, ID],
  [`http://my_sand-box${FILE}`, ID],
  [`http://9s${FILE}`, ID],
  [`http://localhost/_media/file/${ID}`, ID],
  [`https://localhost${FILE}`, null],
  [`ftp://localhost${FILE}`, null],
  [`http://hooks.example.com${FILE}`, null],
  [`http://10.0.0.1${FILE}`, null],
  [`http://-sandbox${FILE}`, null],
  [`http://sandbox-${FILE}`, null],
  [`http://_sandbox${FILE}`, null],
  [`http://[::2]${FILE}`, null],
  [`http://localhost/other${FILE}`, null],
  [`http://localhost/?of=${FILE}`, null],
  [`http://localhost/_media/copy/${ID}?of=${FILE}`, null],
  [`http://localhost/${ID}/_media/file/`, null],
  [`http://localhost/_media/upload/${ID}`, null],
  ['http://localhost/_media/file/', null],
  [`http://localhost/_media/file/${ID}x/a.png`, null],
  [`http://localhost/_media/file/x${ID}/a.png`, null],
  [`http://localhost/_media/file/${ID.slice(1)}/a.png`, null],
  [`http://localhost/_media/file/${ID.slice(1)}-/a.png`, null],
  [FILE, null],
])('the id of a file of the sandbox: %s', (url, id) => expect(parseSandboxFileId(url)).toBe(id));

test('host and port of each URL that is not public, once', () => {
  const urls = [
    'http://127.0.0.1:8080/a',
    'http://127.0.0.1:8080/b',
    'https://hooks.example.com/a',
    'http://hooks.example.com/a',
    'https://localhost/',
    'no url',
    'ftp://127.0.0.1/',
  ];
  expect(listPrivateAddresses(urls)).toEqual(['127.0.0.1:8080', 'hooks.example.com:80', 'localhost:443']);
  expect(listPrivateAddresses([])).toEqual([]);
});
