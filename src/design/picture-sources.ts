/**
 * Returns all sizes of a picture that this site hosts, as AVIF and WebP srcset lists; undefined for any other URL.
 */
export function getPictureSources(url: string): { avif: string; webp: string } | undefined {
  // Kept short, because every page loads this function.
  const listFiles = (format: string) =>
    [96, 256, 640].map((width) => url.replace('256.webp', `${width}.${format} ${width}w`)).join()
  return /^\/media\/[\w/-]+\/256\.webp$/.test(url)
    ? { avif: listFiles('avif'), webp: listFiles('webp') }
    : undefined
}
