/**
 * A constant that is created on first use. Regular expressions over whole Unicode categories are slow to
 * compile, and most text is plain ASCII.
 */
export function createLazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
