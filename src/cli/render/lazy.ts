/**
 * A constant that is made when it is first asked for. Expressions over whole Unicode categories cost a part of a start
 * each, and most text is plain.
 */
export function createLazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
