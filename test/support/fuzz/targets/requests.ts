import { readBody, readFileForm, readInput } from '../../../../src/sandbox/http/read-input.ts';
import { ServiceFailure } from '../../../../src/sandbox/http/service-failure.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS, toBytes } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof ServiceFailure;
const UPLOAD = new URL('http://127.0.0.1/api/media/upload');
const endpoints = Object.values(ENDPOINTS);

/** Requests of clients: the number of an endpoint, a query, and a body. */
export const requestBodies: FuzzTarget = {
  isBytes: true,
  seeds: [
    ...endpoints
      .slice(0, 40)
      .map((_endpoint, at) => `${String.fromCharCode(at)}limit=5&id=a\n{"post":"Hi","platforms":["x"]}`),
    '\x03platforms=["x"]&a[0]=b\n{"triggers":[{"type":"dm_keyword","keywords":["a"]}],"actions":[]}',
    '\0\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n',
  ],
  tokens: [
    ...[
      '&',
      '=',
      '[]',
      '[0]',
      '%',
      '+',
      '\n',
      ...JSON_MARKS,
      'null',
      'true',
      '1e9',
      '-1',
      '__proto__',
      '\xff',
    ],
    ...[
      '"platforms":',
      '"post":',
      '"mediaUrls":',
      '"triggers":',
      '"actions":',
      '"id":',
      '"x"',
      '"instagram"',
      '"default":',
    ],
  ],
  async run(input) {
    const endpoint = endpoints[input.charCodeAt(0) % endpoints.length];
    const [query = '', ...lines] = input.slice(1).split('\n');
    const bytes = toBytes(lines.join('\n'));
    if (endpoint === undefined) return;
    expectDeclared(() => {
      const body = readBody(bytes);
      readInput(endpoint, { params: { id: 'aB3dE6gH9k' }, query: new URLSearchParams(query), body });
    }, isDeclared);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    if (bytes.includes('--b'))
      await readFileForm({ method: 'POST', url: UPLOAD, headers, body: new Uint8Array(bytes) });
  },
};
