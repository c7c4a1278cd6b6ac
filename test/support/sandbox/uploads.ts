import { onTestFinished } from 'vitest';
import { type PostingSandbox, postingSandbox } from './posting-sandbox.ts';

/** A sandbox of one test, which is closed after it: the files that it gets are in a folder of their own. */
export async function openUploadSandbox(): Promise<PostingSandbox> {
  const posting = await postingSandbox();
  onTestFinished(() => posting.sandbox.close());
  return posting;
}

/** Uploads a file as clients do: asks for an address, and sends the bytes there. @returns its URL for posts */
export async function upload(
  { ask, sandbox }: Pick<PostingSandbox, 'ask' | 'sandbox'>,
  bytes: Uint8Array,
  fileName = 'file.bin',
): Promise<string> {
  const { body } = await ask(`/media/uploadUrl?fileName=${encodeURIComponent(fileName)}`);
  const { http } = await put(sandbox, body.uploadUrl, bytes);
  if (http !== 200) throw new Error(`the upload was answered with ${http}`);
  return body.accessUrl;
}

/** Sends bytes without keys. */
export async function put(
  sandbox: PostingSandbox['sandbox'],
  url: string,
  bytes: Uint8Array | ReadableStream<Uint8Array>,
): Promise<{ readonly http: number; readonly body: Readonly<Record<string, unknown>> }> {
  const request = new Request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes instanceof ReadableStream ? bytes : Uint8Array.from(bytes),
    ...(bytes instanceof ReadableStream && { duplex: 'half' }),
  });
  const answer = await sandbox.fetch(request);
  return { http: answer.status, body: JSON.parse(await answer.text()) };
}
