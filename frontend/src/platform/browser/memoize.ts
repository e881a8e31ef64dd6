/** `make`, done once for each thing that it is asked of, and forgotten with the thing. */
export function memoizeByObject<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const made = new WeakMap<Thing, { readonly of: Made }>();
  return (thing) => {
    const standing = made.get(thing) ?? { of: make(thing) };
    made.set(thing, standing);
    return standing.of;
  };
}
