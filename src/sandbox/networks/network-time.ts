const MILLISECONDS_PART = /\.\d{3}Z$/;

/** `YYYY-MM-DDThh:mm:ss.000Z`. @see docs/service/general.md#TIME-02 */
export function formatIsoMilliseconds(ms: number): string {
  return new Date(ms).toISOString();
}

/** `YYYY-MM-DDThh:mm:ss+0000`, the format of Threads and Facebook. @see docs/service/general.md#TIME-02 */
export function formatIsoOffset(ms: number): string {
  return new Date(ms).toISOString().replace(MILLISECONDS_PART, '+0000');
}

/** `YYYY-MM-DD hh:mm:ss`, UTC, the format of TikTok's replies. @see docs/service/general.md#TIME-02 */
export function formatSpaced(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace(MILLISECONDS_PART, '');
}
