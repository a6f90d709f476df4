export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif'
/** File types often mistaken for supported pictures. */
export type RefusedKind = 'svg' | 'gif' | 'heic' | 'pdf' | 'tiff' | 'bmp'

/** Detects the type from the bytes alone, because file name and MIME type can be wrong. */
export function findImageKind(bytes: Buffer): ImageKind | RefusedKind | undefined {
  const text = bytes.toString('latin1', 0, 16)
  if (text.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('ftyp', 4)) return findKindByBrands(bytes)
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('%PDF-')) return 'pdf'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('BM')) return 'bmp'
  if (isSvg(bytes)) return 'svg'
  return undefined
}

// Finds the type by the brands in the first box (ISO/IEC 14496-12): the major brand, its version, then the compatible
// ones.
function findKindByBrands(bytes: Buffer): ImageKind | RefusedKind | undefined {
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128, bytes.length))
  if (/avi[fs]/.test(brands)) return 'avif'
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'heic' : undefined
}

function isSvg(bytes: Buffer): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0
  return /<svg[\s>]|<!doctype svg/i.test(bytes.toString(isUtf16 ? 'utf16le' : 'utf8', 0, 4096))
}

/** Whether a file of this type is complete. A decoder that needs only the upper part doesn't notice a missing end. */
export function isImageComplete(kind: ImageKind, bytes: Buffer): boolean {
  if (kind === 'png') return bytes.includes('IEND', 8, 'latin1')
  if (kind === 'webp') return bytes.readUInt32LE(4) + 8 <= bytes.length
  if (kind === 'avif') return areBoxesComplete(bytes)
  return hasEndOfImage(bytes)
}

// Skips from marker to marker (ITU T.81, annex B), past embedded thumbnails, to the first end of an image. Data after
// it is ignored, because some phones append a video.
function hasEndOfImage(bytes: Buffer): boolean {
  let at = 2
  for (;;) {
    at = bytes.indexOf(0xff, at)
    const marker = at < 0 ? undefined : bytes[at + 1]
    if (marker === undefined) return false
    if (marker === 0xd9) return true
    if (marker === 0xff) at += 1
    // These have no length: image data (FF is written as FF 00), restart markers, and some others.
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (at + 4 > bytes.length) return false
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
}

function areBoxesComplete(bytes: Buffer): boolean {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    // Size 0 means until the end of the file. Size 1 announces a 64-bit size, far beyond our limit.
    if (size === 0) return true
    if (size < 8) return false
    at += size
  }
  return at === bytes.length
}
