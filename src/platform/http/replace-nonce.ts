import { createHash } from 'node:crypto'

const ATTRIBUTE = ' nonce="'
// The router writes the nonce into this meta element for scripts that are added later. There are none, so it is
// removed.
const META = '<meta property="csp-nonce" content="'

const QUOTE = 0x22
const MARK = '<!--'
const MARK_END = '-->'

interface Cut {
  from: number
  until: number
  /** Inserted between `from` and `until`, in place of the removed text. */
  bytes?: Buffer | undefined
}

/**
 * Removes the nonce from a rendered page and puts the bytes of `inserted` in place of their placeholders (see
 * render-content.ts). Returns the page as sent, and the hashes of the inline scripts with the nonce. The nonce is
 * random for each rendering, so user-written text can't contain it. So injected scripts stay blocked, and injected
 * placeholders aren't replaced. Without the nonce, the page can be cached and shared.
 *
 * Every page passes through here, so this searches for the nonce, which occurs a few dozen times, instead of parsing
 * elements. It searches the bytes, because a page as a two-byte string is large: each copy would fill the old
 * generation of the heap, where collection is expensive.
 */
export function replaceNonceWithHashes(
  html: string,
  nonce: string,
  inserted: readonly Buffer[] = [],
): { html: Buffer; hashes: string[] } {
  const page = Buffer.from(html)
  const hashes = new Set<string>()
  const cuts: Cut[] = []
  for (let at = page.indexOf(nonce); at >= 0; at = page.indexOf(nonce, at + nonce.length)) {
    const start = page.lastIndexOf('<', at)
    const end = page.indexOf('>', at)
    const before = page.toString('latin1', start, at)
    if (before === MARK) {
      const index = page.toString('latin1', at + nonce.length + 1, end + 1 - MARK_END.length)
      cuts.push({ from: start, until: end + 1, bytes: inserted[Number(index)] })
      continue
    }
    if (before === META) cuts.push({ from: start, until: end + 1 })
    if (!before.endsWith(ATTRIBUTE) || page[at + nonce.length] !== QUOTE) continue
    cuts.push({ from: at - ATTRIBUTE.length, until: at + nonce.length + 1 })
    if (!before.startsWith('<script') || /\ssrc=/.test(page.toString('utf8', start, end))) continue
    const content = page.subarray(end + 1, page.indexOf('</script', end))
    hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
  }
  return { html: applyCuts(page, cuts), hashes: [...hashes] }
}

function applyCuts(page: Buffer, cuts: readonly Cut[]): Buffer {
  const parts: Buffer[] = []
  let copied = 0
  for (const { from, until, bytes } of cuts) {
    parts.push(page.subarray(copied, from))
    if (bytes) parts.push(bytes)
    copied = until
  }
  parts.push(page.subarray(copied))
  return Buffer.concat(parts)
}
