const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

// Exactly three parts without a dot but the last one: no key leads out of a folder, names a hidden file or lacks a type.
const shape = /^[a-z]{1,20}\/[\w-]{22}\/[a-z0-9]{1,20}\.(?<ending>avif|webp)$/

/**
 * What a stored file is, by the ending of its key `kind/set/name.ending`, such as `avatars/kq3…/256.webp`; undefined when
 * that is no key. A set is 22 characters, random and never used twice: whoever was not told an address cannot guess it.
 */
export function findMediaType(key: string): string | undefined {
  const ending = shape.exec(key)?.groups?.['ending']
  return ending === undefined ? undefined : types[ending]
}

/** The same for keys that our own code made. Throws on any other. */
export function mediaType(key: string): string {
  const type = findMediaType(key)
  if (type === undefined) throw new Error(`${JSON.stringify(key)} is no key of a stored file`)
  return type
}
