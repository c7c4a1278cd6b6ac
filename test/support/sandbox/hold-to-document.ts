import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { findRoute } from '../../../src/sandbox/http/routes.ts';
import type { SandboxAnswer, SandboxRequest } from '../../../src/sandbox/http/sandbox-request.ts';
import { fromFetch, isMediaRequest, toFetch } from '../../../src/sandbox/http/sandbox-request.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { buildOpenApiDocument, type OpenApiDocument } from '../../../src/service/openapi/build-document.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';

/** Checks the answers of a sandbox. @throws Error with route, status, place and reason */
type HoldAnswer = (request: SandboxRequest, answer: SandboxAnswer) => void;

/** Made once in a worker: it takes longer than most tests. */
let holder: HoldAnswer | undefined;

/** The same sandbox; an answer that the OpenAPI document does not allow is an error of the test that asked for it. */
export function holdToDocument(sandbox: Sandbox): Sandbox {
  const answer: Sandbox['answer'] = async (request) => {
    const answered = await sandbox.answer(request);
    holder ??= createHolder(buildOpenApiDocument());
    if (answered.stream === undefined || isMediaRequest(request)) holder(request, answered);
    else return holdStream(request, answered, holder);
    return answered;
  };
  return {
    ...sandbox,
    // it changes
    get credentials() {
      return sandbox.credentials;
    },
    answer,
    fetch: async (request) => toFetch(await answer(await fromFetch(request, LIMITS.requestBodyBytes))),
  };
}

/** Checks an answer that comes in parts at its end. */
function holdStream(request: SandboxRequest, answer: SandboxAnswer, hold: HoldAnswer): SandboxAnswer {
  const { stream } = answer;
  if (stream === undefined) return answer;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const seen: Uint8Array[] = [];
    for await (const chunk of stream?.chunks() ?? []) {
      seen.push(chunk);
      yield chunk;
    }
    hold(request, { ...answer, body: Buffer.concat(seen) });
  }
  return { ...answer, stream: { ...stream, chunks } };
}

/** Opens a sandbox whose answers are held against the document. */
export async function openHeldSandbox(options: SandboxOptions): Promise<Sandbox> {
  return holdToDocument(await openSandbox(options));
}

/** Creates the check by a document. A schema is compiled when the first answer needs it. */
export function createHolder(document: OpenApiDocument): HoldAnswer {
  // the document itself is checked by a test of its own; a check that runs a few times is not worth optimizing
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    code: { optimize: false },
  });
  ajv.addSchema(document, 'document');
  const items = new Map(Object.keys(document.paths).map((path) => [normalizePath(path), path]));
  const checks = new Map<string, ValidateFunction>();
  const compile = (pointer: string): ValidateFunction => {
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    checks.set(pointer, check);
    return check;
  };
  return ({ method, url }, { status, headers, body }) => {
    const route = findRoute(method, url.pathname);
    if (route === null) return;
    const row = ROUTES[route.name];
    const asked = row.path.replaceAll(/\{(\w+)\}/g, (_gap, name: string) => route.params[name] ?? '');
    // a path of its own may have other methods only
    const isOwn = document.paths[asked]?.[row.method.toLowerCase()] !== undefined;
    const path = isOwn ? asked : items.get(normalizePath(row.path));
    const operation = path === undefined ? undefined : document.paths[path]?.[row.method.toLowerCase()];
    const described = operation?.responses[status] === undefined ? 'default' : String(status);
    if (path === undefined || operation?.responses[described] === undefined) {
      throw new Error(`the OpenAPI document lacks ${row.method} ${row.path}`);
    }
    const parts = [
      'paths',
      path,
      row.method.toLowerCase(),
      'responses',
      described,
      'content',
      'application/json',
    ];
    const check = compile(`/${[...parts, 'schema'].map(escapePointer).join('/')}`);
    if (check(readJson(headers, body))) return;
    const [fault] = check.errors ?? [];
    throw new Error(
      `the OpenAPI document does not allow this answer: ${row.method} ${row.path} ${status}, at ${fault?.instancePath || '/'}: ${fault?.message}`,
    );
  };
}

function normalizePath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

const DECODE: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

function readJson(headers: Readonly<Record<string, string>>, body: Uint8Array): unknown {
  const decode = DECODE[headers['content-encoding'] ?? ''];
  return JSON.parse(new TextDecoder().decode(decode === undefined ? body : decode(body)));
}
