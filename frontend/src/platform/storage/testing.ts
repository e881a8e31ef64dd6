/** For specs: a storage as browsers have it, whose names are its own properties. */
export function memoryStorage(): Storage {
  const storage: object = Object.create({
    getItem: (name: string): string | null =>
      Object.hasOwn(storage, name) ? String(Reflect.get(storage, name)) : null,
    setItem: (name: string, text: string): void => void Reflect.set(storage, name, text),
    removeItem: (name: string): void => void Reflect.deleteProperty(storage, name),
  });
  return storage as Storage;
}
