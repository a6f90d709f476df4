import { createHash } from 'node:crypto'

/**
 * Takes the nonce out of a rendered page and answers the hashes of the inline scripts that carried it. Only scripts of
 * our own rendering carry the nonce, which is random for each rendering: one that somebody smuggled into a text does
 * not, so it stays forbidden. Without the nonce the page may be kept and served to many.
 */
export function sealScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  const mark = ` nonce="${nonce}"`
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/g)) {
    if (!attributes.includes(mark) || /\ssrc=/.test(attributes)) continue
    hashes.add(`sha256-${createHash('sha256').update(content).digest('base64')}`)
  }
  const sealed = html
    .replaceAll(mark, '')
    .replaceAll(new RegExp(`<meta property="csp-nonce" content="${nonce}"[^>]*>`, 'g'), '')
  return { html: sealed, hashes: [...hashes] }
}
