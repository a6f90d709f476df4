const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

// A key has exactly three parts, with a dot in the last one only. So no key can leave its folder, name a hidden file or
// lack a type.
const shape = /^[a-z]{1,20}\/[\w-]{22}\/[a-z0-9]{1,20}\.(?<ending>avif|webp)$/

/**
 * Returns the MIME type of a stored file by the extension of its key `kind/set/name.ext`, such as
 * `avatars/kq3…/256.webp`; undefined for an invalid key. The name of a set has 22 random characters and is never
 * reused, so URLs can't be guessed.
 */
export function findMediaType(key: string): string | undefined {
  const ending = shape.exec(key)?.groups?.['ending']
  return ending === undefined ? undefined : types[ending]
}

/**
 * Returns the MIME type for a key from our own code.
 * @throws for an invalid key
 */
export function getMediaType(key: string): string {
  const type = findMediaType(key)
  if (type === undefined) throw new Error(`${JSON.stringify(key)} is not a valid file key`)
  return type
}
