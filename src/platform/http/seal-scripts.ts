import { createHash } from 'node:crypto'

/**
 * Takes the nonce out of a rendered page and answers the hashes of the inline scripts that carried it. Only scripts of
 * our own rendering carry the nonce, which is random for each rendering: one that somebody smuggled into a text does
 * not, so it stays forbidden. Without the nonce the page may be kept and served to many.
 *
 * Every page goes through here, so it looks for the nonce, of which there are a dozen, and not for elements.
 */
export function sealScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  const mark = ` nonce="${nonce}"`
  const pieces = html.split(mark)
  for (const [index, piece] of pieces.entries()) {
    if (index === 0) continue
    const before = pieces[index - 1] ?? ''
    const opening = before.slice(before.lastIndexOf('<')) + piece.slice(0, piece.indexOf('>'))
    if (!opening.startsWith('<script') || /\ssrc=/.test(opening)) continue
    const content = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</script'))
    hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
  }
  // Taken out of its piece, the small one at the top: of the whole page it would be another copy.
  return { html: pieces.map((piece) => withoutMeta(piece, nonce)).join(''), hashes: [...hashes] }
}

// The router tells the nonce to the browser in a meta element, for scripts that it adds later; there are none.
function withoutMeta(html: string, nonce: string): string {
  const start = html.indexOf(`<meta property="csp-nonce" content="${nonce}"`)
  return start < 0 ? html : html.slice(0, start) + html.slice(html.indexOf('>', start) + 1)
}
