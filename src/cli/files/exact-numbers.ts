/** The error for such a number, after its digits. */
export const NOT_EXACT = 'is a number with more digits than JSON keeps; put it in quotes';

/** Whether a number keeps its value when it is parsed: whole ones do up to 2^53, and some beyond. */
export function isExact(source: string): boolean {
  if (!/^-?\d{16,400}$/.test(source)) return true;
  const value = Number(source);
  return Number.isFinite(value) && BigInt(value) === BigInt(source);
}
