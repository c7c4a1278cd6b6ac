/** Formats `YYYY-MM-DDThh:mm:ssZ`, as in the service's own timestamps. @see docs/service/general.md#TIME-01 */
export function formatIsoSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
