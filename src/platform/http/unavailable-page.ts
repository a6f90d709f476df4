import { createHash } from 'node:crypto'
import { RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { type HttpResponse, createHtmlResponse } from './http-response'
import { createContentSecurityPolicy } from './security-headers'
import page from './unavailable-page.html?raw'

const FONT = /^\/assets\/mona-sans-latin-wdth-normal-[\w-]+\.woff2$/u
const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.indexOf('</script>'))
const policy = createContentSecurityPolicy([`sha256-${createHash('sha256').update(script).digest('base64')}`])

/** Creates the self-contained 503 page, with the font if `files` of the build contains it. */
export function createUnavailablePage(files: Iterable<string>): () => HttpResponse {
  const font = [...files].find((path) => FONT.test(path))
  const face = `@font-face{font-family:'Mona Sans';src:url(${font}) format('woff2');font-weight:200 900;font-stretch:75% 125%}`
  const html = font === undefined ? page : page.replace('/*font*/', face)
  return () => {
    const response = createHtmlResponse(503, html)
    response.headers['content-security-policy'] = policy
    response.headers['retry-after'] = String(RETRY_AFTER_SECONDS)
    return response
  }
}
