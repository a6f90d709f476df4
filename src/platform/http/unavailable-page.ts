import { createHash } from 'node:crypto'
import { RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { type Answer, htmlAnswer } from './answer'
import { contentSecurityPolicy } from './security-headers'
import page from './unavailable-page.html?raw'

const FONT = /^\/assets\/mona-sans-latin-wdth-normal-[\w-]+\.woff2$/u
const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.indexOf('</script>'))
const policy = contentSecurityPolicy([`sha256-${createHash('sha256').update(script).digest('base64')}`])

/** Creates the self-contained 503 page, with the font if `files` of the build contains it. */
export function createUnavailablePage(files: Iterable<string>): () => Answer {
  const font = [...files].find((path) => FONT.test(path))
  const face = `@font-face{font-family:'Mona Sans';src:url(${font}) format('woff2');font-weight:200 900;font-stretch:75% 125%}`
  const html = font === undefined ? page : page.replace('/*font*/', face)
  return () => {
    const answer = htmlAnswer(503, html)
    answer.headers['content-security-policy'] = policy
    answer.headers['retry-after'] = String(RETRY_AFTER_SECONDS)
    return answer
  }
}
