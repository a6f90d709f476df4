import { createHash } from 'node:crypto'

const ATTRIBUTE = ' nonce="'
// The router tells the nonce to the browser in a meta element, for scripts that it adds later; there are none.
const META = '<meta property="csp-nonce" content="'

interface Cut {
  from: number
  until: number
}

/**
 * Takes the nonce out of a rendered page and answers the page as it is sent, with the hashes of the inline scripts that
 * carried it. Only scripts of our own rendering carry the nonce, which is random for each rendering: one that somebody
 * smuggled into a text does not, so it stays forbidden. Without the nonce the page may be kept and served to many.
 *
 * Every page goes through here, so it looks for the nonce, of which there are a dozen, and not for elements. It does so in
 * the bytes that are sent: a page as a string, of two bytes a letter, is so large that each copy fills the old part of the
 * heap, where cleaning is dear.
 */
export function sealScripts(html: string, nonce: string): { html: Buffer; hashes: string[] } {
  const page = Buffer.from(html)
  const hashes = new Set<string>()
  const cuts: Cut[] = []
  for (let at = page.indexOf(nonce); at >= 0; at = page.indexOf(nonce, at + nonce.length)) {
    const start = page.lastIndexOf('<', at)
    const end = page.indexOf('>', at)
    const opening = page.toString('utf8', start, end)
    if (page.toString('latin1', start, at) === META) cuts.push({ from: start, until: end + 1 })
    const from = at - ATTRIBUTE.length
    const until = at + nonce.length + 1
    if (page.toString('latin1', from, until) !== `${ATTRIBUTE}${nonce}"`) continue
    cuts.push({ from, until })
    if (!opening.startsWith('<script') || /\ssrc=/.test(opening)) continue
    const content = page.subarray(end + 1, page.indexOf('</script', end))
    hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
  }
  return { html: without(page, cuts), hashes: [...hashes] }
}

/** What stands between the cuts moves up within `page`, so that nothing is copied anew. */
function without(page: Buffer, cuts: readonly Cut[]): Buffer {
  let length = cuts[0]?.from ?? page.length
  for (const [index, { until }] of cuts.entries()) {
    const next = cuts[index + 1]?.from ?? page.length
    page.copyWithin(length, until, next)
    length += next - until
  }
  return page.subarray(0, length)
}
