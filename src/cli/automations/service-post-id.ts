const SHAPE = /^(?=.*[A-Za-z])[A-Za-z\d]{20}$/;

/** Whether an id looks like a Service Post ID; networks with automations use numeric ids. */
export function isLikelyServicePostId(id: string): boolean {
  return SHAPE.test(id);
}
