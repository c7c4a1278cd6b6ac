import { isLoopback } from '../../../domain/addresses/url-shape.ts';
import { inspectMedia } from '../../../media/inspect-media.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { isSandbox } from '../../framework/command/sandbox/sandbox-control.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { mapInOrder } from '../../framework/many/run-each.ts';
import type { ReportPicture } from '../../framework/output/report/report.ts';
import type { ReportedPost } from './report-document.ts';

/** Most bytes of a picture, and of all: a report is sent as an attachment. */
const MOST_BYTES = { one: 4 * 1024 * 1024, all: 20 * 1024 * 1024 };
const DEADLINE_MS = 10 * SECOND_MS;
const AT_ONCE = 4;
/** What every browser shows, by the bytes. */
const SHOWN_TYPES: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const VIDEO = /\.(?:mp4|mov|m4v|webm|avi|mkv)$/i;

/**
 * Reads the first picture of posts, to be part of a page. Only public addresses are read, and without keys; the sandbox's own
 * posts link to no real files, so that nothing is requested for them.
 *
 * @returns pictures by the id of the post, and how many could not be read
 * @see docs/safety.md#S1 to #S8
 */
export async function readPictures(
  posts: readonly ReportedPost[],
  service: ServicePort,
  io: IoPort,
): Promise<{ pictures: ReadonlyMap<string, ReportPicture>; missing: number }> {
  const isDemo = isSandbox((await service.choose()).choice);
  const outbound = isDemo ? null : await io.outbound([]);
  const pictures = new Map<string, ReportPicture>();
  let [missing, left] = [0, MOST_BYTES.all];
  const read = async ({ id, mediaUrls: [url] }: ReportedPost) => {
    if (url === undefined) return { id, picture: NO_MEDIA };
    if (VIDEO.test(URL.parse(url)?.pathname ?? '')) return { id, picture: A_VIDEO };
    const isOnMachine = isLoopback(URL.parse(url)?.hostname ?? '');
    if (outbound === null || isOnMachine) return { id, picture: null };
    const request = {
      url,
      headers: {},
      deadlineMs: DEADLINE_MS,
      answerBytes: MOST_BYTES.one,
      signal: io.signal,
    };
    const { status, body } = await outbound.get(request);
    return { id, picture: status === 200 && body !== null ? await toPicture(body) : null };
  };
  for await (const { id, picture } of mapInOrder(posts, AT_ONCE, read)) {
    const size = picture?.kind === 'image' ? picture.dataUrl.length : 0;
    if (picture === null || size > left) missing += 1;
    else left -= size;
    pictures.set(id, picture === null || size > left + size ? MISSING : picture);
  }
  return { pictures, missing: isDemo ? 0 : missing };
}

const NO_MEDIA: ReportPicture = { kind: 'text', name: 'a post without a picture' };
const A_VIDEO: ReportPicture = { kind: 'video', name: 'a video' };
export const MISSING: ReportPicture = { kind: 'missing', name: 'a picture that is not shown' };

/** Null for what is no picture that browsers show, whatever its name and declared type say. */
async function toPicture(body: Uint8Array): Promise<ReportPicture | null> {
  const { type } = await inspectMedia({
    size: body.length,
    read: async (start, length) => Uint8Array.from(body.subarray(start, start + length)),
  });
  if (!SHOWN_TYPES.includes(type)) return null;
  const dataUrl = `data:${type};base64,${Buffer.from(body).toString('base64')}`;
  return { kind: 'image', dataUrl, name: 'picture of the post' };
}
