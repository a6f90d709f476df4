/** The part of wawoff2 this folder uses; the package brings no types. */
declare module 'wawoff2' {
  /** Unpacks a woff2 file to TrueType. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
