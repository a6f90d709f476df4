/** The part of wawoff2 used in this folder; the package has no types. */
declare module 'wawoff2' {
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
