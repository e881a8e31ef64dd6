/** Calls `compute` once for each object. A result is released together with its object. */
export function memoizeByObject<Input extends object, Result>(compute: (input: Input) => Result): typeof compute {
  const results = new WeakMap<Input, { readonly result: Result }>();
  return (input) => {
    const memoized = results.get(input) ?? { result: compute(input) };
    results.set(input, memoized);
    return memoized.result;
  };
}
