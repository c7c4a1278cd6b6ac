import { describeFault, post } from './run.ts';

/** Of the six connections that a browser opens to this process: commands are not to wait for slow hosts of images. */
const AT_ONCE = 2;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/**
 * Reads an image through the process that serves this page.
 *
 * @param gone aborts when it is shown no longer
 * @returns why it is not shown, where it is not
 */
export async function readImage(address: string, gone: AbortSignal): Promise<Blob | string> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => void waiting.push(resolve));
  try {
    if (gone.aborted) return 'unreachable';
    const answer = await post('api/image', { address }, gone);
    const isImage = answer.headers.get('content-type')?.startsWith('image/') === true;
    return isImage ? await answer.blob() : ((await answer.json()) as { refusal: string }).refusal; // the process that served this page
  } catch (error) {
    return describeFault(error).failure.kind;
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}
