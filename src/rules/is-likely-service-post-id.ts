const SHAPE = /^(?=.*[A-Za-z])[A-Za-z\d]{20}$/;

/** Whether an id has the shape of those that the service gives to posts; the networks of automations number theirs. */
export function isLikelyServicePostId(id: string): boolean {
  return SHAPE.test(id);
}
