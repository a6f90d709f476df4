/** The other files beside an uploaded picture of ours, as srcset lists; undefined for any other address. */
export function pictureSources(url: string): { avif: string; webp: string } | undefined {
  // In the scripts of every page: as short as it gets.
  const listOf = (format: string) =>
    [96, 256, 640].map((width) => url.replace('256.webp', `${width}.${format} ${width}w`)).join()
  return /^\/media\/[\w/-]+\/256\.webp$/.test(url)
    ? { avif: listOf('avif'), webp: listOf('webp') }
    : undefined
}
