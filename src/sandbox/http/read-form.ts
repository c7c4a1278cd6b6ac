import { LIMITS } from '../../service/limits.ts';
import type { SandboxRequest } from './sandbox-request.ts';

const FORM = /^multipart\/form-data *;/i;

/** Whether a body is a form with a file, as HTTP libraries send one. */
export function isFileForm({ headers }: SandboxRequest): boolean {
  return FORM.test(headers['content-type'] ?? '');
}

/**
 * Reads a form with a file as the JSON body that an upload has: the file as a data URI, with its own name unless another
 * field has one. An assumption: the contract describes only the JSON.
 *
 * @returns null when it is too large or is not such a form; it is then refused as a body that is not JSON
 * @see docs/service/endpoints.md#media
 */
export async function readFileForm({ headers, body }: SandboxRequest): Promise<object | null> {
  if (body === null || body.length > LIMITS.requestBodyBytes) return null;
  const type = headers['content-type'] ?? '';
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!form || !(file instanceof File)) return null;
  const texts = [...form].filter(([, value]) => typeof value === 'string');
  const content = Buffer.from(await file.arrayBuffer()).toString('base64');
  // many clients name no type: the bytes decide
  const declared = /^(?:image|video)\/[\w.+-]+$/.test(file.type) ? file.type : 'image/unknown';
  const dataUri = `data:${declared};base64,${content}`;
  return { ...(file.name !== '' && { fileName: file.name }), ...Object.fromEntries(texts), file: dataUri };
}
