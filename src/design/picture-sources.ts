/** The other files beside an uploaded picture of ours, as srcset lists; undefined for any other address. */
export function pictureSources(url: string): { avif: string; webp: string } | undefined {
  const set = /^\/media\/\w+\/[\w-]+\/(?=256\.webp$)/.exec(url)?.[0]
  if (set === undefined) return undefined
  const listOf = (format: string) =>
    [96, 256, 640].map((width) => `${set}${width}.${format} ${width}w`).join()
  return { avif: listOf('avif'), webp: listOf('webp') }
}
